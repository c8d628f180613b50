/**
 * One operation as a `.graphql` file: a head of comment lines, which other tools ignore, then the document.
 *
 *     # oriel
 *     # variables: { "first": 10 }
 *     # header X-Region: {{region}}
 *     # assert status = 200
 *     # assert path data.ships[0].name matches "^Nor"
 *     # allow-mutation
 *     # ---
 *     query Ships($first: Int) { ships(first: $first) { name } }
 *
 * The head ends with `# ---` or with the first line that is not a comment. JSON can span several lines.
 * An unchanged file is written with the same bytes; a change replaces only the lines of the changed entries.
 */
import { quoteBareVariables } from '../environments/bareVariables';
import { type Assertion, readAssertion } from './assertions';
import { parseExactJson } from './parseExactJson';

/** A header that is sent with the operation. */
export interface OperationHeader {
  name: string;
  value: string;
}

/** A problem in a file, with its line. */
export interface FileProblem {
  /** Line number, starting at 1. */
  line: number;
  message: string;
}

/** A parsed file. */
export interface OperationFile {
  /** The document, without the head. */
  query: string;
  /** Line of the file on which the document starts, from 1. */
  queryLine: number;
  /** JSON text without the comment signs; '' for none. */
  variables: string;
  headers: readonly OperationHeader[];
  /** The line number of each header. */
  headerLines: readonly number[];
  /** Name of the operation to run if the document has several; null for the first one. */
  operation: string | null;
  assertions: readonly Assertion[];
  /** `oriel run` may run this mutation. */
  allowMutation: boolean;
  problems: readonly FileProblem[];
}

/** The parts of a file that can be changed. */
export type OperationParts = Pick<OperationFile, 'query' | 'variables' | 'headers' | 'operation'>;

/** Maximum size of a file, in characters. */
export const LONGEST_FILE = 1_000_000;
const MOST_ENTRIES = 500;

/** One entry of the head: its original lines and their meaning. */
interface Entry {
  /** The lines with their line breaks. */
  raw: string;
  line: number;
  word: string;
  /** The text after the word. */
  rest: string;
}

/** The parts of a file. `before`: everything up to the line `# oriel`; `after`: the line that ends the head, '' if it has none. */
interface Split {
  before: string;
  entries: readonly Entry[];
  after: string;
  query: string;
  queryLine: number;
}

const LINE = /[^\r\n]*(?:\r\n|\r|\n|$)/y;

/** Parses a file. Never throws: errors are in `problems`. */
export function readOperationFile(source: string): OperationFile {
  if (source.length > LONGEST_FILE) {
    const problems = [{ line: 1, message: `The file is longer than ${LONGEST_FILE} characters` }];
    return { ...EMPTY, problems };
  }
  const { entries, query, queryLine } = split(source);
  const problems: FileProblem[] = [];
  const headers: OperationHeader[] = [];
  const headerLines: number[] = [];
  const assertions: Assertion[] = [];
  let variables = '';
  let operation: string | null = null;
  let allowMutation = false;
  for (const { word, rest, line } of entries.slice(0, MOST_ENTRIES)) {
    const wrong = (message: string): unknown => problems.push({ line, message });
    if (word === '') continue;
    if (word === 'variables') {
      if (variables !== '') wrong('The variables are given twice');
      variables = rest;
      const problem = objectProblem(rest);
      if (problem !== null) wrong(`The variables are not a JSON object: ${problem}`);
    } else if (word === 'header') {
      const at = rest.indexOf(':');
      const name = rest.slice(0, at).trim();
      if (at < 0 || !/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/.test(name))
        wrong('A header is written as "header Name: value", on one line');
      else {
        headers.push({ name, value: rest.slice(at + 1).trim() });
        headerLines.push(line);
      }
    } else if (word === 'operation') operation = rest || null;
    else if (word === 'allow-mutation') allowMutation = true;
    else if (word === 'assert') {
      const read = readAssertion(rest);
      if ('problem' in read) wrong(read.problem);
      else assertions.push({ ...read.assertion, line });
    } else wrong(`"${word.slice(0, 40)}" is not known here`);
  }
  if (entries.length > MOST_ENTRIES) problems.push({ line: 1, message: `The head has more than ${MOST_ENTRIES} entries` });
  const strayLine = lineOutsideHead(query);
  if (strayLine !== null) problems.push({ line: queryLine + strayLine, message: OUTSIDE });
  return { query, queryLine, variables, headers, headerLines, operation, assertions, allowMutation, problems };
}

const OUTSIDE =
  'This line is outside the head, so it has no effect. A head begins with the line "# oriel", as the first line, and ends before the first line that is not a comment';

/**
 * Index of the first comment before the document that is meant for the head; null if there is none. Ignoring an assertion would report a
 * file as passed that was not checked.
 */
function lineOutsideHead(query: string): number | null {
  let at = 0;
  for (let index = 0; at < query.length; index++) {
    LINE.lastIndex = at;
    const raw = LINE.exec(query)?.[0] ?? '';
    const text = raw.replace(/^\ufeff/, '').trim();
    if (raw === '' || (text !== '' && !text.startsWith('#'))) return null;
    if (MEANT_FOR_HEAD.test(text)) return index;
    at += raw.length;
  }
  return null;
}

const MEANT_FOR_HEAD = /^#[ \t]{0,8}(?:oriel|allow-mutation|assert[ \t]{1,8}(?:status|time|path|schema-valid)\b.*)$/;

