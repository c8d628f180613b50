/**
 * How a value is to be shown, decided by its type, its field's name and, where these do not say enough, the value itself. It says what a
 * value is, not how it looks: that is the business of the part that shows it. A name never turns a text into a link by itself: the value
 * has to be an http(s) address too.
 */
import { wordsOf } from './readableName';
import { scalarInfo } from './scalars';
import { isList, type SchemaModel, type TypeRef, typeOf } from './schemaModel';

/** What a value is to the one who reads it. `list` and `object` hold others; `count` is a whole number of related records. */
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
const ISO_LOCAL = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/;

/**
 * How to show a value.
 * @param name the field's name; '' when there is none
 * @param value the value when it is at hand: it decides between a text, a long text, a link, an image and a date in a text
 */
export function valueKind(model: SchemaModel, type: TypeRef, name = '', value?: unknown): ValueKind {
  if (isList(type)) return 'list';
  const named = typeOf(model, type);
  if (named === undefined) return 'unknown';
  if (named.kind === 'enum') return 'enum';
  if (named.kind !== 'scalar') return 'object';
  const kind = scalarInfo(named).kind;
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
    case 'upload':
    case 'unknown':
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

/** A scalar's name is not its meaning: `Date` is a timestamp on several servers. */
function kindOfMoment(kind: 'date' | 'time' | 'dateTime' | 'localDateTime', value: string): ValueKind {
  if (ISO_INSTANT.test(value)) return kind === 'localDateTime' ? kind : 'dateTime';
  if (ISO_DATE.test(value)) return 'date';
  return ISO_LOCAL.test(value) ? (kind === 'dateTime' ? kind : 'localDateTime') : kind;
}

function words(name: string): string[] {
  return wordsOf(name).map(word => word.toLowerCase());
}

function isImage(name: string, value: unknown): boolean {
  if (typeof value === 'string')
    return HTTP.test(value) && (IMAGE_FILE.test(value) || words(name).some(word => IMAGE_WORDS.has(word)));
  return words(name).some(word => IMAGE_WORDS.has(word));
}

function kindOfText(name: string, value: unknown): ValueKind {
  const parts = words(name);
  const last = parts.at(-1) ?? '';
  if (typeof value === 'string') {
    if (HTTP.test(value) && !/\s/.test(value)) return isImage(name, value) ? 'imageUrl' : 'url';
    if (ISO_INSTANT.test(value)) return 'dateTime';
    if (ISO_DATE.test(value)) return 'date';
    return value.length > 120 || value.includes('\n') ? 'longText' : 'text';
  }
  if (URL_WORDS.has(last)) return isImage(name, undefined) ? 'imageUrl' : 'url';
  if (last === 'email') return 'email';
  if (last === 'id') return 'id';
  return LONG_WORDS.has(last) ? 'longText' : 'text';
}

function kindOfUnknown(name: string, value: unknown): ValueKind {
  if (typeof value === 'string') return kindOfText(name, value);
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'object' && value !== null) return 'json';
  return 'unknown';
}
