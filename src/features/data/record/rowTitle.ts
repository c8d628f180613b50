/** The title of a record in a list or a question: its display name, or the records it belongs to and its key. */
import { valueAsText } from '../../../lib/text/valueAsText';
import { keyOf, rowKeys } from '../../../schema/collections/records';
import { readableKey, recordTitle, substituteColumns, substituteName } from '../../../schema/collections/recordTitle';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Row } from '../../../schema/mutations/changeRequest';

/** Null if the row contains nothing to use as a title. */
export function rowTitle(model: SchemaModel, typeName: string, row: Row): string | null {
  const title = recordTitle(model, typeName, row);
  if (title === null || title !== substituteName(row, substituteColumns(model, typeName))) return title;
  const [keyField] = rowKeys(model, typeName);
  const key = keyField === undefined ? null : (keyOf(row, keyField) ?? null);
  return key === null ? title : `${title} (${readableKey(valueAsText(key))})`;
}
