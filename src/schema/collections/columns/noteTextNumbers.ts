/** Learns from loaded rows which scalars the server sends as text. */
import { namedType, type SchemaModel } from '../../model/schemaModel';
import { isTextNumber, textNumbers } from '../../model/textNumbers';
import { type Column, cellValue } from './columns';

/** Notes the scalars of values that are text in one of these rows. */
export function noteTextNumbers(model: SchemaModel, columns: readonly Column[], rows: readonly unknown[]): void {
  for (const column of columns)
    if (rows.some(row => isTextNumber(cellValue(row, column)))) textNumbers(model).add(namedType(column.typeRef));
}
