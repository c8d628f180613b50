/** Counts the records that hold the values of a row: what says whether a creation without an answer went through. */
import type { Client } from '@urql/core';
import type { Column } from '../../../schema/collections/columns';
import { MOST_ROWS, pageDocument } from '../../../schema/documents/documents';
import { filterCapability } from '../../../schema/filters/filterCapability';
import { type Filter, filterToVariables } from '../../../schema/filters/filters';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Change } from '../../../schema/mutations/changes';
import { columnOfField, presentValue, type Values } from '../edit/editableField';
import { isSameValue } from '../edit/isSameValue';
import { filterFieldOf } from '../filter/filterFieldOf';
import { homeCollection } from '../record/recordAddress';

/** The number; null where the API cannot be asked for such records, or not for all of them. */
export async function countAlike(client: Client, model: SchemaModel, change: Change, given: Values): Promise<number | null> {
  const collection = homeCollection(model, change.typeName);
  const capability = collection === null ? null : filterCapability(model, collection);
  if (collection === null || capability === null || collection.mustFill.length > 0) return null;
  const wanted = Object.entries(given).flatMap(([name, value]): Array<{ column: Column; value: unknown }> => {
    const column = columnOfField(model, change.typeName, name);
    return column === null ? [] : [{ column, value }];
  });
  const filters = wanted.flatMap(({ column, value }): Filter[] => {
    const field = filterFieldOf(capability, column);
    const isPlain = /^(string|number)$/.test(typeof value) && value !== '';
    if (field === undefined || !isPlain || column.relation !== null || !/^(text|id|uuid|number|bigInt)$/.test(column.kind))
      return [];
    return field.operators.some(({ tag }) => tag === 'is') ? [{ field: field.id, operator: 'is', value: String(value) }] : [];
  });
  const { problems, ignored } = filterToVariables(capability, filters);
  if (filters.length === 0 || problems.length > 0 || ignored.length > 0) return null;
  const prepared = pageDocument(model, collection, { columns: wanted.map(({ column }) => column), filters, size: MOST_ROWS });
  const options = { requestPolicy: 'network-only', screen: 'data' } as const;
  const result = await client.query<unknown>(prepared.query, prepared.variables, options).toPromise();
  if (result.error || result.data == null || prepared.problem(result.data) !== null) return null;
  const page = prepared.read(result.data);
  if (page.next !== null || page.missing > 0) return null;
  return page.rows.filter(row => wanted.every(({ column, value }) => isSameValue(presentValue(model, { column }, row), value)))
    .length;
}
