/** The title of a record in a list or a question: its display name, or its key and the record it belongs to. */
import { cellValue } from '../../../schema/collections/columns/columns';
import { defaultColumns } from '../../../schema/collections/columns/defaultColumns';
import { keyOf, rowKeys } from '../../../schema/collections/records';
import { recordTitle } from '../../../schema/collections/recordTitle';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Row } from '../../../schema/mutations/changeRequest';

/** Null if the row contains nothing to use as a title. */
export function rowTitle(model: SchemaModel, typeName: string, row: Row): string | null {
  const title = recordTitle(model, typeName, row);
  const isKey = rowKeys(model, typeName).some(key => String(keyOf(row, key)) === title);
  const [first] = isKey ? defaultColumns(model, typeName) : [];
  const owner = first?.relation ? cellValue(row, first) : null;
  return typeof owner === 'string' && owner !== '' ? `${owner} (${title})` : title;
}
