/** Chooses the collection that represents the records of a type, where several list them: `books` rather than `searchBooks`. */
import { nameKey } from '../model/readableName';
import type { SchemaModel } from '../model/schemaModel';
import { type Collection, findCollections, nameOfRows } from './collections';

/**
 * The collection that lists the records of a type: without required arguments, not deprecated, preferably a root field named after the type
 * (`allBooks` of Book or BookType, not `openBooks`). Null if there is none.
 */
export function homeCollection(model: SchemaModel, typeName: string): Collection | null {
  const isNamed = (collection: Collection): boolean =>
    nameKey(typeName).startsWith(nameKey(nameOfRows(collection.field.name, typeName)));
  const worth = (collection: Collection): number => {
    if (collection.mustFill.length > 0) return 0;
    if (collection.deprecationReason !== null) return 0.5;
    return collection.origin === 'root' ? (isNamed(collection) ? 3 : 2) : 1;
  };
  return model.remember(
    `home ${typeName}`,
    () =>
      findCollections(model)
        .filter(collection => collection.rowType === typeName && collection.alternateOf === null)
        .sort((a, b) => worth(b) - worth(a))[0] ?? null,
  );
}
