/**
 * Supports input fields that set the related records of a record: a list of keys (`tagIds: [ID!]`), which replaces the current list, or
 * operations (`tags: {connect: [{id}], disconnect: [{id}]}`, `{set: [{id}]}`, for a new record `{connect: [{id}]}`). The user edits a list
 * of keys. This module converts it to the value to send.
 */
import type { FormField } from '../forms/formModel';

/** An input field for the keys of related records. */
export interface ManyInput {
  /** The field of one key. Its name is '' if the keys are plain list items, else the name of the field in each item object. */
  readonly key: FormField;
  /**
   * `list`: sends all keys. `difference`: sends added keys in `connect` and removed ones in `disconnect`. `set` and `connect`: sends all keys
   * in this operation.
   */
  readonly way: 'list' | 'difference' | 'set' | 'connect';
}

const KEYS = new Set(['id', 'uuid', 'int', 'bigInt']);

/** How a field takes the keys of related records; null if it does not. @param isNew true for a creation, which can only connect records */
export function manyInput(field: FormField, isNew = false): ManyInput | null {
  const plain = keysIn(field);
  if (plain !== null) return plain.name === '' ? { key: plain, way: 'list' } : null;
  const [connect, disconnect, set] = ['connect', 'disconnect', 'set'].map(name => operation(field, name));
  if (connect && isNew) return { key: connect, way: 'connect' };
  if (connect && disconnect) return connect.name === disconnect.name ? { key: connect, way: 'difference' } : null;
  return set ? { key: set, way: 'set' } : null;
}

/**
 * The value to send for a list of keys. Undefined if the field takes no keys, or if `difference` is needed and `present` is unknown.
 * @param present the record's current keys
 */
export function manyValue(field: FormField, value: unknown, present: unknown, isNew = false): unknown {
  const input = isKeys(value) ? manyInput(field, isNew) : null;
  if (input === null || !isKeys(value)) return undefined;
  if (input.way === 'list') return value.map(key => asSent(input.key, key));
  if (input.way !== 'difference') return Object.fromEntries([[input.way, value.map(key => asSent(input.key, key))]]);
  if (!isKeys(present)) return undefined;
  const [before, after] = [new Set(present.map(String)), new Set(value.map(String))];
  const added = [...new Set(value)].filter(key => !before.has(String(key)));
  const removed = present.filter(key => !after.has(String(key)));
  return {
    ...(added.length === 0 ? {} : { connect: added.map(key => asSent(input.key, key)) }),
    ...(removed.length === 0 ? {} : { disconnect: removed.map(key => asSent(input.key, key)) }),
  };
}

type Key = string | number;
const isKeys = (value: unknown): value is readonly Key[] =>
  Array.isArray(value) && value.every(item => typeof item === 'string' || typeof item === 'number');

function operation({ control }: FormField, name: string): FormField | null {
  const inner = control.kind === 'group' ? control.fields.find(field => field.name === name) : undefined;
  return inner === undefined ? null : keysIn(inner);
}

/** The key field of a list of keys; null for any other field. */
function keysIn({ control }: FormField): FormField | null {
  if (control.kind !== 'list') return null;
  const { item } = control;
  if (isKey(item)) return item;
  if (item.control.kind !== 'group') return null;
  const { fields } = item.control;
  const key = fields.find(field => field.name === 'id') ?? (fields.length === 1 ? fields[0] : undefined);
  const others = fields.some(field => field !== key && field.required);
  return key !== undefined && isKey(key) && !others ? key : null;
}

const isKey = ({ control }: FormField): boolean => control.kind === 'scalar' && KEYS.has(control.scalar.kind);

/** A key in the form that the input takes: a number for an Int, inside an object if the key has a name. */
function asSent({ name, control }: FormField, key: Key): unknown {
  const isInt = control.kind === 'scalar' && control.scalar.kind === 'int' && /^-?\d{1,15}$/.test(String(key));
  if (name === '') return isInt ? Number(key) : key;
  return Object.fromEntries([[name, isInt ? Number(key) : String(key)]]);
}
