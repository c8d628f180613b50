/**
 * The layout of a record's page: all fields without required arguments in groups, and the record's lists.
 */

import { fieldsOf, isComposite, isList, needsNoArguments, type SchemaModel, typeOf } from '../model/schemaModel';
import { type Collection, nestedCollections } from './collections';
import { type Column, columnAt } from './columns/columns';
import { isCompanion } from './companions';
import { amountOf, displayPath, envelopedRecord, keyFields, valuesType, wrappedValue } from './displayField';
import { findList } from './listShape';
import { totalSource } from './paging/totalSource';

/**
 * A group of a record's fields. `facts`: ordinary values. `dates`: dates and times. `texts`: long texts, JSON and binary data. `relations`:
 * other records. `parts`: objects that are not records (such as a position). `viewer`: values about the current user (GitHub's
 * `viewerCanEdit`). `keys`: identifiers and version counters.
 */
export interface RecordGroup {
  readonly tag: 'facts' | 'dates' | 'relations' | 'parts' | 'texts' | 'viewer' | 'keys';
  readonly columns: readonly Column[];
}

/** The layout of a type's records. */
export interface RecordLayout {
  /** The groups with at least one column, in display order. */
  readonly groups: readonly RecordGroup[];
  /** The lists of related records; each has its own table. */
  readonly lists: readonly Collection[];
  /** The column with a list's number of rows, by the name of the list's field. Lists whose number is not available are missing. */
  readonly counts: ReadonlyMap<string, Column>;
}

const MOST_FIELDS = 400;
const MOST_RELATIONS = 20;
const MOST_COUNTS = 20;
const ORDER: ReadonlyArray<RecordGroup['tag']> = ['facts', 'dates', 'relations', 'parts', 'texts', 'viewer', 'keys'];

/** The layout of a type's records, without deprecated fields and limited in size. Memoized per model. */
export function recordLayout(model: SchemaModel, typeName: string): RecordLayout {
  return model.remember(`layout ${typeName}`, () => {
    const groups = new Map<RecordGroup['tag'], Column[]>(ORDER.map(tag => [tag, []]));
    const put = (tag: RecordGroup['tag'], column: Column | null, most: number): void => {
      const group = groups.get(tag);
      if (column !== null && group !== undefined && group.length < most) group.push(column);
    };
    /** Adds the fields of type `holder`. @param at path from the record to the object of that type */
    const putFields = (holder: string, at: readonly string[]): void => {
      const keys = new Set(keyFields(model, holder));
      const [naming, ...deeper] = displayPath(model, holder) ?? [];
      const fields = fieldsOf(model.types.get(holder));
      for (const field of fields.values()) {
        if (isCompanion(fields, field)) continue;
        if (field.hidden || field.deprecationReason !== null || field.name.startsWith('__') || !needsNoArguments(field)) continue;
        const type = typeOf(model, field.type);
        const path = [...at, field.name];
        if (!isComposite(type)) {
          const column = columnAt(model, typeName, path);
          put(
            column === null ? 'facts' : groupOf(column, deeper.length === 0 && field.name === naming, keys.has(field.name)),
            column,
            MOST_FIELDS,
          );
        } else if (isList(field.type) || findList(model, field.type) !== null) {
          // Lists have their own tables and are not part of a group.
        } else if (at.length === 0 && field.name === 'attributes' && valuesType(model, holder) === type.name) {
          putFields(type.name, path);
        } else if (
          keyFields(model, type.name).length > 0 ||
          type.kind !== 'object' ||
          envelopedRecord(model, type.name) !== null
        ) {
          put('relations', columnAt(model, typeName, path), MOST_RELATIONS);
        } else if (wrappedValue(model, type.name) !== null) {
          const column = columnAt(model, typeName, path);
          put(column === null ? 'facts' : groupOf(column, false, false), column, MOST_FIELDS);
        } else if (amountOf(model, type.name)?.currency) {
          put('facts', columnAt(model, typeName, [...path, 'amount']), MOST_FIELDS);
        } else
          for (const inner of fieldsOf(type).values())
            if (!isComposite(typeOf(model, inner.type)))
              put('parts', columnAt(model, typeName, [...path, inner.name]), MOST_FIELDS);
      }
    };
    putFields(typeName, []);
    const own = fieldsOf(model.types.get(typeName));
    const lists = nestedCollections(model, typeName).filter(
      list => list.deprecationReason === null && !isCompanion(own, list.field),
    );
    const counts = new Map<string, Column>();
    for (const list of lists) {
      const total = totalSource(model, list);
      if (total === null || (total.place === 'beside' && total.inList) || counts.size >= MOST_COUNTS) continue;
      const path = total.place === 'inside' ? [list.field.name, ...total.path] : [total.field.name, ...total.path];
      const column = columnAt(model, typeName, path);
      if (column !== null && (column.kind === 'count' || total.path.length === 0))
        counts.set(list.field.name, { ...column, kind: 'count' });
    }
    return {
      groups: ORDER.map(tag => ({ tag, columns: groups.get(tag) ?? [] })).filter(group => group.columns.length > 0),
      lists,
      counts,
    };
  });
}

/** All columns of a layout with the counts: the columns that a record's document selects. */
export function layoutColumns(layout: RecordLayout): Column[] {
  return [...layout.groups.flatMap(group => group.columns), ...layout.counts.values()];
}

/** Names of counters with which a server detects conflicting changes. */
const VERSION = /^(_|lock_?|row_?)?version$/i;

function groupOf(column: Column, isNaming: boolean, isKey: boolean): RecordGroup['tag'] {
  if (isNaming) return 'facts';
  if (isKey || column.kind === 'id' || (column.kind === 'number' && VERSION.test(column.id))) return 'keys';
  if (/^viewer[A-Z_]/.test(column.id)) return 'viewer';
  if (column.kind === 'date' || column.kind === 'dateTime' || column.kind === 'localDateTime' || column.kind === 'time')
    return 'dates';
  return column.kind === 'longText' || column.kind === 'json' || column.kind === 'bytes' ? 'texts' : 'facts';
}
