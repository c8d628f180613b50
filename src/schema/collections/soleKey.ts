/** Finds the key of a type without an id: the value that the query field for one such record takes, as in `vehicle(vin: String!): Vehicle`. */
import { nameKey } from '../model/readableName';
import {
  fieldsOf,
  isList,
  isRequiredArgument,
  namedType,
  needsNoArguments,
  type SchemaModel,
  typeOf,
} from '../model/schemaModel';

/**
 * The name of the field whose value is the only required argument of the query field with the type's name; undefined if there is none.
 * Every record must have such a value, and a Boolean cannot tell records apart.
 */
export const soleKey = (model: SchemaModel, typeName: string): string | undefined =>
  model.remember('sole keys', () => soleKeys(model)).get(typeName);

/** By the names of their types. */
function soleKeys(model: SchemaModel): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const field of model.queryType.fields.values()) {
    const typeName = namedType(field.type);
    if (isList(field.type) || found.has(typeName) || !isNamedFor(field.name, typeName)) continue;
    const [argument, ...others] = [...field.args.values()].filter(isRequiredArgument);
    const key = argument && others.length === 0 ? fieldsOf(model.types.get(typeName)).get(argument.name) : undefined;
    const isValue = key?.type.kind === 'nonNull' && !isList(key.type) && needsNoArguments(key);
    if (isValue && typeOf(model, key.type)?.kind === 'scalar' && namedType(key.type) !== 'Boolean') found.set(typeName, key.name);
  }
  return found;
}

/** True for `ship` and `getShip`. A `currentShip` is one of several with the same values, except for those that identify it. */
export const isNamedFor = (field: string, typeName: string): boolean =>
  nameKey(field.replace(/^(get|find|fetch|load|read|show)(?=[A-Z_])/, '')) === nameKey(typeName);
