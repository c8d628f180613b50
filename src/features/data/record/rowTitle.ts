/** What a record is called where it stands among others or in a question: its name, or its key and what it belongs to. */
import { cellValue } from '../../../schema/collections/columns/columns';
import { defaultColumns } from '../../../schema/collections/columns/defaultColumns';
import { keyOf, rowKeys } from '../../../schema/collections/records';
import { recordTitle } from '../../../schema/collections/recordTitle';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Row } from '../../../schema/mutations/changeRequest';

/** Null when the row holds nothing that names it. */
export function rowTitle(model: SchemaModel, typeName: string, row: Row): string | null {
  const title = recordTitle(model, typeName, row);
  const isKey = rowKeys(model, typeName).some(key => String(keyOf(row, key)) === title);
  const [first] = isKey ? defaultColumns(model, typeName) : [];
  const owner = first?.relation ? cellValue(row, first) : null;
  return typeof owner === 'string' && owner !== '' ? `${owner} (${title})` : title;
}
