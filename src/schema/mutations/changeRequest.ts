/**
 * What is sent for a change, and what its answer proves. Values go where changes.ts found their places, in the form the place takes: numbers
 * into an Int, texts into an ID, lists of one into a list, `{set: value}` into an operation. A mutation that selects rows by a filter is
 * never sent without the whole key, and is done only when just one row was affected.
 */
import { keyOf } from '../collections/records';
import { actionDocument } from '../documents/callDocuments';
import type { Prepared } from '../documents/documents';
import type { FormField } from '../forms/formModel';
import { type ArgumentPath, type ArgumentValues, valueAt, withValueAt } from '../model/argumentPath';
import { scalarInfo } from '../model/scalars';
import { namedType, type SchemaModel, type TypeRef, typeOf } from '../model/schemaModel';
import type { Change } from './changes';
import { linkValue } from './linkInput';
import { manyInput, manyValue } from './manyInput';
import { countOf, type OutcomeState, type PayloadError } from './outcome';
import { partFields, wholeValue } from './partFields';
import type { ActionResult } from './results';

/** A record's values by field name, as an answer gave them. */
export type Row = Readonly<Record<string, unknown>>;

/** The variables of a change, or what the record does not hold for them: then nothing may be sent. */
export interface ChangeVariables {
  readonly variables: ArgumentValues;
  /** Columns (or arguments) of which no value is known. */
  readonly missing: readonly string[];
}

/** What the answer of a change proves. */
export interface ChangeOutcome {
  readonly state: OutcomeState;
  /** The record as it is now, as far as the answer holds it. */
  readonly record: Row | null;
  /** What the server said against it, with the field it means. */
  readonly errors: readonly PayloadError[];
  /** The whole answer of the mutation. */
  readonly value: unknown;
}

/**
 * The variables that change one record.
 * @param row the record with its key, its version and the present values of required fields; anything for `create`
 * @param changes values by the names of `change.fields` or of their parts (partFields.ts); only what is to be changed
 */
export function changeVariables(model: SchemaModel, change: Change, row: Row, changes: Row = {}): ChangeVariables {
  const missing: string[] = [];
  const item = itemValues(model, change, row, changes, missing);
  if (change.itemsAt === null) return { variables: withCap(change, item), missing };
  return { variables: withValueAt({}, change.itemsAt, [item]), missing };
}

/**
 * The variables of a bulk form: for many records at once, or for one, in a list of one.
 * @param entries the records and the changes of each; a bulk form without `itemsAt` makes the first one's changes to all
 */
export function bulkVariables(
  model: SchemaModel,
  change: Change,
  entries: ReadonlyArray<{ row: Row; changes?: Row }>,
): ChangeVariables {
  const missing: string[] = [];
  if (change.itemsAt !== null) {
    const items = entries.map(({ row, changes }) => itemValues(model, change, row, changes ?? {}, missing));
    return { variables: withValueAt({}, change.itemsAt, items), missing };
  }
  const [first] = entries;
  if (first === undefined) return { variables: {}, missing: ['records'] };
  let values = itemValues(model, change, first.row, first.changes ?? {}, missing);
  for (const key of change.keys) {
    if (!key.asList) continue;
    const all = entries.map(({ row }) => keyValue(model, row, key.column, key.type, missing));
    values = withValueAt(values, key.target, all);
  }
  return { variables: values, missing };
}

function itemValues(model: SchemaModel, change: Change, row: Row, changes: Row, missing: string[]): ArgumentValues {
  let values: ArgumentValues = {};
  for (const key of change.keys) {
    const value = keyValue(model, row, key.column, key.type, missing, key.target);
    values = withValueAt(values, key.target, key.asList ? [value] : value);
  }
  if (change.version !== null) {
    const version = keyOf(row, change.version.column);
    // A record without a version was read without one; the server decides.
    if (version !== undefined && version !== null) values = withValueAt(values, change.version.target, version);
  }
  if (change.changesAt !== null) {
    const sent = changedValues(model, change, row, changes, missing);
    for (const [name, value] of Object.entries(sent)) values = withValueAt(values, [...change.changesAt, name], value);
    if (Object.keys(sent).length === 0 && change.changesAt.length > 0 && valueAt(values, change.changesAt) === undefined)
      values = withValueAt(values, change.changesAt, {});
  }
  return values;
}

