/**
 * Renames a variable in the JSON text of the variables, leaving everything else unchanged. Does nothing if the text is not an object. With
 * `isCopy` the old name keeps its value, because another operation of the document uses it.
 */

import { pathKeyOf, type VariableFiles, type VariablePath } from './variablesCheck';

/** Matches whole strings (an unclosed one up to the end of the text), brackets and commas. */
const TOKENS = /"(?:[^"\\]|\\[\s\S])*\\?(?:"|$)|[{}[\],]/g;

/** Returns the files, with those of the variable under its new name. */
export function renamedFiles(files: VariableFiles, from: string, to: string, isCopy = false): VariableFiles {
  return new Map(
    [...files].flatMap(([key, file]): [string, Blob][] => {
      const [name, ...path] = JSON.parse(key) as VariablePath;
      if (name !== from) return [[key, file]];
      const renamed: [string, Blob] = [pathKeyOf([to, ...path]), file];
      return isCopy ? [[key, file], renamed] : [renamed];
    }),
  );
}

/** Returns the text with the key renamed; unchanged if the new name exists or the old one does not. */
export function renamedVariable(json: string, from: string, to: string, isCopy = false): string {
  let depth = 0;
  let place: { at: number; after: number } | null = null;
  // The end of the value of the renamed variable.
  let end: number | null = null;
  for (const { 0: token, index } of json.matchAll(TOKENS)) {
    if (token === '}' || token === ']') depth -= 1;
    if (place && end === null && (depth === 0 || (token === ',' && depth === 1))) end = index;
    if (token === '{' || token === '[') depth += 1;
    else if (depth === 1 && /^\s*:/.test(json.slice(index + token.length, index + token.length + 100))) {
      if (token === JSON.stringify(to)) return json;
      if (token === JSON.stringify(from)) place = { at: index, after: index + token.length };
    }
  }
  if (!place) return json;
  const renamed = JSON.stringify(to);
  if (!isCopy) return json.slice(0, place.at) + renamed + json.slice(place.after);
  const value = json.slice(place.after, end ?? json.length).trimEnd();
  return `${json.slice(0, place.at)}${renamed}${value}, ${json.slice(place.at)}`;
}
