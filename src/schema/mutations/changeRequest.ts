/**
 * Builds the variables of a change and reads its outcome. Values go to the arguments that changes.ts found, in the form that the argument
 * takes: a number for an Int, a string for an ID, a list with one item for a list, `{set: value}` for an operation. A mutation that selects
 * rows by a filter is never sent without the whole key, and succeeds only if exactly one row was affected.
 */
import { valueAsText } from '../../lib/text/valueAsText';
import { keyOf } from '../collections/records';
import { actionDocument } from '../documents/callDocuments';
import type { Prepared } from '../documents/documents';
import { type FormField, isFileField } from '../forms/formModel';
import { type ArgumentPath, type ArgumentValues, valueAt, withValueAt } from '../model/argumentPath';
import { scalarInfo } from '../model/scalars';
import { fieldsOf, namedType, possibleTypes, type SchemaModel, type TypeRef, typeOf } from '../model/schemaModel';
import type { Change } from './changes';
import { linkValue } from './linkInput';
import { manyInput, manyValue } from './manyInput';
import { countOf } from './outcome/leafOutcome';
import { isObject, type PayloadError } from './outcome/payloadErrors';
import type { OutcomeState } from './outcome/recordOutcome';
import { changedRow, partFields, wholeValue } from './partFields';
import { type ActionResult, holdsOtherKey } from './results';
import { replacesWhole } from './wholeUpdates';

/** A record's values by field name, as in a result. */
export type Row = Readonly<Record<string, unknown>>;

/** The variables of a change. They must not be sent if anything is `missing`. */
export interface ChangeVariables {
  readonly variables: ArgumentValues;
  /** Columns (or arguments) whose value is unknown. */
  readonly missing: readonly string[];
}

/** The outcome of a change. */
export interface ChangeOutcome {
  readonly state: OutcomeState;
  /** The record after the change, with the fields that the result contains; null if it contains none. */
  readonly record: Row | null;
  /** The errors in the payload. */
  readonly errors: readonly PayloadError[];
  /** The value of the mutation field. */
  readonly value: unknown;
}

/**
 * The variables of a change to one record. A change of several records gets a list with this one.
 * @param row the record with its key, version and current values of required fields; ignored for `create`
 * @param changes the new values, by the names of `change.fields` or of their parts (partFields.ts); only changed fields
 */
export function changeVariables(model: SchemaModel, change: Change, row: Row, changes: Row = {}): ChangeVariables {
  const missing: string[] = [];
  const item = itemValues(model, change, row, changes, missing);
  if (change.itemsAt === null) return { variables: withCap(change, item), missing };
  return { variables: withValueAt({}, change.itemsAt, [item]), missing };
}

function itemValues(model: SchemaModel, change: Change, row: Row, changes: Row, missing: string[]): ArgumentValues {
  let values: ArgumentValues = {};
  for (const key of change.keys) {
    const value = keyValue(model, row, key.column, key.type, missing, key.target);
    values = withValueAt(values, key.target, key.asList ? [value] : value);
  }
  if (change.version !== null) {
    const version = keyOf(row, change.version.column);
    // Without a known version, none is sent unless it is required. The server decides whether to accept the change.
    if (version !== undefined && version !== null) values = withValueAt(values, change.version.target, version);
    else if (change.version.isRequired) missing.push(change.version.column);
  }
  if (change.changesAt !== null) {
    const sent = changedValues(model, change, row, changes, missing);
    for (const [name, value] of Object.entries(sent)) values = withValueAt(values, [...change.changesAt, name], value);
    if (Object.keys(sent).length === 0 && change.changesAt.length > 0 && valueAt(values, change.changesAt) === undefined)
      values = withValueAt(values, change.changesAt, {});
  }
  return values;
}

