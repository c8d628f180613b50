/** Renames a variable in the JSON text of the variables, leaving everything else unchanged. Does nothing if the text is not an object. */

import { pathKeyOf, type VariableFiles, type VariablePath } from './variablesCheck';

/** Matches whole strings (an unclosed one up to the end of the text) and brackets. */
const TOKENS = /"(?:[^"\\]|\\[\s\S])*\\?(?:"|$)|[{}[\]]/g;

/** Returns the files, with those of the variable under its new name. */
export function renamedFiles(files: VariableFiles, from: string, to: string): VariableFiles {
  return new Map(
    [...files].map(([key, file]) => {
      const [name, ...path] = JSON.parse(key) as VariablePath;
      return [name === from ? pathKeyOf([to, ...path]) : key, file];
    }),
  );
}

/** Returns the text with the key renamed; unchanged if the new name exists or the old one does not. */
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
