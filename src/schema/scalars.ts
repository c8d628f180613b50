/**
 * What the scalars of a schema stand for, by their specification's address or by name, and how a value of each is typed in, checked and
 * sent. GraphQL names five scalars; all others are custom, and servers agree on little but the names. A scalar nobody knows is `unknown`:
 * plain text that is sent as JSON where it reads as JSON and as a string otherwise.
 * Dates are checked as calendar dates, not only by pattern. Nothing here formats for a language: that is i18n's.
 */
import { jsonErrorAt } from './jsonErrorAt';
import type { ScalarTypeModel } from './schemaModel';

/**
 * What a scalar holds.
 * - `date` 2024-03-31, `time` 13:45:00 (with or without zone), `dateTime` an instant with zone, `localDateTime` without zone
 * - `bigInt` a whole number of any size, `decimal` a number of any precision; both kept as text
 * - `duration` ISO 8601 (PT1H30M), `json` anything, `bytes` base64, `colour` #rrggbb
 */
export type ScalarKind =
  | 'text'
  | 'longText'
  | 'int'
  | 'float'
  | 'bigInt'
  | 'decimal'
  | 'boolean'
  | 'id'
  | 'date'
  | 'time'
  | 'dateTime'
  | 'localDateTime'
  | 'duration'
  | 'json'
  | 'url'
  | 'email'
  | 'phone'
  | 'uuid'
  | 'bytes'
  | 'colour'
  | 'upload'
  | 'unknown';

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

/** What Oriel knows of one scalar. */
export interface ScalarInfo {
  readonly kind: ScalarKind;
  /** The scalar's own name, for "a value of Money". */
  readonly name: string;
  readonly specifiedBy: string | null;
  /** Smallest and largest value, for kinds int, float and bigInt; null where there is none. */
  readonly min: string | null;
  readonly max: string | null;
}

/** Names (lower case, without separators) by kind. */
const NAMES: Readonly<Record<Exclude<ScalarKind, 'unknown'>, string>> = {
  text: 'string varchar char bpchar text citext name str symbol locale language languagecode countrycode currency currencycode timezone tz nonemptystring slug handle ipaddress ip ipv4 ipv6 inet cidr macaddr mac isbn iban bic jwt hexadecimal gitobjectid gitrefname oid regproc xml tsvector ltree postalcode zipcode did semver routingnumber accountnumber ssn',
  longText: 'longtext markdown html htmlstring richtext multiline mediumtext gitsshremote',
  int: 'int integer int2 int4 int8bit int16 int32 smallint tinyint mediumint short byte positiveint nonnegativeint negativeint nonpositiveint unsignedint uint uint8 uint16 uint32 port year serial count safeint',
  float:
    'float double float4 float8 float32 float64 real number positivefloat nonnegativefloat negativefloat nonpositivefloat unsignedfloat latitude longitude percentage doubleprecision',
  bigInt:
    'bigint long int8 int64 uint64 biginteger bigserial unsignedbigint uint256 int256 safebigint longint unsignedint64 numericid',
  decimal: 'decimal bigdecimal numeric money bigfloat cents amount fixed decimal128 currencyamount positivedecimal',
  boolean: 'boolean bool bit bit1',
  id: 'id objectid objectidscalar globalid mongoid guidid xid cursor',
  date: 'date localdate isodate isodatestring dateonly calendardate plaindate',
  time: 'time timetz localtime timeofday isotime timewithtimezone timewithouttimezone plaintime localendtime',
  dateTime:
    'datetime timestamptz timestampwithtimezone timestamp instant isodatetime offsetdatetime zoneddatetime datetimeoffset datetimetz datetimeiso isodatetimestring utcdatetime awsdatetime gitimestamp precisedatetime datetimeutc iso8601datetime iso8601date datetimestring javascriptdate dateandtime',
  localDateTime: 'localdatetime datetimelocal timestampwithouttimezone naivedatetime plaindatetime timestampntz',
  duration: 'duration interval isoduration iso8601duration timespan period timedelta',
  json: 'json jsonb jsonobject jsonstring object any map anyscalar jsonscalar mixed rawjson awsjson dictionary genericscalar hash keyvalue geojson record anyvalue graphqljson graphqljsonobject fivetranjson attributes metadata',
  url: 'url uri urlstring awsurl httpurl weburl link href href uristring urlscalar absoluteurl',
  email: 'email emailaddress awsemail emailstring',
  phone: 'phone phonenumber awsphone telephone',
  uuid: 'uuid guid uniqueidentifier uuidv4 uuid4 uuidv7',
  bytes: 'bytes base64 base64string bytea blob binary buffer bytearray base64encoded byteslike base64binary',
  colour: 'colour color hexcolor hexcolorcode hexcolour rgbcolor hexcolorstring colourhex colorhex',
  upload: 'upload file fileupload uploadfile multipartfile attachmentupload uploadscalar filescalar',
};

