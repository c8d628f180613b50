/**
 * Inputs that link another record by an operation: `berth: {connect: {id: "b1"}}`, and `{disconnect: true}` to take the link away (Prisma,
 * Keystone, Nexus). The link is edited by the other record's key alone; here is what that key becomes when it is sent.
 */
import type { FormField } from '../forms/formModel';

/** Such an input of one other record. */
export interface LinkInput {
  /** The field of `connect` that takes the other record's key. */
  readonly key: FormField;
  /** Whether the link can be taken away: sending null does it. */
  readonly canDisconnect: boolean;
}

/** The link a field of a change makes to a record with this key; null when it makes none, or not by that key alone. */
export function linkInput({ control }: FormField, keyName?: string): LinkInput | null {
  const fields = fieldsIn(control);
  const connect = fields.find(field => field.name === 'connect');
  if (connect === undefined) return null;
  const keys = fieldsIn(connect.control);
  const key = keys.find(field => field.name === (keyName ?? 'id')) ?? (keys.length === 1 ? keys[0] : undefined);
  if (key?.control.kind !== 'scalar' || (keyName !== undefined && key.name !== keyName)) return null;
  // What else `connect` must have is not known here.
  if (keys.some(field => field !== key && field.required && connect.control.kind === 'group')) return null;
  const disconnect = fields.find(field => field.name === 'disconnect');
  return { key, canDisconnect: disconnect?.control.kind === 'scalar' && disconnect.control.scalar.kind === 'boolean' };
}

/** What is sent: the key within its operation; undefined for a field that makes no link. */
export function linkValue(field: FormField, value: unknown): unknown {
  const link = typeof value === 'object' && value !== null ? null : linkInput(field);
  if (link === null || (value === null && !link.canDisconnect)) return undefined;
  return value === null ? { disconnect: true } : { connect: Object.fromEntries([[link.key.name, value]]) };
}

function fieldsIn(control: FormField['control']): readonly FormField[] {
  return control.kind === 'group' || control.kind === 'oneOf' ? control.fields : [];
}
