/** Rows as spreadsheets take them from the clipboard: raw values, tabs between, no line breaks inside. */
import { guardFormula } from '../../../lib/guardFormula';
import { type Column, cellValue } from '../../../schema/collections/columns';
import type { Row } from '../../../schema/documents/documents';

/** Rows as text. `withHead`: the names of the columns first. */
export function toTabs(rows: readonly Row[], columns: readonly Column[], withHead = true): string {
  const line = (cells: readonly string[]): string => cells.map(cell => guardFormula(cell.replace(/[\t\r\n]+/g, ' '))).join('\t');
  const text = (value: unknown): string =>
    value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
  return [
    ...(withHead ? [line(columns.map(column => column.label))] : []),
    ...rows.map(row => line(columns.map(column => text(cellValue(row, column))))),
  ].join('\n');
}