const BY_NAME: ReadonlyMap<string, ScalarKind> = new Map(
  Object.entries(NAMES).flatMap(([kind, names]) => names.split(' ').map(name => [name, kind as ScalarKind] as const)),
);

/** Parts of a specification's address that leave no doubt, most telling first. */
const BY_SPECIFICATION: ReadonlyArray<readonly [RegExp, ScalarKind]> = [
  [/local-date-time|localdatetime/i, 'localDateTime'],
  [/date-time|datetime/i, 'dateTime'],
  [/local-date|full-date/i, 'date'],
  [/local-time|partial-time/i, 'time'],
  [/multipart-request/i, 'upload'],
];
/** Parts that say something, but less than a name that is known: RFC 3339 describes dates, times and both. */
const HINTS: ReadonlyArray<readonly [RegExp, ScalarKind]> = [
  [/rfc3339|timestamp/i, 'dateTime'],
  [/\/date\b/i, 'date'],
  [/\/time\b/i, 'time'],
  [/duration/i, 'duration'],
  [/uuid|rfc4122|rfc9562/i, 'uuid'],
  [/rfc3986|\/ur[il]\b|url\.spec\.whatwg/i, 'url'],
  [/rfc5322|rfc5321|email/i, 'email'],
  [/rfc4648|base64/i, 'bytes'],
  [/json\.org|rfc8259|ecma-404|\/json\b/i, 'json'],
  [/\/upload\b/i, 'upload'],
  [/\/long\b|bigint|big-int|int64/i, 'bigInt'],
  [/decimal/i, 'decimal'],
];

/** Limits of whole numbers by name (as in `NAMES`); a plain Int has 32 bits by GraphQL's own rule. */
const RANGES: ReadonlyMap<string, readonly [string | null, string | null]> = new Map([
  ['int', ['-2147483648', '2147483647']],
  ['int32', ['-2147483648', '2147483647']],
  ['int4', ['-2147483648', '2147483647']],
  ['integer', ['-2147483648', '2147483647']],
  ['smallint', ['-32768', '32767']],
  ['int2', ['-32768', '32767']],
  ['int16', ['-32768', '32767']],
  ['short', ['-32768', '32767']],
  ['uint8', ['0', '255']],
  ['uint16', ['0', '65535']],
  ['uint32', ['0', '4294967295']],
  ['uint64', ['0', '18446744073709551615']],
  ['port', ['0', '65535']],
  ['positiveint', ['1', '2147483647']],
  ['nonnegativeint', ['0', '2147483647']],
  ['unsignedint', ['0', '4294967295']],
  ['negativeint', ['-2147483648', '-1']],
  ['nonpositiveint', ['-2147483648', '0']],
  ['int64', ['-9223372036854775808', '9223372036854775807']],
  ['long', ['-9223372036854775808', '9223372036854775807']],
  ['positivefloat', ['0', null]],
  ['nonnegativefloat', ['0', null]],
  ['unsignedfloat', ['0', null]],
  ['nonpositivefloat', [null, '0']],
  ['latitude', ['-90', '90']],
  ['longitude', ['-180', '180']],
]);

const keyOf = (name: string): string => name.replace(/[_\-\s]/g, '').toLowerCase();

/** What a scalar stands for: what its specification's address says for certain, else its name, else what the address hints at. */
export function scalarInfo(scalar: Pick<ScalarTypeModel, 'name' | 'specifiedBy'>): ScalarInfo {
  const key = keyOf(scalar.name);
  // Prefixes and endings that servers add to the usual names: GraphQLDateTime, DateTimeScalar, MyDateTimeType.
  const bare = key.replace(/^(graphql|gql|scalar|custom|_)/, '').replace(/(scalar|type)$/, '');
  const told = (list: ReadonlyArray<readonly [RegExp, ScalarKind]>): ScalarKind | undefined =>
    scalar.specifiedBy === null ? undefined : list.find(([pattern]) => pattern.test(scalar.specifiedBy ?? ''))?.[1];
  const [min, max] = RANGES.get(key) ?? [null, null];
  return {
    kind: told(BY_SPECIFICATION) ?? BY_NAME.get(key) ?? BY_NAME.get(bare) ?? told(HINTS) ?? 'unknown',
    name: scalar.name,
    specifiedBy: scalar.specifiedBy,
    min,
    max,
  };
}

const INT = /^[+-]?\d+$/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
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
export function parseScalar(info: ScalarInfo, text: string): ScalarResult {
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
      return isDate(trimmed) ? good(trimmed) : bad({ code: 'notDate' });
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
export function formatScalar(info: ScalarInfo, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (info.kind === 'json') return JSON.stringify(value, null, 2);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Checks a value that did not come from a field (a variable written as JSON); null when it fits. */
export function checkScalar(info: ScalarInfo, value: unknown): ScalarProblem | null {
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

function inRange(info: ScalarInfo, text: string, value: unknown): ScalarResult {
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
