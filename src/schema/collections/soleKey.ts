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
 * The name of the field whose value is the only required argument of the query field with the type's name; null if there is none. Every
 * record must have such a value, and a Boolean cannot tell records apart.
 */
export function soleKey(model: SchemaModel, typeName: string): string | null {
  const own = fieldsOf(model.types.get(typeName));
  for (const field of model.queryType.fields.values()) {
    if (isList(field.type) || namedType(field.type) !== typeName || !isNamedFor(field.name, typeName)) continue;
    const [argument, ...others] = [...field.args.values()].filter(isRequiredArgument);
    const key = argument && others.length === 0 && !isList(argument.type) ? own.get(argument.name) : undefined;
    if (key?.type.kind !== 'nonNull' || !needsNoArguments(key)) continue;
    const isSame =
      namedType(key.type) === namedType(argument?.type ?? key.type) || namedType(argument?.type ?? key.type) === 'ID';
    if (isSame && typeOf(model, key.type)?.kind === 'scalar' && !isList(key.type) && namedType(key.type) !== 'Boolean')
      return key.name;
  }
  return null;
}

/** True for `ship` and `getShip`. A `currentShip` is one of several with the same values, except for those that identify it. */
export const isNamedFor = (field: string, typeName: string): boolean =>
  nameKey(field.replace(/^(get|find|fetch|load|read|show)(?=[A-Z_])/, '')) === nameKey(typeName);