/** The changed fields, and the unchanged fields that the update needs, with their current values. */
function changedValues(model: SchemaModel, change: Change, row: Row, changes: Row, missing: string[]): ArgumentValues {
  const entries: Array<[string, unknown]> = [];
  const isNew = change.kind === 'create' || change.kind === 'bulkCreate';
  const isWhole = replacesWhole(model, change);
  for (const field of change.fields) {
    const present = Object.hasOwn(row, field.name) ? row[field.name] : undefined;
    const parts = partFields(model, change.typeName, field) ?? [];
    const isOf = (values: Row): boolean => parts.some(part => Object.hasOwn(values, part.name));
    if (Object.hasOwn(changes, field.name)) {
      const sent = wrapped(field, changes[field.name], present, isNew);
      if (sent === undefined) missing.push(field.name);
      else entries.push([field.name, sent]);
    } else if (isOf(changes) || (field.required && isOf(row))) {
      entries.push([field.name, wholeValue(field, changedRow(field, row, changes), missing)]);
    } else if (field.required && !isNew) {
      if (present === undefined) missing.push(field.name);
      else entries.push([field.name, wrapped(field, typed(model, field, present), present)]);
    } else if (isWhole && !isFileField(field)) {
      const holes: string[] = [];
      const sent = isOf(row) ? wholeValue(field, row, holes) : unchanged(model, change, field, present);
      // Null is sent only if leaving the field out would mean its default. Otherwise it is left out: the server may hide the value from
      // this account, and may keep the values of missing fields.
      const isSent = sent === null ? field.nullable && field.defaultValue !== undefined : sent !== undefined;
      if (isSent && holes.length === 0) entries.push([field.name, sent]);
    }
  }
  return Object.fromEntries(entries);
}

/** The current value of a field in the form that the field takes; undefined if there is none in that form. */
function unchanged(model: SchemaModel, { typeName }: Change, field: FormField, present: unknown): unknown {
  const { control } = field;
  const own = fieldsOf(model.types.get(typeName)).get(field.name);
  const isSame = control.kind === 'scalar' && own !== undefined && namedType(own.type) === namedType(field.type);
  if (present === null) return null;
  if (present === undefined || (!isSame && !isPlain(present))) return undefined;
  const sent = wrapped(field, typed(model, field, present), present);
  return (control.kind === 'group' || control.kind === 'oneOf') && typeof sent !== 'object' ? undefined : sent;
}

/** Converts a record's value to the type of a field. */
function typed(model: SchemaModel, { control, type }: FormField, value: unknown): unknown {
  if (control.kind === 'list' && Array.isArray(value)) return value.map(item => typed(model, control.item, item));
  const isCoerced = control.kind === 'scalar' && (typeof value === 'string' || typeof value === 'number');
  return isCoerced ? (coerced(model, value, type) ?? value) : value;
}

/** True for a value that has the same form in a record and in an input. */
const isPlain = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.every(item => isPlain(item))
    : value === null || (value !== undefined && typeof value !== 'object');

/**
 * Converts a value to the form that the field takes: an operation for one linked record (linkInput.ts) or several (manyInput.ts), or
 * `{set: value}` (Prisma's `StringFieldUpdateOperationsInput`). Undefined if the current value is needed but unknown.
 */
function wrapped(field: FormField, value: unknown, present: unknown, isNew = false): unknown {
  const { control } = field;
  if (Array.isArray(value) && manyInput(field, isNew) !== null) {
    const sent = manyValue(field, value, present, isNew);
    // If there is no operation for it, a plain list is sent unchanged: it can contain values other than keys.
    if (sent !== undefined || control.kind === 'group') return sent;
  }
  if (control.kind !== 'group' && control.kind !== 'oneOf') return value;
  const set = control.fields.find(field => field.name === 'set');
  const isOperation =
    set !== undefined && set.control.kind !== 'group' && (typeof value !== 'object' || value === null || Array.isArray(value));
  return isOperation ? { set: value } : (linkValue(field, value) ?? value);
}

const withCap = (change: Change, values: ArgumentValues): ArgumentValues =>
  change.cap === null ? values : withValueAt(values, change.cap, 1);

function keyValue(
  model: SchemaModel,
  row: Row,
  column: string | null,
  type: TypeRef,
  missing: string[],
  target: ArgumentPath = [],
): unknown {
  const value = column === null ? undefined : keyOf(row, column);
  if (value === undefined || value === null || value === '' || typeof value === 'object') {
    missing.push(column ?? target.join('.'));
    return null;
  }
  const sent = coerced(model, value, type);
  if (sent === null) missing.push(column ?? target.join('.'));
  return sent;
}

