/**
 * Required `clientMutationId` arguments. Older Relay servers want the string and return it; it has no other meaning, so users do not enter
 * it.
 */
import { CLIENT_MARK } from '../forms/formModel';
import { type ArgumentValues, isPlain } from '../model/argumentPath';
import { type ArgumentModel, isRequiredArgument, type SchemaModel, typeOf } from '../model/schemaModel';

const MOST_DEPTH = 10;

/** Returns a new id. Pages without TLS have no `crypto.randomUUID`. */
export const newClientMark = (): string =>
  globalThis.crypto?.randomUUID?.() ?? `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/** The values with every required `clientMutationId` that they lack, in input objects too. */
export function withClientMarks(
  model: SchemaModel,
  fields: ReadonlyMap<string, ArgumentModel>,
  values: ArgumentValues,
  id = newClientMark(),
  depth = 0,
): ArgumentValues {
  const added: Array<[string, unknown]> = [];
  for (const field of fields.values()) {
    const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined;
    const type = typeOf(model, field.type);
    if (CLIENT_MARK.test(field.name)) {
      if (value === undefined && isRequiredArgument(field)) added.push([field.name, id]);
    } else if (type?.kind === 'input' && isPlain(value) && depth < MOST_DEPTH) {
      const filled = withClientMarks(model, type.inputFields, value, id, depth + 1);
      if (filled !== value) added.push([field.name, filled]);
    }
  }
  return added.length === 0 ? values : Object.fromEntries([...Object.entries(values), ...added]);
}
