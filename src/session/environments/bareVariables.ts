/**
 * Environment variables without quotes in the JSON of variables: `{"first": {{count}}}`. Their values are inserted as JSON. Before parsing,
 * they become strings with a mark, so that a value is only ever parsed alone and cannot change the JSON around it.
 */

/** An invisible separator. It cannot be in the name of a variable. */
const MARK = '\u2063';
const STRING_OR_VARIABLE = /"(?:[^"\\]|\\.)*"?|\{\{([\p{L}\p{N}_ \t.$-]{1,100})\}\}/gsu;
const MARKED = /"(\{\{[^{}"\u2063]{1,100})\u2063\}\}"/g;

/** Puts variables that are values in quotes, with a mark. A variable in place of a name stays invalid. */
export function quoteBareVariables(json: string): string {
  if (!json.includes('{{')) return json;
  return json.replace(STRING_OR_VARIABLE, (whole, name: string | undefined, at: number) =>
    name === undefined || name.trim() === '' || isName(json, at + whole.length) ? whole : `"{{${name.trim()}${MARK}}}"`,
  );
}

/** Takes the quotes and the marks away again. */
export const unquoteBareVariables = (json: string): string => (json.includes(MARK) ? json.replace(MARKED, '$1}}') : json);

/** The name of the variable that a marked string stands for; null for any other string. */
export function bareVariable(value: string): string | null {
  return value.startsWith('{{') && value.endsWith(`${MARK}}}`) ? value.slice(2, -3) : null;
}

/** Whether the text before `end` is followed by a colon. */
function isName(json: string, end: number): boolean {
  let at = end;
  while (/\s/.test(json.charAt(at))) at++;
  return json[at] === ':';
}
