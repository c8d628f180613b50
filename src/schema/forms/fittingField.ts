/**
 * Adapts a form field to the value that the server sent for it, because a scalar's name does not guarantee its format: `Date` is a
 * timestamp on several servers, and an `Email` can contain any text. If the value does not match the kind derived from the scalar's name,
 * the value decides how the field is shown and validated. So an unchanged value is always valid.
 */
import type { RangedScalar } from '../model/scalarRanges';
import { isFileLike, parseScalar } from '../model/scalarValues';
import { isTextNumber } from '../model/textNumbers';
import type { FormField } from './formModel';

const TAKES_ANYTHING: ReadonlySet<RangedScalar['kind']> = new Set(['boolean', 'upload']);
const NUMBERS: ReadonlySet<RangedScalar['kind']> = new Set(['bigInt', 'decimal']);
/** Patterns of date and time kinds; the first match counts. */
const MOMENTS: readonly (readonly [RangedScalar['kind'], RegExp])[] = [
  ['dateTime', /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}.{0,30}(z|[+-]\d{2}:?\d{2})$/i],
  ['localDateTime', /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/],
  ['date', /^\d{4}-\d{2}-\d{2}$/],
  ['time', /^\d{2}:\d{2}/],
];

/** The field adapted to the value that the server sent. Returns the same object if the value already matches. */
export function fittingField(field: FormField, present: unknown): FormField {
  const { control } = field;
  if (present === null || present === undefined || isFileLike(present)) return field;
  switch (control.kind) {
    case 'scalar': {
      const scalar = fittingScalar(control.scalar, present);
      return scalar === control.scalar ? field : { ...field, control: { ...control, scalar } };
    }
    case 'list': {
      const item = fittingItem(control.item, (Array.isArray(present) ? present : [present]).slice(0, 100));
      return item === control.item ? field : { ...field, control: { ...control, item } };
    }
    case 'group': {
      const fields = fittingFields(control.fields, present);
      return fields === control.fields ? field : { ...field, control: { ...control, fields } };
    }
    default:
      return field;
  }
}

/** The fields, each adapted to its value in `present`. Returns the same array if all values already match. */
export function fittingFields<Fields extends readonly FormField[]>(fields: Fields, present: unknown): Fields | FormField[] {
  if (typeof present !== 'object' || present === null || Array.isArray(present)) return fields;
  const values = present as Readonly<Record<string, unknown>>;
  const fitted = fields.map(field => (Object.hasOwn(values, field.name) ? fittingField(field, values[field.name]) : field));
  return fitted.every((field, at) => field === fields[at]) ? fields : fitted;
}

/** The item field of a list, adapted to all items. If scalar items have different kinds, the field accepts any text. */
function fittingItem(item: FormField, values: readonly unknown[]): FormField {
  const { control } = item;
  if (control.kind !== 'scalar') return values.reduce<FormField>((fitted, value) => fittingField(fitted, value), item);
  const fitted = values.flatMap(value => (value === null || value === undefined ? [] : [fittingField(item, value)]));
  const kinds = new Set(fitted.map(each => each.control.kind === 'scalar' && each.control.scalar.kind));
  // A single string that contains JSON does not turn the other items into strings.
  const isValue = ({ control }: FormField): boolean => control.kind === 'scalar' && control.scalar.inString !== true;
  if (kinds.size < 2) return fitted.find(isValue) ?? fitted[0] ?? item;
  if (control.scalar.kind === 'unknown') return item;
  return { ...item, control: { ...control, scalar: { ...control.scalar, kind: 'text', min: null, max: null } } };
}

function fittingScalar(scalar: RangedScalar, present: unknown): RangedScalar {
  if (scalar.kind === 'json') {
    const inString = isJsonInString(scalar, present);
    return inString === scalar.inString ? scalar : { ...scalar, inString };
  }
  if ((typeof present !== 'string' && typeof present !== 'number') || TAKES_ANYTHING.has(scalar.kind)) return scalar;
  const text = String(present);
  if (text === '') return scalar;
  const fits = (kind: RangedScalar['kind']): boolean => parseScalar({ ...scalar, kind }, text).ok;
  const moment = MOMENTS.find(([kind, form]) => form.test(text) && fits(kind))?.[0];
  // For date and time scalars the pattern decides: `parseScalar` would also accept a date with a time as a plain date.
  const isMoment = MOMENTS.some(([kind]) => kind === scalar.kind);
  if (scalar.kind === 'unknown') return moment === undefined ? scalar : { ...scalar, kind: moment };
  if (isMoment ? scalar.kind === moment : fits(scalar.kind)) return NUMBERS.has(scalar.kind) ? sentAs(scalar, present) : scalar;
  return { ...scalar, kind: moment ?? (typeof present === 'number' ? 'decimal' : 'text'), min: null, max: null };
}

/** The value itself shows whether the number is sent as a string, unless it is a large integer. */
function sentAs(scalar: RangedScalar, present: string | number): RangedScalar {
  if (typeof present === 'number') return scalar.asText ? { ...scalar, asText: false } : scalar;
  return isTextNumber(present) ? { ...scalar, asText: true } : scalar;
}

/** A string that contains an object or a list in JSON shows that the server takes JSON in strings. */
const isJsonInString = (scalar: RangedScalar, present: unknown): boolean =>
  typeof present === 'string' && (scalar.inString || /^\s*[[{]/.test(present)) && parseScalar(scalar, present).ok;