/** Converts a key or value to the type of its argument: a number for an Int, a string for an ID. Null if that is not possible. */
function coerced(model: SchemaModel, value: unknown, type: TypeRef): unknown {
  const scalar = typeOf(model, type);
  const kind = scalar?.kind === 'scalar' ? scalarInfo(scalar).kind : 'text';
  if (kind === 'int') {
    // `1e3` and 1000 can be keys of different records.
    const isNumber = typeof value === 'number' || (typeof value === 'string' && /^-?\d{1,16}$/.test(value));
    return isNumber && Number.isSafeInteger(Number(value)) ? Number(value) : null;
  }
  const isText = namedType(type) === 'ID' || namedType(type) === 'String' || kind === 'uuid';
  if (typeof value === 'object' && (kind === 'float' || isText)) return null;
  if (kind === 'float') return Number.isFinite(Number(value)) ? Number(value) : null;
  return isText ? String(value) : value;
}

/** The document of a change with its variables. @throws Error if `missing` is not empty, because such variables must never be sent */
export function changeDocument(
  model: SchemaModel,
  change: Change,
  { variables, missing }: ChangeVariables,
): Prepared<ChangeOutcome> {
  if (missing.length > 0) throw new Error(`The change ${change.action.id} cannot be sent without ${missing.join(', ')}`);
  const document = actionDocument(model, change.action, variables);
  return { ...document, read: data => outcomeOf(model, change, variables, document.read(data)) };
}

function outcomeOf(model: SchemaModel, change: Change, variables: ArgumentValues, result: ActionResult): ChangeOutcome {
  const { state, record, errors, value } = result;
  const isOne = change.kind === 'update' || change.kind === 'delete';
  const own = isOwnType(model, change, record) ? record : null;
  // The record itself can have a field named `count`.
  const count = isOne && own?.row !== value ? affectedCount(change, value) : 1;
  if (state === 'done' && count !== null && count !== 1)
    return { state: count === 0 ? 'refused' : 'unknown', record: null, errors, value };
  // An empty list can mean that no records are left.
  const isLeft = change.kind === 'delete' && Array.isArray(value) && value.length === 0 && change.family !== 'filter';
  if (isLeft || (state !== 'refused' && isOne && own !== null && holdsOther(change, variables, own.row, value)))
    return { state: 'unknown', record: null, errors, value };
  return { state, record: record?.row ?? null, errors, value };
}

const isOwnType = (model: SchemaModel, { typeName }: Change, record: ActionResult['record']): boolean =>
  record !== null && [typeName, ...possibleTypes(model.types.get(typeName))].includes(record.typeName);

/** True if a result contains a record of the type with other keys than the sent ones. */
function holdsOther(change: Change, all: ArgumentValues, record: Row, value: unknown): boolean {
  const items = change.itemsAt === null ? [all] : valueAt(all, change.itemsAt);
  const variables: unknown = Array.isArray(items) ? items[0] : undefined;
  if (!isObject(variables)) return false;
  return change.keys.some(({ column, target, asList }) => {
    const sent = valueAt(variables, target);
    const key = asList && Array.isArray(sent) ? sent[0] : sent;
    // The update itself can change a natural key.
    const renamed = column === null || change.changesAt === null ? undefined : valueAt(variables, [...change.changesAt, column]);
    const isSame = (found: unknown): boolean => [key, renamed ?? key].some(one => valueAsText(one) === valueAsText(found));
    return column !== null && holdsOtherKey(value, record, column, isSame);
  });
}

const COUNTS = /^(affected(_?(count|rows))?|row_?count|count|num_?uids|(updated|deleted|modified)_?count|nodes_?deleted)$/i;

/** The number of changed rows in the result of a mutation with a condition; null if it does not contain one. */
function affectedCount({ family }: Change, value: unknown): number | null {
  if (family !== 'filter' && family !== 'where') return null;
  const entries = isObject(value) ? Object.entries(value) : [];
  for (const [name, inner] of entries) {
    const count = COUNTS.test(name) ? countOf(inner) : null;
    if (count !== null) return count;
  }
  if (family === 'where') return null;
  if (typeof value === 'number') return value;
  if (Array.isArray(value)) return value.length;
  for (const [name, inner] of entries) if (Array.isArray(inner) && !/errors?$/i.test(name)) return inner.length;
  return null;
}
