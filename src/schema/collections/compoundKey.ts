/** Finds a key of several values in a unique condition, as Prisma has it: `{owner_name: {owner, name}}`. */
import { isSingleLeaf } from '../model/argumentPath';
import {
  type ArgumentModel,
  type InputTypeModel,
  isList,
  isRequiredArgument,
  type SchemaModel,
  typeOf,
} from '../model/schemaModel';
import { fieldAt, isPlainLeaf, keyPaths } from './displayField';

/** The field of a unique condition whose object takes the key, and the values in it, each called like the record's own field. */
export interface CompoundKey {
  readonly name: string;
  readonly parts: readonly ArgumentModel[];
}

/** The compound key of a record; null if the condition has none, or takes an id of the record instead. */
export function compoundKey(model: SchemaModel, typeName: string, type: InputTypeModel): CompoundKey | null {
  if (!/unique/i.test(type.name)) return null;
  const fields = [...type.inputFields.values()];
  const isOwn = (field: ArgumentModel): boolean => {
    const own = fieldAt(model, typeName, field.name);
    return own !== undefined && isPlainLeaf(model, own) && isSingleLeaf(model, field);
  };
  if (fields.some(field => keyPaths(model, typeName).includes(field.name) && isOwn(field))) return null;
  for (const { name, type: ref } of fields) {
    const inner = isList(ref) ? undefined : typeOf(model, ref);
    const parts = inner?.kind === 'input' ? [...inner.inputFields.values()] : [];
    if (parts.length > 1 && parts.every(part => isRequiredArgument(part) && isOwn(part))) return { name, parts };
  }
  return null;
}
