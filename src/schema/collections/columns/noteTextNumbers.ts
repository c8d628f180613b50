/** Learns from loaded rows which scalars the server sends as strings. */
import { namedType, type SchemaModel } from '../../model/schemaModel';
import { isTextNumber, textNumbers } from '../../model/textNumbers';
import { type Column, cellValue } from './columns';

/**
 * Notes the scalars whose values in these rows are strings. If others are numbers, a string such as `NaN` does not show how numbers are
 * sent.
 */
export function noteTextNumbers(model: SchemaModel, columns: readonly Column[], rows: readonly unknown[]): void {
  for (const column of columns) {
    const values = rows.map(row => cellValue(row, column));
    if (values.some(isTextNumber) && !values.some(value => typeof value === 'number'))
      textNumbers(model).add(namedType(column.typeRef));
  }
}