/** The text of a file with changed parts; unchanged parts keep their bytes. */
export function writeOperationFile(source: string, change: Partial<OperationParts>): string {
  const now = readOperationFile(source);
  const next = { ...now, ...change };
  const { before, entries, after } = split(source);
  const newline = /\r\n|\r|\n/.exec(source)?.[0] ?? '\n';
  const isSameVariables = sameJson(now.variables, next.variables);
  const isSameHeaders = JSON.stringify(now.headers) === JSON.stringify(next.headers);
  const isSameOperation = now.operation === next.operation;
  const query = change.query ?? now.query;
  if (isSameVariables && isSameHeaders && isSameOperation) return source.slice(0, source.length - now.query.length) + query;
  const kept = entries.filter(
    ({ word }) =>
      (word !== 'variables' || isSameVariables) &&
      (word !== 'header' || isSameHeaders) &&
      (word !== 'operation' || isSameOperation),
  );
  const added = [
    ...(isSameOperation || next.operation === null ? [] : [`# operation ${oneLine(next.operation)}`]),
    ...(isSameVariables || next.variables.trim() === '' ? [] : [`# variables: ${lines(next.variables).join(`${newline}#   `)}`]),
    ...(isSameHeaders ? [] : next.headers.map(({ name, value }) => `# header ${oneLine(name)}: ${oneLine(value)}`)),
  ].map(line => line + newline);
  const body = [...added, ...kept.map(({ raw }) => raw)].join('');
  if (before === '' && body === '') return query;
  return `${before === '' ? `# oriel${newline}` : before}${body}${after === '' ? `# ---${newline}` : after}${query}`;
}

const EMPTY: OperationFile = {
  query: '',
  queryLine: 1,
  variables: '',
  headers: [],
  headerLines: [],
  operation: null,
  assertions: [],
  allowMutation: false,
  problems: [],
};

function split(source: string): Split {
  const rows: { raw: string; text: string }[] = [];
  let at = 0;
  let query = source;
  let queryLine = 1;
  // Only empty lines may precede the line `# oriel`.
  const first = /^\ufeff?(?:[ \t]{0,100}(?:\r\n|\r|\n)){0,20}#[ \t]{0,8}oriel[ \t]{0,100}(?:\r\n|\r|\n|$)/.exec(source)?.[0];
  if (first === undefined) return { before: '', entries: [], after: '', query, queryLine };
  at = first.length;
  queryLine = countLines(first) + 1;
  let after = '';
  while (at < source.length) {
    LINE.lastIndex = at;
    const raw = LINE.exec(source)?.[0] ?? '';
    const text = raw.replace(/(?:\r\n|\r|\n)$/, '');
    if (raw === '' || !text.startsWith('#')) break;
    at += raw.length;
    queryLine += 1;
    if (/^#[ \t]{0,8}-{3,}[ \t]{0,100}$/.test(text)) {
      after = raw;
      break;
    }
    rows.push({ raw, text: text.slice(1) });
  }
  query = source.slice(at);
  const begin = countLines(first) + 1;
  const entries: Entry[] = [];
  let depth = 0;
  for (const [place, { raw, text }] of rows.entries()) {
    const last = entries.at(-1);
    // Indented lines continue a value, and JSON continues until its last bracket is closed.
    const isOpen = last?.word === 'variables' && depth > 0 && !KNOWN.test(text);
    const isIndented = /^ {2,}\S|^\t/.test(text);
    // A header cannot continue: its further lines would stay in the file when the header is removed. The empty entry reports a problem.
    if (last?.word === 'header' && isIndented && !KNOWN.test(text)) {
      entries.push({ raw, line: begin + place, word: 'header', rest: '' });
      continue;
    }
    if (last && last.word !== '' && last.word !== 'header' && (isOpen || isIndented)) {
      depth += depthOf(text);
      entries[entries.length - 1] = { ...last, raw: last.raw + raw, rest: `${last.rest}\n${text.replace(/^ {1,3}|^\t/, '')}` };
      continue;
    }
    const [, word = '', rest = ''] = /^([^\s:]{0,100}):?(.*)$/s.exec(text.trimStart()) ?? [];
    depth = depthOf(rest);
    entries.push({ raw, line: begin + place, word, rest: rest.trim() });
  }
  return { before: first, entries, after, query, queryLine };
}

const KNOWN = /^[ \t]*(?:variables|header|operation|assert|allow-mutation)\b/;

/** The number of JSON brackets that a line opens minus those it closes. Strings do not span lines. */
function depthOf(line: string): number {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < line.length; at++) {
    const char = line[at];
    if (isText && char === '\\') at += 1;
    else if (char === '"') isText = !isText;
    else if (isText) continue;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth -= 1;
  }
  return depth;
}

const countLines = (text: string): number => (text.match(/\r\n|\r|\n/g) ?? []).length;
const lines = (text: string): string[] => text.trim().split(/\r\n|\r|\n/);
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ').trim();

function objectProblem(text: string): string | null {
  try {
    const value = parseExactJson(quoteBareVariables(text));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? null : 'it is another value';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const DIGITS = /\d+/g;

function sameJson(one: string, other: string): boolean {
  if (one.trim() === other.trim()) return true;
  try {
    // Long numbers can differ only in digits that JSON.parse rounds away, so the digits are compared as text.
    if (`${one.match(DIGITS)}` !== `${other.match(DIGITS)}`) return false;
    return JSON.stringify(JSON.parse(one || '{}')) === JSON.stringify(JSON.parse(other || '{}'));
  } catch {
    return false;
  }
}