/** The changed fields, and those the input wants in any case with the values the record has. */
function changedValues(model: SchemaModel, change: Change, row: Row, changes: Row, missing: string[]): ArgumentValues {
  const entries: Array<[string, unknown]> = [];
  for (const field of change.fields) {
    const present = Object.hasOwn(row, field.name) ? row[field.name] : undefined;
    const parts = partFields(model, change.typeName, field) ?? [];
    const isOf = (values: Row): boolean => parts.some(part => Object.hasOwn(values, part.name));
    if (Object.hasOwn(changes, field.name)) {
      const sent = wrapped(field, changes[field.name], present);
      if (sent === undefined) missing.push(field.name);
      else entries.push([field.name, sent]);
    } else if (isOf(changes) || (field.required && isOf(row))) {
      entries.push([field.name, wholeValue(field, { ...row, ...changes }, missing)]);
    } else if (field.required && change.kind !== 'create' && change.kind !== 'bulkCreate') {
      if (present === undefined) missing.push(field.name);
      else entries.push([field.name, wrapped(field, present, present)]);
    }
  }
  return Object.fromEntries(entries);
}

/**
 * The key of a linked record in its operation (linkInput.ts), those of several in theirs (manyInput.ts), and `{set: value}` where the field
 * takes an operation (Prisma's `StringFieldUpdateOperationsInput`). undefined: it needs to know what is there now.
 */
function wrapped(field: FormField, value: unknown, present: unknown): unknown {
  const { control } = field;
  if (Array.isArray(value) && manyInput(field) !== null) {
    const sent = manyValue(field, value, present);
    // A plain list may hold other things than keys.
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

/** A key as the place takes it: a number for an Int, a text for an ID; null when it cannot be one. */
function coerced(model: SchemaModel, value: unknown, type: TypeRef): unknown {
  const scalar = typeOf(model, type);
  const kind = scalar?.kind === 'scalar' ? scalarInfo(scalar).kind : 'text';
  if (kind === 'int') {
    const number = typeof value === 'number' ? value : Number(value);
    return Number.isSafeInteger(number) ? number : null;
  }
  if (namedType(type) === 'ID' || namedType(type) === 'String' || kind === 'uuid') return String(value);
  return value;
}

/** The document of a change with its variables. It throws for variables that miss something: those must never be sent. */
export function changeDocument(
  model: SchemaModel,
  change: Change,
  { variables, missing }: ChangeVariables,
): Prepared<ChangeOutcome> {
  if (missing.length > 0) throw new Error(`The change ${change.action.id} cannot be sent without ${missing.join(', ')}`);
  const document = actionDocument(model, change.action, variables);
  return { ...document, read: data => outcomeOf(change, document.read(data)) };
}

function outcomeOf(change: Change, { state, record, errors, value }: ActionResult): ChangeOutcome {
  const row = record?.row ?? null;
  const count = change.family === 'filter' && !change.kind.startsWith('bulk') ? affectedCount(value) : 1;
  if (state === 'done' && count !== null && count !== 1)
    return { state: count === 0 ? 'refused' : 'unknown', record: null, errors, value };
  return { state, record: row, errors, value };
}

const COUNTS = /^(affected(_?(count|rows))?|row_?count|count|num_?uids|(updated|deleted|modified)_?count|nodes_?deleted)$/i;

/** How many rows a filter mutation says it changed; null when it does not say. */
function affectedCount(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (Array.isArray(value)) return value.length;
  if (typeof value !== 'object' || value === null) return null;
  const entries = Object.entries(value);
  for (const [name, inner] of entries) {
    const count = COUNTS.test(name) ? countOf(inner) : null;
    if (count !== null) return count;
  }
  for (const [name, inner] of entries) if (Array.isArray(inner) && !/errors?$/i.test(name)) return inner.length;
  return null;
}
