/**
 * How a value of each scalar is typed in, checked and sent; which is which scalars.ts tells. An unknown one is plain text, sent as JSON
 * where it reads as JSON and as a string otherwise. Dates are checked as calendar dates, not only by pattern. Nothing here formats for a
 * language: that is i18n's.
 */
import { jsonErrorAt } from '../forms/jsonErrorAt';
import type { RangedScalar } from './scalarRanges';

/** Why a text is no value of a scalar; the screen finds the words by `code`. */
export type ScalarProblem =
  | { code: 'notInt' }
  | { code: 'notNumber' }
  /** Bounds are texts so that 64-bit numbers keep their digits. */
  | { code: 'outOfRange'; min: string; max: string }
  | { code: 'notBoolean' }
  | { code: 'notDate' }
  | { code: 'notTime' }
  | { code: 'notDateTime' }
  | { code: 'notDuration' }
  /** `at` is the offset of the first wrong character, null when unknown. */
  | { code: 'notJson'; at: number | null }
  | { code: 'notUrl' }
  | { code: 'notEmail' }
  | { code: 'notUuid' }
  | { code: 'notBase64' }
  | { code: 'notColour' }
  | { code: 'notFile' };

/** A parsed value, ready to be sent, or why there is none. */
export type ScalarResult = { ok: true; value: unknown } | { ok: false; problem: ScalarProblem };

