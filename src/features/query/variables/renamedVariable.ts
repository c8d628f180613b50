/** The variables as JSON with one of them under another name; everything else stays letter by letter. A text that is no object stays as it is. */

import { pathKeyOf, type VariableFiles, type VariablePath } from './variablesCheck';

/** Strings whole, one that is not closed to the end of the text, and the signs that open and close. */
const TOKENS = /"(?:[^"\\]|\\[\s\S])*\\?(?:"|$)|[{}[\]]/g;

/** The files with those in the variable under its new name. */
export function renamedFiles(files: VariableFiles, from: string, to: string): VariableFiles {
  return new Map(
    [...files].map(([key, file]) => {
      const [name, ...path] = JSON.parse(key) as VariablePath;
      return [name === from ? pathKeyOf([to, ...path]) : key, file];
    }),
  );
}

/** The text with the key renamed; where the new name is there already, or the old one is not, it stays. */
export function renamedVariable(json: string, from: string, to: string): string {
  let depth = 0;
  let place: { at: number; length: number } | null = null;
  for (const { 0: token, index } of json.matchAll(TOKENS)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth === 1 && /^\s*:/.test(json.slice(index + token.length, index + token.length + 100))) {
      if (token === JSON.stringify(to)) return json;
      if (token === JSON.stringify(from)) place = { at: index, length: token.length };
    }
  }
  return place ? json.slice(0, place.at) + JSON.stringify(to) + json.slice(place.at + place.length) : json;
}
