/** Entries of collections of other programs: a body as text, headers in any of their forms, and template variables. */
import { ownValues } from '../../../lib/ownValues';
import { quoteBareVariables, unquoteBareVariables } from '../../../session/environments/bareVariables';
import { readOperationFile } from '../../../session/operations/operationFile';

/** A header in a collection. */
export interface ForeignHeader {
  name: string;
  value: string;
}

/**
 * An entry of a collection, as untrusted as the file. `left` is the name of an entry that is not a readable operation; `folder`: the names
 * of its parent folders.
 */
export type ForeignEntry = { folder?: readonly string[] } & (
  | {
      name: unknown;
      query: unknown;
      variables: unknown;
      operation: unknown;
      headers?: readonly ForeignHeader[];
      left?: undefined;
    }
  | { left: string }
);

/** The properties of an object in a file. */
export type Parts = ReadonlyMap<string, unknown>;

/** Placeholder for the name of an unnamed entry. */
export const UNNAMED = '…';
const MOST_HEADERS = 100;

/** Converts a `.graphql` file; its head is parsed as in a folder of operations. */
export function operationEntry(text: string, name: string): ForeignEntry {
  const { query, variables, operation, headers } = readOperationFile(text);
  return withHeaders(entryOf(name, query, variables, operation), headers);
}

/** Converts a body: JSON (`{"query": …}`), the document itself, or the fields of a form, as uploads have (`operations`). */
export function entryOfBody(name: unknown, body: unknown): ForeignEntry {
  const field = listOf(body)
    .map(ownValues)
    .find(each => (each?.get('key') ?? each?.get('name')) === 'operations');
  const text = field ? field.get('value') : body;
  if (typeof text !== 'string') return { left: nameOf(name) };
  // Variables without quotes become marked strings, and lose quotes and marks when the variables are written (readCollectionFiles.ts).
  const parts = ownValues(jsonOf(quoteBareVariables(text)));
  if (!parts && DOCUMENT.test(text) && !/^\s*\{\s*"/.test(text)) return entryOf(name, text, '');
  if (parts) return entryOf(name, parts.get('query'), parts.get('variables'), parts.get('operationName'));
  // The query in a body that is not valid JSON, for example because of template tags of the other program.
  const [, quoted] = /"query"\s{0,20}:\s{0,20}("(?:[^"\\]|\\.){1,200000}")/.exec(text) ?? [];
  return entryOf(name, quoted === undefined ? undefined : jsonOf(quoted), '');
}

/** Converts a request without a document in its body to the operation in its address, such as that of a GET request. */
export function orOfAddress(entry: ForeignEntry, url: unknown, parameters: unknown): ForeignEntry {
  if ('query' in entry) return entry;
  const inUrl = new URLSearchParams(typeof url === 'string' ? url.slice(url.indexOf('?') + 1) : '');
  const given = (key: string): unknown =>
    listOf(parameters)
      .map(ownValues)
      .find(each => each && isOn(each) && (each.get('key') ?? each.get('name')) === key)
      ?.get('value') ?? inUrl.get(key);
  const query = given('query');
  // Other APIs also have a parameter of this name.
  return typeof query === 'string' && DOCUMENT.test(query) && query.includes('{')
    ? entryOf(entry.left, query, given('variables'), given('operationName'))
    : entry;
}

const DOCUMENT = /^\s{0,1000}(?:query|mutation|subscription|fragment|\{|#|"""?)/;

/** Returns the entry of an operation; `left` if there is no document. */
export function entryOf(name: unknown, query: unknown, variables: unknown, operation: unknown = null): ForeignEntry {
  return typeof query === 'string' && query.trim() !== ''
    ? { name, query, variables: typeof variables === 'string' ? readable(variables) : variables, operation }
    : { left: nameOf(name) };
}

/** Adds headers in any of their forms to an entry. */
export const withHeaders = (entry: ForeignEntry, headers: unknown): ForeignEntry =>
  'query' in entry ? { ...entry, headers: headersOf(headers) } : entry;

/** Returns the headers that are sent: from a list, an object, JSON of it, or lines `Name: value`. */
export function headersOf(value: unknown): readonly ForeignHeader[] {
  if (typeof value === 'string') {
    const parts = ownValues(jsonOf(value));
    return parts
      ? headersOf(Object.fromEntries(parts))
      : value
          .split(/\r\n|\r|\n/)
          .flatMap(headerOfLine)
          .slice(0, MOST_HEADERS);
  }
  const pairs = Array.isArray(value)
    ? value.map(ownValues).map(each => (each && isOn(each) ? [each.get('name') ?? each.get('key'), each.get('value')] : []))
    : [...(ownValues(value) ?? [])];
  return pairs
    .flatMap(([name, of]) => (typeof name === 'string' ? [{ name: name.trim(), value: typeof of === 'string' ? of : '' }] : []))
    .slice(0, MOST_HEADERS);
}

/** Joins the headers of a folder to those around it. Beyond the limit, the outermost are left out. */
export const headersWithin = (outer: readonly ForeignHeader[], own: readonly ForeignHeader[]): readonly ForeignHeader[] =>
  own.length === 0 ? outer : [...outer, ...own].slice(-MOST_HEADERS);

/** Returns false for a header or variable that is turned off. */
export const isOn = (header: Parts): boolean =>
  header.get('disabled') !== true && header.get('enabled') !== false && header.get('active') !== false;

/** Prefixes that disable a line. */
function headerOfLine(line: string): ForeignHeader[] {
  const at = line.indexOf(':');
  return at < 1 || /^\s*(?:~|\/\/)/.test(line) ? [] : [{ name: line.slice(0, at).trim(), value: line.slice(at + 1).trim() }];
}

/** The name of an entry, for messages. */
export const nameOf = (name: unknown): string =>
  typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 200) : UNNAMED;

/** Parses JSON as other programs accept it; undefined for other texts. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(withEscapes(withQuotedVariables(text))) as unknown;
  } catch {
    return undefined;
  }
}

/** JSON in which variables without quotes stay as they are, and other expressions are quoted. */
const readable = (json: string): string => unquoteBareVariables(withQuotedVariables(quoteBareVariables(json)));

/** Quotes expressions of templates that are values in JSON, such as `{"first": {{ n | default(1) }}}`. */
function withQuotedVariables(text: string): string {
  if (!text.includes('{{')) return text;
  return text.replace(/"(?:[^"\\]|\\[\s\S])*"?|\{\{[^{}"]{1,100}\}\}/g, part => (part.startsWith('"') ? part : `"${part}"`));
}

/** Escapes line breaks and tabs within the strings of JSON. */
const withEscapes = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\[\s\S])*"?/g, part => part.replace(/[\n\r\t]/g, sign => JSON.stringify(sign).slice(1, -1)));

/** The items of a list; none for any other value. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
