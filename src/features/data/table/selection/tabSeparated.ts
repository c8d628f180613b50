/** Rows as tab-separated text for pasting into spreadsheets: raw values, without line breaks inside cells. */
import { guardFormula } from '../../../../lib/text/guardFormula';
import { valueAsText } from '../../../../lib/text/valueAsText';
import { type Column, cellValue } from '../../../../schema/collections/columns/columns';
import type { Row } from '../../../../schema/documents/documents';
import { readableName } from '../../../../schema/model/readableName';

/** Cells as tab-separated lines. */
export function tabSeparatedCells(cells: readonly (readonly unknown[])[]): string {
  const line = (texts: readonly string[]): string => texts.map(cell => guardFormula(cell.replace(/[\t\r\n]+/g, ' '))).join('\t');
  return cells.map(row => line(row.map(cellText))).join('\n');
}

/** The complete text of a cell's value; '' for null. */
export function cellText(value: unknown): string {
  return value === null || value === undefined ? '' : valueAsText(value);
}

/** Rows as tab-separated lines, after a header line with the column names. */
export function tabSeparatedRows(rows: readonly Row[], columns: readonly Column[]): string {
  return tabSeparatedCells([columns.map(storedLabel), ...rows.map(row => columns.map(column => cellValue(row, column)))]);
}

/** The label of a column for its values as the server stores them: "Total cents" for a column "Total", which shows them as money. */
export const storedLabel = ({ path, label, format }: Column): string =>
  format?.amountName === undefined ? label : readableName(path.join('_'));
