/** Finds a key of several values in a condition, as Prisma has it: `{owner_name: {owner, name}}`. */
import {
  type ArgumentModel,
  type InputTypeModel,
  isList,
  isRequiredArgument,
  type SchemaModel,
  typeOf,
} from '../model/schemaModel';
import { fieldAt, isPlainLeaf } from './displayField';

/** The field of a condition whose object takes the key, and the values in it, each called like the record's own field. */
export interface CompoundKey {
  readonly name: string;
  readonly parts: readonly ArgumentModel[];
}

/** The compound key of a record; undefined if the condition has none. */
export function compoundKey(model: SchemaModel, typeName: string, { inputFields }: InputTypeModel): CompoundKey | undefined {
  for (const { name, type } of inputFields.values()) {
    const inner = typeOf(model, type);
    const parts = inner?.kind === 'input' && !isList(type) ? [...inner.inputFields.values()] : [];
    const isOwn = (part: ArgumentModel): boolean => {
      const own = fieldAt(model, typeName, part.name);
      return own !== undefined && isPlainLeaf(model, own) && isRequiredArgument(part);
    };
    if (parts.length > 1 && parts.every(isOwn)) return { name, parts };
  }
  return undefined;
}
