/**
 * Supports input objects that link another record with an operation: `berth: {connect: {id: "b1"}}`, or `{connect: "b1"}` (Lighthouse), and
 * `{disconnect: true}` to remove the link (Prisma, Keystone, Nexus). The user edits only the key of the other record. This module converts
 * the key to the operation.
 */
import type { FormField } from '../forms/formModel';

/** An input object that links one other record. */
export interface LinkInput {
  /** The field of `connect` that takes the other record's key. */
  readonly key: FormField;
  /** True if the key is a field of `connect`; false if it is the value of `connect`. */
  readonly isNamed: boolean;
  /** True if the link can be removed. The value null then becomes `{disconnect: true}`. */
  readonly canDisconnect: boolean;
}

/** The link input of a form field; null if the field does not link a record, or needs more than the key. @param keyName default: `id` */
export function linkInput({ control }: FormField, keyName?: string): LinkInput | null {
  const fields = fieldsIn(control);
  const connect = fields.find(field => field.name === 'connect');
  if (connect === undefined) return null;
  const key = keyOf(connect, keyName);
  if (key === null) return null;
  const disconnect = fields.find(field => field.name === 'disconnect');
  return {
    key,
    isNamed: key !== connect,
    canDisconnect: disconnect?.control.kind === 'scalar' && disconnect.control.scalar.kind === 'boolean',
  };
}

/** The operation for a key, or for null to remove the link; undefined if the field does not support it. */
export function linkValue(field: FormField, value: unknown): unknown {
  const link = typeof value === 'object' && value !== null ? null : linkInput(field);
  if (link === null || (value === null && !link.canDisconnect)) return undefined;
  if (value === null) return { disconnect: true };
  return { connect: link.isNamed ? Object.fromEntries([[link.key.name, value]]) : value };
}

/** The field that takes the other record's key; null if it is unknown or other fields are required as well. */
function keyOf(connect: FormField, keyName: string | undefined): FormField | null {
  if (connect.control.kind === 'scalar') return /^(id|uuid|int|bigInt)$/.test(connect.control.scalar.kind) ? connect : null;
  const keys = fieldsIn(connect.control);
  const key = keys.find(field => field.name === (keyName ?? 'id')) ?? (keys.length === 1 ? keys[0] : undefined);
  if (key?.control.kind !== 'scalar' || (keyName !== undefined && key.name !== keyName)) return null;
  // Values for other required fields of `connect` are unknown.
  return keys.some(field => field !== key && field.required && connect.control.kind === 'group') ? null : key;
}

function fieldsIn(control: FormField['control']): readonly FormField[] {
  return control.kind === 'group' || control.kind === 'oneOf' ? control.fields : [];
}
