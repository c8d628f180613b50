/**
 * Lists the root fields that return one record or a value, with arguments that the user fills in (`repository(owner, name)`,
 * `serverVersion`).
 */

import { type FormField, formModel } from '../forms/formModel';
import { nameKey, readableName, type SpaceLabel, spaceLabel } from '../model/readableName';
import {
  type FieldModel,
  fieldsOf,
  isComposite,
  isRequiredArgument,
  namedType,
  type SchemaModel,
  type TypeModel,
  typeOf,
} from '../model/schemaModel';
import { findCollections } from './collections';
import { keyPaths } from './displayField';
import { totalSource } from './paging/totalSource';
import { rootFields } from './records';

/** A root field that returns one object or a value. */
export interface Lookup {
  /** Stable and URL-safe: the path joined with '.'. */
  readonly id: string;
  readonly path: readonly string[];
  readonly field: FieldModel;
  readonly label: string;
  readonly description: string | null;
  readonly deprecationReason: string | null;
  /** The readable name of the namespace; null at the root. */
  readonly group: string | null;
  /** `record`: an object, interface or union. `value`: a scalar or enum, or a list of these. */
  readonly gives: 'record' | 'value';
  readonly typeName: string;
}

/** True if the lookup always returns the same record: it has no required arguments and none that identifies a record. */
export function isSingle(model: SchemaModel, { field, typeName }: Lookup): boolean {
  const keys = keyPaths(model, typeName);
  return ![...field.args.values()].some(
    argument =>
      isRequiredArgument(argument) ||
      keys.includes(argument.name) ||
      /^(_?id|slug|where|filter|skip|(relative|full)?_?path)$/i.test(argument.name) ||
      nameKey(argument.name) === nameKey(typeName),
  );
}

/** True for what an account may do, such as Payload's `Access`: an object without a key whose values are only yes or no. It is no record. */
export function isAboutPermissions(model: SchemaModel, { typeName }: Lookup): boolean {
  const fields = [...fieldsOf(model.types.get(typeName)).values()];
  return (
    /access|permission/i.test(typeName) &&
    keyPaths(model, typeName).length === 0 &&
    fields.every(({ type }) => namedType(type) === 'Boolean' || typeOf(model, type)?.kind === 'object')
  );
}

/** The form fields of a lookup's arguments. */
export function lookupForm(model: SchemaModel, lookup: Lookup): readonly FormField[] {
  return model.remember(`form ${lookup.id}`, () => formModel(model, lookup.field.args.values()));
}

/** All lookups: the query fields that are not collections, aggregates or namespaces. Memoized per model. */
export function findLookups(model: SchemaModel): readonly Lookup[] {
  return model.remember('lookups', () => {
    const collections = new Set(findCollections(model).map(collection => collection.id));
    // Fields that count the rows of a collection are left out, because the collection shows the count.
    const counts = new Set<FieldModel>();
    const isCount = (field: FieldModel): boolean => {
      if (!/aggregate|meta|count|total|connection/i.test(field.name)) return false;
      if (counts.size === 0)
        for (const collection of findCollections(model)) {
          const total = totalSource(model, collection);
          if (total?.place === 'beside') counts.add(total.field);
        }
      return counts.has(field);
    };
    const namespaces = new Set(findCollections(model).map(collection => collection.path.slice(0, -1).join('.')));
    const found: Lookup[] = [];
    for (const { path, field } of rootFields(model)) {
      const id = path.join('.');
      const type = typeOf(model, field.type);
      if (collections.has(id) || isCount(field) || isAggregate(field) || type === undefined || type === model.queryType) continue;
      const isRecord = isComposite(type);
      if (isRecord && namespaces.has(id) && keyPaths(model, type.name).length === 0) continue;
      found.push({
        id,
        path,
        field,
        // Not before it is shown: a schema can have 100,000 fields.
        get label() {
          return field.label ?? labelOf(path, type).label;
        },
        description: field.description,
        deprecationReason: field.deprecationReason,
        get group() {
          return labelOf(path, type).group;
        },
        gives: isRecord ? 'record' : 'value',
        typeName: type.name,
      });
    }
    return found;
  });
}

const labelOf = (path: readonly string[], type: TypeModel): SpaceLabel =>
  spaceLabel(readableName(path.at(-1) ?? ''), path, type.name, 'one');

/** True for aggregate fields. Some also return all rows, and their counts are requested with the collection. */
const isAggregate = (field: FieldModel): boolean =>
  /(_aggregate|Aggregate|_aggregated|_?GroupBy|_group_by)$|^(aggregate|groupBy)[A-Z]/.test(field.name);
