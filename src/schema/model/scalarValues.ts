/**
 * Parses, checks and formats the values of each scalar kind; scalars.ts decides the kind. A value of an unknown scalar is text: it is sent
 * as JSON if it parses as JSON, otherwise as a string. Dates are checked against the calendar, not only by pattern. Formatting for a
 * language is done in i18n.
 */
import { laidOutJson } from '../../lib/text/laidOutJson';
import { quoteLargeIntegers } from '../../lib/text/largeIntegers';
import { valueAsText } from '../../lib/text/valueAsText';
import type { RangedScalar } from './scalarRanges';

/** Why a text is not a valid value of a scalar. The interface chooses the message by `code`. */
export type ScalarProblem =
  | { code: 'notInt' }
  | { code: 'notNumber' }
  /** The limits are strings so that 64-bit numbers keep all digits. */
  | { code: 'outOfRange'; min: string; max: string }
  | { code: 'notBoolean' }
  | { code: 'notDate' }
  | { code: 'notTime' }
  | { code: 'notDateTime' }
  | { code: 'notDuration' }
  | { code: 'notJson'; text: string }
  /** The JSON contains an integer that would be rounded. */
  | { code: 'notExact' }
  | { code: 'notUrl' }
  | { code: 'notEmail' }
  | { code: 'notUuid' }
  | { code: 'notBase64' }
  | { code: 'notColour' }
  | { code: 'notFile' };

/** A parsed value for the variables, or the reason why the text is invalid. */
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
 * Parses the text of a form field. `text` must not be empty: the form decides whether an empty field is left out or is an empty string.
 * The returned value goes into the variables. A number that JavaScript cannot represent exactly is returned as a string.
 */
export function parseScalar(info: RangedScalar, text: string): ScalarResult {
  const trimmed = text.trim();
  switch (info.kind) {
    case 'int':
      return INT.test(trimmed) ? inRange(info, trimmed, Number(trimmed)) : bad({ code: 'notInt' });
    case 'bigInt':
      return INT.test(trimmed)
        ? inRange(info, trimmed, info.asText ? plainNumber(trimmed) : exactInteger(trimmed))
        : bad({ code: 'notInt' });
    case 'float': {
      const value = Number(trimmed);
      if (!NUMBER.test(trimmed) || !Number.isFinite(value)) return bad({ code: 'notNumber' });
      const low = info.min !== null && value < Number(info.min);
      const high = info.max !== null && value > Number(info.max);
      return low || high ? bad({ code: 'outOfRange', min: info.min ?? '', max: info.max ?? '' }) : good(value);
    }
    case 'decimal':
      return NUMBER.test(trimmed) ? good(info.asText ? plainNumber(trimmed) : exactDecimal(trimmed)) : bad({ code: 'notNumber' });
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
      // An instant requires a time zone. Text without one is rejected rather than read as UTC: only the form knows which zone was meant.
      if (info.kind === 'dateTime' && !ZONE.test(time)) return bad({ code: 'notDateTime' });
      return good(`${date}T${withSeconds(info.kind === 'localDateTime' && !info.keepsZone ? time.replace(ZONE, '') : time)}`);
    }
    case 'duration':
      return DURATION.test(trimmed) ? good(trimmed) : bad({ code: 'notDuration' });
    case 'json': {
      const json = parseJson(trimmed);
      return json.ok && info.inString ? good(text) : exact(json, trimmed);
    }
    case 'url':
      // A path from the root is a valid URL reference too. Anything else without a scheme is treated as a typing error.
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
      // Only text that is clearly JSON is parsed: objects, lists, booleans and numbers. `null` and quoted text are sent as typed.
      const json = /^[[{]|^(true|false)$|^-?\d/.test(trimmed) ? parseJson(trimmed) : null;
      return json?.ok && (typeof json.value !== 'number' || String(json.value) === trimmed) ? exact(json, trimmed) : good(text);
    }
    default:
      return good(text);
  }
}

/** The text of a form field for a value: the inverse of `parseScalar`. '' for null and undefined. */
export function formatScalar(info: RangedScalar, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (info.kind === 'json' && !(info.inString && typeof value === 'string')) return laidOutJson(value);
  return valueAsText(value);
}

/** Checks a value that was not typed into a form field, such as a variable written as JSON. Null if it is valid. */
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

/** True for a File or Blob. `instanceof` would fail for objects from another realm. */
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
  // Numbers below 16 digits are exact, and comparing them is faster than creating a BigInt: a list can have tens of thousands of values.
  const whole = text.length < 16 ? Number(text) : BigInt(text.replace(/^\+/, ''));
  const low = info.min !== null && whole < BigInt(info.min);
  const high = info.max !== null && whole > BigInt(info.max);
  if (low || high) return bad({ code: 'outOfRange', min: info.min ?? '', max: info.max ?? '' });
  return good(value);
}

/** A number if it is a safe integer, else its digits as a string, which servers with 64-bit scalars accept. */
function exactInteger(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text.replace(/^\+/, '')).toString();
}

const plainNumber = (text: string): string => text.replace(/^\+/, '');

function exactDecimal(text: string): number | string {
  const value = Number(text);
  const plain = plainNumber(text);
  // A number of this length is exact, even with trailing zeros. Servers that send numbers may not accept strings (Hot Chocolate).
  return String(value) === plain || /^-?[\d.]{1,15}$/.test(plain) ? value : plain;
}

/** True for a date with a time. Some servers send and accept it for a date scalar. */
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

/** Adds seconds: browsers' time pickers leave them out, but most servers require them. */
function withSeconds(time: string): string {
  return time.replace(/^(\d{2}:\d{2})(?!:?\d|:)/, '$1:00');
}

/** The result, or a problem if JSON.parse has rounded an integer of the text: the record would get another value than the typed one. */
function exact(result: ScalarResult, text: string): ScalarResult {
  return result.ok && quoteLargeIntegers(text) !== text ? bad({ code: 'notExact' }) : result;
}

function parseJson(text: string): ScalarResult {
  try {
    return good(JSON.parse(text));
  } catch {
    return bad({ code: 'notJson', text });
  }
}
