/**
 * Checks whether a value has the same meaning for two input types. nestjs-query, for example, has a `ShipAggregateFilter` beside the
 * `ShipFilter` of the list, with those fields that aggregates can be filtered by.
 */
import { isList, itemType, namedType, type SchemaModel, type TypeRef, typeOf } from '../model/schemaModel';

const MOST_DEPTH = 20;

/** True if every field that `value` uses exists in both input types, with the same name and the same leaf type. */
export function acceptsSameValue(model: SchemaModel, own: TypeRef, other: TypeRef, value: unknown, depth = MOST_DEPTH): boolean {
  if (value === null || value === undefined) return other.kind !== 'nonNull';
  if (isList(own) !== isList(other)) return false;
  const [item, otherItem] = [itemType(own), itemType(other)];
  if (item !== null && otherItem !== null)
    return (Array.isArray(value) ? value : [value]).every(each => acceptsSameValue(model, item, otherItem, each, depth));
  if (namedType(own) === namedType(other)) return true;
  const [type, otherType] = [typeOf(model, own), typeOf(model, other)];
  if (type?.kind !== 'input' || otherType?.kind !== 'input' || typeof value !== 'object' || depth === 0) return false;
  return Object.entries(value).every(([name, inner]) => {
    const [field, otherField] = [type.inputFields.get(name), otherType.inputFields.get(name)];
    return (
      field !== undefined && otherField !== undefined && acceptsSameValue(model, field.type, otherField.type, inner, depth - 1)
    );
  });
}
