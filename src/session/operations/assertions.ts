/**
 * Assertions about the result of an operation: parses them from the head of an operation file and checks them. Used by Query and `oriel run`.
 *
 *     assert status = 200            assert path data.ships[0].name = "Nordlys"
 *     assert time < 500              assert path data.ships[0].name matches "^Nor"
 *     assert schema-valid            assert path data.ships[0] exists
 *                                    assert path errors not exists
 */
import { isSecretName } from '../../transport/secrets/isSecretName';
import { MASK } from '../../transport/secrets/maskSign';
import { compilePattern } from './linearPattern';
import { parseExactJson } from './parseExactJson';

/** One assertion and its line in the file. */
export type Assertion = { line: number } & (
  | { kind: 'status'; status: number }
  | { kind: 'time'; ms: number }
  | { kind: 'schema-valid' }
  | { kind: 'path'; path: readonly (string | number)[]; test: PathTest }
);

/** The test of the value at a path. */
export type PathTest = { is: 'exists' | 'missing' } | { is: 'equals'; value: unknown } | { is: 'matches'; pattern: string };

/** The outcome of an operation, as far as assertions use it. */
export interface Outcome {
  /** HTTP status; null without an HTTP response. */
  status: number | null;
  /** Time from sending the request to the end of the response, in ms. */
  ms: number;
  /** `data`, `errors` and `extensions` of the result. */
  response: { data?: unknown; errors?: unknown; extensions?: unknown };
  /** Messages about parts that do not match the schema; null if the schema is unknown. */
  schemaProblems: readonly string[] | null;
}

/** Whether an assertion holds; `found` describes the actual value. */
export interface AssertionResult {
  text: string;
  line: number;
  holds: boolean;
  found: string;
}

/** Problem of a subscription whose assertions cannot be checked. */
export const NO_EVENT = 'The subscription ended without an event';

const MOST_SHOWN = 200;
const LONGEST_MATCHED = 20_000;
const MOST_STEPS = 100;

/** Parses the text after `assert`. */
export function readAssertion(text: string): { assertion: Assertion } | { problem: string } {
  const [, word = '', after = ''] = /^([\w-]{0,40})(.*)$/s.exec(text.trim()) ?? [];
  const rest = after.trimStart();
  const line = 0;
  if (word === 'status') {
    const [, digits] = /^={1,2}\s{0,9}(\d{3})$/.exec(rest) ?? [];
    return digits === undefined
      ? { problem: 'The status is checked by "status = 200"' }
      : { assertion: { kind: 'status', status: Number(digits), line } };
  }
  if (word === 'time') {
    const [, digits] = /^<\s{0,9}(\d{1,7})(?:\s?ms)?$/.exec(rest) ?? [];
    return digits === undefined
      ? { problem: 'The time is checked by "time < 500", in milliseconds' }
      : { assertion: { kind: 'time', ms: Number(digits), line } };
  }
  if (word === 'schema-valid' && rest === '') return { assertion: { kind: 'schema-valid', line } };
  if (word === 'path') return readPathAssertion(rest);
  return { problem: 'An assertion begins with status, time, path or schema-valid' };
}

function readPathAssertion(rest: string): { assertion: Assertion } | { problem: string } {
  const read = readPath(rest);
  if (!read) return { problem: 'A path is written as data.ships[0].name or data["odd name"]' };
  const { path } = read;
  const test = rest.slice(read.end).trim();
  const line = 0;
  if (test === 'exists') return { assertion: { kind: 'path', path, test: { is: 'exists' }, line } };
  if (test === 'not exists') return { assertion: { kind: 'path', path, test: { is: 'missing' }, line } };
  const [, operator = '', text = ''] = /^(={1,2}|equals|matches)\s{0,9}(.*)$/s.exec(test) ?? [];
  if (operator === '') return { problem: 'A path is checked by =, matches, exists or not exists' };
  const value = jsonOf(text);
  if (operator === 'matches') {
    const pattern = typeof value === 'string' ? value : text;
    const problem = compilePattern(pattern).problem;
    return problem === null
      ? { assertion: { kind: 'path', path, test: { is: 'matches', pattern }, line } }
      : { problem: `The pattern cannot be used: ${problem}` };
  }
  if (value === undefined) return { problem: 'The value behind = is JSON: texts are in double quotes' };
  return { assertion: { kind: 'path', path, test: { is: 'equals', value }, line } };
}

