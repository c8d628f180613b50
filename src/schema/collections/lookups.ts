/** Root fields that give one record, or a value, by arguments that a person fills in (`repository(owner, name)`, `serverVersion`). */

import { type FormField, formModel } from '../forms/formModel';
import { readableName } from '../model/readableName';
import { type FieldModel, isComposite, mustBeGiven, type SchemaModel, typeOf } from '../model/schemaModel';
import { findCollections } from './collections';
import { keyPaths } from './displayField';
import { rootFields } from './records';
import { totalSource } from './totalSource';

/** A root field that gives one object, or a value, by arguments. */
export interface Lookup {
  /** Url-safe and stable: the path joined with '.'. */
  readonly id: string;
  readonly path: readonly string[];
  readonly field: FieldModel;
  readonly label: string;
  readonly description: string | null;
  readonly deprecationReason: string | null;
  /** Readable name of the namespace; null at the root. */
  readonly group: string | null;
  /** `record`: an object, interface or union; `value`: anything without fields, lists of such included. */
  readonly gives: 'record' | 'value';
  readonly typeName: string;
}

/** True for a lookup of what there is only one of: it wants no argument, and none of those it takes says which record is meant. */
export function isSingle(model: SchemaModel, { field, typeName }: Lookup): boolean {
  const keys = keyPaths(model, typeName);
  return ![...field.args.values()].some(
    argument => mustBeGiven(argument) || keys.includes(argument.name) || /^(_?id|slug|where)$/i.test(argument.name),
  );
}

/** The arguments of a lookup as a form. */
export function lookupForm(model: SchemaModel, lookup: Lookup): readonly FormField[] {
  return model.remember(`form ${lookup.id}`, () => formModel(model, lookup.field.args.values()));
}

/** Root fields that give one object or a value: everything of the query type that is no collection. Found once per model. */
export function findLookups(model: SchemaModel): readonly Lookup[] {
  return model.remember('lookups', () => {
    const collections = new Set(findCollections(model).map(collection => collection.id));
    // What counts the rows of a collection is shown there.
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
      const within = path.slice(0, -1);
      found.push({
        id,
        path,
        field,
        label: field.label ?? readableName(field.name),
        description: field.description,
        deprecationReason: field.deprecationReason,
        group: within.length === 0 ? null : within.map(readableName).join(' › '),
        gives: isRecord ? 'record' : 'value',
        typeName: type.name,
      });
    }
    return found;
  });
}

/** Fields that hold all rows beside their sums: counts are asked for where they are shown, and all rows never. */
const isAggregate = (field: FieldModel): boolean =>
  /(_aggregate|Aggregate|_aggregated|_?GroupBy|_group_by)$|^(aggregate|groupBy)[A-Z]/.test(field.name);
