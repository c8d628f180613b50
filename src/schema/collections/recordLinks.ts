/** The graph of types: which records the fields of a type refer to. */

import { fieldLabel } from '../model/readableName';
import { type FieldModel, fieldsOf, isComposite, isList, needsNoArguments, type SchemaModel, typeOf } from '../model/schemaModel';
import { type Collection, nestedCollections } from './collections';
import { isSystemName, keyPaths } from './displayField';

/** A relation from one record to one or many others. */
export interface Link {
  readonly field: FieldModel;
  readonly label: string;
  /** The type of the related records. */
  readonly typeName: string;
  readonly many: boolean;
  /** The nested collection if `many`, else null. */
  readonly collection: Collection | null;
}

/** The relations of a type to single records and lists of records. Single records behind required arguments are left out. Memoized. */
export function linksOf(model: SchemaModel, typeName: string): readonly Link[] {
  return model.remember(`links ${typeName}`, () => {
    const many = new Map(nestedCollections(model, typeName).map(collection => [collection.field.name, collection]));
    const links: Link[] = [];
    for (const field of fieldsOf(model.types.get(typeName)).values()) {
      const collection = many.get(field.name);
      const type = typeOf(model, field.type);
      if (collection !== undefined) {
        links.push({ field, label: field.label ?? fieldLabel(field.name), typeName: collection.rowType, many: true, collection });
      } else if (
        isComposite(type) &&
        !isList(field.type) &&
        needsNoArguments(field) &&
        !isSystemName(field.name) &&
        (keyPaths(model, type.name).length > 0 || type.kind === 'union')
      ) {
        links.push({ field, label: field.label ?? fieldLabel(field.name), typeName: type.name, many: false, collection: null });
      }
    }
    return links;
  });
}
