/**
 * Determines the kind of a value from its type, its field name and, if those are not enough, the value itself. Components decide how each
 * kind looks. A field name alone never makes text a link: the value must also be an http(s) URL.
 */
import { wordsOf } from './readableName';
import { kindInSchema } from './scalars';
import { isList, type SchemaModel, type TypeRef, typeOf } from './schemaModel';

/** The kind of a value for display. `count` is the number of related records. */
export type ValueKind =
  | 'text'
  | 'longText'
  | 'id'
  | 'number'
  | 'bigInt'
  | 'decimal'
  | 'boolean'
  | 'enum'
  | 'date'
  | 'time'
  | 'dateTime'
  | 'localDateTime'
  | 'duration'
  | 'url'
  | 'imageUrl'
  | 'email'
  | 'phone'
  | 'colour'
  | 'bytes'
  | 'json'
  | 'count'
  | 'object'
  | 'list'
  | 'unknown';

const IMAGE_WORDS = new Set(
  'image img photo picture avatar thumbnail thumb icon logo cover banner poster portrait screenshot favicon'.split(' '),
);
const URL_WORDS = new Set('url uri href link website homepage src'.split(' '));
const LONG_WORDS = new Set(
  'description notes note comment comments body content text bio summary message readme markdown html abstract details remarks about overview'.split(
    ' ',
  ),
);
const IMAGE_FILE = /\.(png|jpe?g|gif|webp|avif|svg|ico|bmp)(?:$|[?#])/i;
const HTTP = /^https?:\/\//i;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;
const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i;
const TIME_OF_DAY = /^\d{2}:\d{2}/;
const ISO_LOCAL = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/;

/**
 * The kind of a value for display.
 * @param name the field's name; '' if there is none
 * @param value the value, if known: it distinguishes text, long text, links, images and dates within text scalars
 */
export function valueKind(model: SchemaModel, type: TypeRef, name = '', value?: unknown): ValueKind {
  if (isList(type)) return 'list';
  const named = typeOf(model, type);
  if (named === undefined) return 'unknown';
  if (named.kind === 'enum') return 'enum';
  if (named.kind !== 'scalar') return 'object';
  const kind = kindInSchema(model, named);
  switch (kind) {
    case 'int':
    case 'float':
      return 'number';
    case 'uuid':
      return 'id';
    case 'text':
      return kindOfText(name, value);
    case 'url':
      return isImage(name, value) ? 'imageUrl' : 'url';
    case 'unknown':
      return isEpoch(named.name, value) ? 'dateTime' : kindOfUnknown(name, value);
    case 'upload':
      return kindOfUnknown(name, value);
    case 'date':
    case 'time':
    case 'dateTime':
    case 'localDateTime':
      return typeof value === 'string' ? kindOfMoment(kind, value) : kind;
    default:
      return kind;
  }
}

/** True for seconds or milliseconds since 1970, from 1973 on, if the scalar's name says so: `timestamp_ms`, `UnixTime`. */
const isEpoch = (scalar: string, value: unknown): boolean =>
  typeof value === 'number' && value > 1e8 && value < 1e14 && /timestamp|epoch|unix|posix/i.test(scalar);

/** The value decides over the scalar's name: several servers send timestamps for a scalar called `Date`. */
function kindOfMoment(kind: 'date' | 'time' | 'dateTime' | 'localDateTime', value: string): ValueKind {
  if (ISO_INSTANT.test(value)) return kind === 'localDateTime' ? kind : 'dateTime';
  if (ISO_DATE.test(value)) return 'date';
  if (TIME_OF_DAY.test(value)) return 'time';
  return ISO_LOCAL.test(value) ? (kind === 'dateTime' ? kind : 'localDateTime') : kind;
}

/** The kind of a string that is a date or time; null for any other string. */
export function momentIn(value: string): 'date' | 'dateTime' | null {
  return ISO_INSTANT.test(value) ? 'dateTime' : ISO_DATE.test(value) ? 'date' : null;
}

function words(name: string): string[] {
  return wordsOf(name).map(word => word.toLowerCase());
}

function isImage(name: string, value: unknown): boolean {
  if (typeof value === 'string')
    return HTTP.test(value) && (IMAGE_FILE.test(value) || words(name).some(word => IMAGE_WORDS.has(word)));
  return words(name).some(word => IMAGE_WORDS.has(word));
}

/** True for the field name of a key: `id`, `captainId`, `captain_id`. */
export const isIdName = (name: string): boolean => words(name).at(-1) === 'id';

function kindOfText(name: string, value: unknown): ValueKind {
  const parts = words(name);
  const last = parts.at(-1) ?? '';
  if (typeof value === 'string') {
    if (HTTP.test(value) && !/\s/.test(value)) return isImage(name, value) ? 'imageUrl' : 'url';
    return momentIn(value) ?? (value.length > 120 || value.includes('\n') ? 'longText' : 'text');
  }
  if (URL_WORDS.has(last)) return isImage(name, undefined) ? 'imageUrl' : 'url';
  if (last === 'email') return 'email';
  if (isIdName(name)) return 'id';
  return LONG_WORDS.has(last) ? 'longText' : 'text';
}

function kindOfUnknown(name: string, value: unknown): ValueKind {
  if (typeof value === 'string') return kindOfText(name, value);
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'object' && value !== null) return 'json';
  return 'unknown';
}