/** Checks one assertion. `hide` masks secrets in the shown value. */
export function checkAssertion(assertion: Assertion, outcome: Outcome, hide = (text: string): string => text): AssertionResult {
  const { line } = assertion;
  const text = assertionText(assertion);
  const result = (holds: boolean, found: string): AssertionResult => ({ text, line, holds, found });
  switch (assertion.kind) {
    case 'status':
      return result(outcome.status === assertion.status, outcome.status === null ? 'no response' : String(outcome.status));
    case 'time':
      return result(outcome.ms < assertion.ms, `${Math.round(outcome.ms)} ms`);
    case 'schema-valid':
      return outcome.schemaProblems === null
        ? result(false, 'the schema is not known')
        : result(outcome.schemaProblems.length === 0, outcome.schemaProblems[0] ?? 'valid');
    case 'path': {
      const { has, value } = valueAt(outcome.response, assertion.path);
      const isSecret = value !== null && assertion.path.some(step => typeof step === 'string' && isSecretName(step));
      return result(holdsAt(assertion.test, has, value), has ? (isSecret ? MASK : shown(value, hide)) : 'nothing there');
    }
  }
}

/** The text of an assertion in its normal form. */
export function assertionText(assertion: Assertion): string {
  if (assertion.kind === 'status') return `status = ${assertion.status}`;
  if (assertion.kind === 'time') return `time < ${assertion.ms}`;
  if (assertion.kind === 'schema-valid') return 'schema-valid';
  const { path, test } = assertion;
  const at = path
    .map((step, place) =>
      typeof step === 'number' ? `[${step}]` : NAME.test(step) ? `${place === 0 ? '' : '.'}${step}` : `[${JSON.stringify(step)}]`,
    )
    .join('');
  if (test.is === 'equals') return `path ${at} = ${JSON.stringify(test.value)}`;
  if (test.is === 'matches') return `path ${at} matches ${JSON.stringify(test.pattern)}`;
  return `path ${at} ${test.is === 'exists' ? 'exists' : 'not exists'}`;
}

function holdsAt(test: PathTest, has: boolean, value: unknown): boolean {
  switch (test.is) {
    case 'exists':
      return has && value !== null;
    case 'missing':
      return !has || value === null;
    case 'equals':
      return has && isEqual(value, test.value);
    case 'matches': {
      if (!has || typeof value === 'object') return false;
      return compilePattern(test.pattern).test(String(value).slice(0, LONGEST_MATCHED));
    }
  }
}

const NAME = /^[A-Za-z_][\w-]*$/;
const STEP = /(?:^|\.)([A-Za-z_][\w-]{0,300})|\[(\d{1,9})\]|\[("(?:[^"\\]|\\.){0,300}")\]/y;

function readPath(text: string): { path: (string | number)[]; end: number } | null {
  const path: (string | number)[] = [];
  let end = 0;
  while (path.length < MOST_STEPS) {
    STEP.lastIndex = end;
    const found = STEP.exec(text);
    if (!found) break;
    const [whole, name, index, quoted] = found;
    const key = quoted === undefined ? name : jsonOf(quoted);
    if (index !== undefined) path.push(Number(index));
    else if (typeof key === 'string') path.push(key);
    else return null;
    end += whole.length;
  }
  const isWhole = path.length > 0 && /^(?:\s|$)/.test(text.slice(end, end + 1));
  return isWhole ? { path, end } : null;
}

/** The value at a path, reading own keys only. */
export function valueAt(root: unknown, path: readonly (string | number)[]): { has: boolean; value: unknown } {
  let value = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return { has: false, value: undefined };
    const isThere = Array.isArray(value) ? typeof step === 'number' && step < value.length : Object.hasOwn(value, step);
    if (!isThere) return { has: false, value: undefined };
    value = (value as Record<string | number, unknown>)[step];
  }
  return { has: value !== undefined, value };
}

/** Compares JSON values. Ignores the order of keys, and a `__typename` in `one` only, because the transport adds it. */
function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other || isNumberOfDigits(one, other) || isNumberOfDigits(other, one);
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, at) => isEqual(item, other[at]))
    );
  const own = (value: object): [string, unknown][] =>
    Object.entries(value).filter(([name]) => name !== '__typename' || Object.hasOwn(other, '__typename'));
  const left = own(one);
  return (
    left.length === own(other).length &&
    left.every(([name, value]) => Object.hasOwn(other, name) && isEqual(value, (other as Record<string, unknown>)[name]))
  );
}

/**
 * True for a number and the digits of the same large integer. Large integers are parsed as strings of digits, but the other side may be
 * written with an exponent, as JavaScript writes a Float from 1e21 on.
 */
const isNumberOfDigits = (number: unknown, digits: unknown): boolean =>
  typeof number === 'number' &&
  !Number.isSafeInteger(number) &&
  typeof digits === 'string' &&
  /^-?\d{16,}$/.test(digits) &&
  Number(digits) === number;

/** Masks secrets before the text is truncated: a truncated secret would not be recognized. */
function shown(value: unknown, hide: (text: string) => string): string {
  const text = hide(JSON.stringify(value) ?? 'nothing');
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

function jsonOf(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}