const INT = /^[+-]?\d+$/;
const NUMBER = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^([01]\d|2[0-3]):([0-5]\d)(:([0-5]\d|60)([.,]\d+)?)?(z|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/i;
const ZONE = /(z|[+-]\d{2}:?\d{2})$/i;
const DURATION =
  /^[+-]?P(?=[\dT])(\d+([.,]\d+)?Y)?(\d+([.,]\d+)?M)?(\d+([.,]\d+)?W)?(\d+([.,]\d+)?D)?(T(?=\d)(\d+([.,]\d+)?H)?(\d+([.,]\d+)?M)?(\d+([.,]\d+)?S)?)?$/i;
const UUID = /^\{?[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}\}?$/i;
const EMAIL = /^[^\s@"]+@[^\s@]+$/;
const COLOUR = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

const good = (value: unknown): ScalarResult => ({ ok: true, value });
const bad = (problem: ScalarProblem): ScalarResult => ({ ok: false, problem });

/**
 * Reads what a person typed into a field of a scalar. `text` is not empty (an empty field is "not given" or an empty string, which is
 * the form's affair). The result's value is what goes into the variables: numbers as numbers where they fit exactly, else as text.
 */
export function parseScalar(info: RangedScalar, text: string): ScalarResult {
  const trimmed = text.trim();
  switch (info.kind) {
    case 'int':
      return INT.test(trimmed) ? inRange(info, trimmed, Number(trimmed)) : bad({ code: 'notInt' });
    case 'bigInt':
      return INT.test(trimmed) ? inRange(info, trimmed, exactInteger(trimmed)) : bad({ code: 'notInt' });
    case 'float': {
      const value = Number(trimmed);
      if (!NUMBER.test(trimmed) || !Number.isFinite(value)) return bad({ code: 'notNumber' });
      const low = info.min !== null && value < Number(info.min);
      const high = info.max !== null && value > Number(info.max);
      return low || high ? bad({ code: 'outOfRange', min: info.min ?? '', max: info.max ?? '' }) : good(value);
    }
    case 'decimal':
      return NUMBER.test(trimmed) ? good(exactDecimal(trimmed)) : bad({ code: 'notNumber' });
    case 'boolean':
      return trimmed === 'true' || trimmed === 'false' ? good(trimmed === 'true') : bad({ code: 'notBoolean' });
    case 'date':
      return isDate(trimmed) || isMoment(trimmed) ? good(trimmed) : bad({ code: 'notDate' });
    case 'time':
      return TIME.test(trimmed) ? good(withSeconds(trimmed)) : bad({ code: 'notTime' });
    case 'dateTime':
    case 'localDateTime': {
      const [date = '', time = ''] = trimmed.split(/[T ]/i);
      if (!isDate(date) || !TIME.test(time)) return bad({ code: 'notDateTime' });
      // An instant needs a zone; what a person typed without one is meant in UTC only if the form says so, so it is refused here.
      if (info.kind === 'dateTime' && !ZONE.test(time)) return bad({ code: 'notDateTime' });
      return good(`${date}T${withSeconds(info.kind === 'localDateTime' ? time.replace(ZONE, '') : time)}`);
    }
    case 'duration':
      return DURATION.test(trimmed) ? good(trimmed) : bad({ code: 'notDuration' });
    case 'json':
      return parseJson(trimmed);
    case 'url':
      // A path from the server's root is an address too; anything else without a scheme is a mistyped one.
      return URL.canParse(trimmed) || /^\/\S*$/.test(trimmed) ? good(trimmed) : bad({ code: 'notUrl' });
    case 'email':
      return EMAIL.test(trimmed) ? good(trimmed) : bad({ code: 'notEmail' });
    case 'uuid':
      return UUID.test(trimmed) ? good(trimmed) : bad({ code: 'notUuid' });
    case 'bytes':
      return BASE64.test(trimmed) ? good(trimmed) : bad({ code: 'notBase64' });
    case 'colour':
      return COLOUR.test(trimmed) ? good(trimmed) : bad({ code: 'notColour' });
    case 'upload':
      return bad({ code: 'notFile' });
    case 'unknown': {
      // Only what cannot be meant as text: objects, lists, true, false and numbers. "null" and quoted texts stay as typed.
      const json = /^[[{]|^(true|false)$|^-?\d/.test(trimmed) ? parseJson(trimmed) : null;
      return json?.ok && (typeof json.value !== 'number' || String(json.value) === trimmed) ? json : good(text);
    }
    default:
      return good(text);
  }
}

/** The text that stands in a field for a value that was sent or received; the inverse of `parseScalar`. '' for null and undefined. */
export function formatScalar(info: RangedScalar, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (info.kind === 'json') return JSON.stringify(value, null, 2);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Checks a value that did not come from a field (a variable written as JSON); null when it fits. */
export function checkScalar(info: RangedScalar, value: unknown): ScalarProblem | null {
  switch (info.kind) {
    case 'int':
      return typeof value === 'number'
        ? resultProblem(parseScalar(info, Number.isInteger(value) ? String(value) : 'x'))
        : { code: 'notInt' };
    case 'float':
      return typeof value === 'number' && Number.isFinite(value)
        ? resultProblem(parseScalar(info, String(value)))
        : { code: 'notNumber' };
    case 'boolean':
      return typeof value === 'boolean' ? null : { code: 'notBoolean' };
    case 'json':
    case 'unknown':
      return null;
    case 'upload':
      return isFileLike(value) ? null : { code: 'notFile' };
    default:
      return typeof value === 'string' || typeof value === 'number'
        ? resultProblem(parseScalar(info, String(value)))
        : resultProblem(parseScalar(info, 'x'));
  }
}

/** True for File and Blob, of this or another realm. */
export function isFileLike(value: unknown): value is Blob {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Blob).arrayBuffer === 'function' &&
    typeof (value as Blob).size === 'number'
  );
}

const resultProblem = (result: ScalarResult): ScalarProblem | null => (result.ok ? null : result.problem);

function inRange(info: RangedScalar, text: string, value: unknown): ScalarResult {
  if (info.min === null && info.max === null) return good(value);
  // Numbers of ordinary size are compared as such: a list may hold tens of thousands.
  const whole = text.length < 16 ? Number(text) : BigInt(text.replace(/^\+/, ''));
  const low = info.min !== null && whole < BigInt(info.min);
  const high = info.max !== null && whole > BigInt(info.max);
  if (low || high) return bad({ code: 'outOfRange', min: info.min ?? '', max: info.max ?? '' });
  return good(value);
}

/** A number where it is exact, else its digits as text (what servers of 64-bit scalars take). */
function exactInteger(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text.replace(/^\+/, '')).toString();
}

function exactDecimal(text: string): number | string {
  const value = Number(text);
  const plain = text.replace(/^\+/, '');
  return String(value) === plain ? value : plain;
}

/** A date with a time, which servers send and take for dates, too. */
function isMoment(text: string): boolean {
  const [date = '', time = '', ...more] = text.split(/[T ]/i);
  return more.length === 0 && isDate(date) && TIME.test(time);
}

function isDate(text: string): boolean {
  const match = DATE.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return day <= (month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31);
}

/** Most servers want seconds where the pickers of browsers leave them out. */
function withSeconds(time: string): string {
  return time.replace(/^(\d{2}:\d{2})(?!:?\d|:)/, '$1:00');
}

function parseJson(text: string): ScalarResult {
  try {
    return good(JSON.parse(text));
  } catch {
    return bad({ code: 'notJson', at: jsonErrorAt(text) });
  }
}
