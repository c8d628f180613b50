/**
 * A form field fitted to the value that a server sent for it. A scalar's name is not its meaning: `Date` is a timestamp on several servers, and an
 * `Email` may be empty words. Where the value does not read as what the name says, the value decides how it is shown, typed and checked; unchanged it is
 * always accepted.
 */
import type { RangedScalar } from '../model/scalarRanges';
import { isFileLike, parseScalar } from '../model/scalarValues';
import type { FormField } from './formModel';

const TAKES_ANYTHING: ReadonlySet<RangedScalar['kind']> = new Set(['json', 'unknown', 'boolean', 'upload']);
/** Kinds of dates and times by what a value looks like; the first that matches counts. */
const MOMENTS: readonly (readonly [RangedScalar['kind'], RegExp])[] = [
  ['dateTime', /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}.{0,30}(z|[+-]\d{2}:?\d{2})$/i],
  ['localDateTime', /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/],
  ['date', /^\d{4}-\d{2}-\d{2}$/],
  ['time', /^\d{2}:\d{2}/],
];

/** The field, fitted to its present value (as sent, or as the draft of it); the same field where they go together. */
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

/** The fields, each fitted to its value in `present`; the same list where all go together. */
export function fittingFields<Fields extends readonly FormField[]>(fields: Fields, present: unknown): Fields | FormField[] {
  if (typeof present !== 'object' || present === null || Array.isArray(present)) return fields;
  const values = present as Readonly<Record<string, unknown>>;
  const fitted = fields.map(field => (Object.hasOwn(values, field.name) ? fittingField(field, values[field.name]) : field));
  return fitted.every((field, at) => field === fields[at]) ? fields : fitted;
}

/** The item of a list, fitted to all of them; of scalars that are of several kinds it takes any text. */
function fittingItem(item: FormField, values: readonly unknown[]): FormField {
  const { control } = item;
  if (control.kind !== 'scalar') return values.reduce<FormField>(fittingField, item);
  const fitted = values.flatMap(value => (value === null || value === undefined ? [] : [fittingField(item, value)]));
  const kinds = new Set(fitted.map(each => each.control.kind === 'scalar' && each.control.scalar.kind));
  if (kinds.size < 2) return fitted[0] ?? item;
  return { ...item, control: { ...control, scalar: { ...control.scalar, kind: 'text', min: null, max: null } } };
}

function fittingScalar(scalar: RangedScalar, present: unknown): RangedScalar {
  if ((typeof present !== 'string' && typeof present !== 'number') || TAKES_ANYTHING.has(scalar.kind)) return scalar;
  const text = String(present);
  if (text === '') return scalar;
  const fits = (kind: RangedScalar['kind']): boolean => parseScalar({ ...scalar, kind }, text).ok;
  const moment = MOMENTS.find(([kind, form]) => form.test(text) && fits(kind))?.[0];
  // A date that has a time is one of these, whatever else it could be read as.
  const isMoment = MOMENTS.some(([kind]) => kind === scalar.kind);
  if (isMoment ? scalar.kind === moment : fits(scalar.kind)) return scalar;
  return { ...scalar, kind: moment ?? (typeof present === 'number' ? 'decimal' : 'text'), min: null, max: null };
}
