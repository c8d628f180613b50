/** Recognizes updates that replace the whole record. */
import { type InputTypeModel, isRequiredArgument, type SchemaModel } from '../model/schemaModel';
import type { Action } from './actions';
import { type Change, changesOf, updateBy } from './changes';
import { inputTypeOf } from './keys/changeReader';

/**
 * True for an update that can replace the whole record: its input type is also that of the creation, and has required fields, so it does
 * not describe a part of a record. A server may set missing fields to null, so their current values are sent too.
 */
export function replacesWhole(model: SchemaModel, change: Change): boolean {
  if (change.kind !== 'update') return false;
  return model.remember(`replaces whole ${change.action.id} ${change.typeName}`, () => {
    const type = changesType(model, change);
    const { create, bulkCreate } = changesOf(model, change.typeName);
    const isCreated = [create, bulkCreate].some(made => made !== undefined && changesType(model, made) === type);
    const keys = new Set(change.keys.map(key => key.target.at(-1)));
    return isCreated && [...(type?.inputFields.values() ?? [])].some(field => isRequiredArgument(field) && !keys.has(field.name));
  });
}

/** The update that an action is, if it can replace the whole record; null otherwise. */
export function wholeUpdateBy(model: SchemaModel, action: Action): Change | null {
  const change = updateBy(model, action);
  return change !== null && replacesWhole(model, change) ? change : null;
}

/** The input type of the changed fields; undefined if they are arguments of the mutation. */
function changesType(model: SchemaModel, { action, itemsAt, changesAt }: Change): InputTypeModel | undefined {
  let fields = action.field.args;
  let found: InputTypeModel | undefined;
  for (const name of [...(itemsAt ?? []), ...(changesAt ?? [])]) {
    const argument = fields.get(name);
    const type = argument && inputTypeOf(model, argument);
    if (!type) return undefined;
    found = type;
    fields = type.inputFields;
  }
  return found;
}
