/**
 * Finds the record type that a result type copies. Some mutations have a result type of their own with the values of a row
 * without its relations: drizzle-graphql's `PostsItem` beside `PostsSelectItem`, nestjs-query's `TodoDeleteResponse` beside `Todo`, and `TodoWithoutRelations`.
 */
import { findCollections } from '../collections/collections';
import { rootFields, rowKeys } from '../collections/records';
import { wordsOf } from '../model/readableName';
import { fieldsOf, isList, namedType, type SchemaModel } from '../model/schemaModel';

/** The row type whose name and fields a type repeats; null if it is none, or is itself read by the query type. Memoized per type. */
export function copiedRecord(model: SchemaModel, typeName: string): string | null {
  return model.remember(`copied by ${typeName}`, () => {
    const own = fieldsOf(model.types.get(typeName));
    if (own.size < 2 || readTypes(model).has(typeName)) return null;
    const [original, ...others] = (originals(model).get(plainName(typeName)) ?? []).filter(name => isCopy(model, typeName, name));
    return original !== undefined && others.length === 0 ? original : null;
  });
}

/** Words that only say which operation a type belongs to, or that it has no relations. */
const OPERATION =
  /^(select|insert(ed)?|create[ds]?|update[ds]?|delete[ds]?|remove[ds]?|response|result|output|payload|without|relations?)$/;

/** The words of a type's name without those of an operation. */
const plainName = (typeName: string): string =>
  wordsOf(typeName.slice(0, 200))
    .map(word => word.toLowerCase())
    .filter(word => !OPERATION.test(word))
    .join(' ');

/** True if all fields of the copy are fields of the original, and are most of its values with all its keys. */
function isCopy(model: SchemaModel, copy: string, original: string): boolean {
  const [own, all] = [fieldsOf(model.types.get(copy)), fieldsOf(model.types.get(original))];
  const keys = rowKeys(model, original);
  if (own.size * 2 < all.size || keys.length === 0 || keys.some(key => !own.has(key))) return false;
  return [...own.values()].every(({ name, type }) => {
    const same = all.get(name)?.type;
    return same !== undefined && namedType(same) === namedType(type) && isList(same) === isList(type);
  });
}

/** The types that the query type returns as records or rows. */
function readTypes(model: SchemaModel): ReadonlySet<string> {
  return model.remember(
    'types that are read',
    () =>
      new Set([
        ...findCollections(model).map(({ rowType }) => rowType),
        ...rootFields(model).map(({ field }) => namedType(field.type)),
      ]),
  );
}

/** The row types of collections by their plain names. */
function originals(model: SchemaModel): ReadonlyMap<string, readonly string[]> {
  return model.remember('row types by plain name', () => {
    const found = new Map<string, string[]>();
    for (const typeName of new Set(findCollections(model).map(({ rowType }) => rowType))) {
      const name = plainName(typeName);
      found.set(name, [...(found.get(name) ?? []), typeName]);
    }
    return found;
  });
}
