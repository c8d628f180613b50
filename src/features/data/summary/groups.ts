/** Groups the rows of a page by the values of a column. */
import { valueAsText } from '../../../lib/text/valueAsText';
import { type Column, cellValue } from '../../../schema/collections/columns/columns';
import type { Row } from '../../../schema/documents/documents';

/** Rows with the same value; null: without a value. */
export interface Group {
  readonly value: string | boolean | null;
  readonly rows: readonly Row[];
}

/** Maximum number of groups. A column with more values does not form useful groups. */
export const MOST_GROUPS = 100;

/**
 * True for columns by which rows can be grouped: those that usually have few values, and relations, which group by the name of the other
 * record.
 */
export function canGroup({ kind, numeric }: Column): boolean {
  return /^(enum|boolean|text|date)$/.test(kind) && !numeric;
}

/** The groups, the largest first. */
export function groupRows(rows: readonly Row[], column: Column): Group[] {
  const groups = new Map<string | boolean | null, Row[]>();
  for (const row of rows) {
    const value = cellValue(row, column);
    const key =
      typeof value === 'boolean' ? value : value === null || value === undefined || value === '' ? null : valueAsText(value);
    const existing = groups.get(key);
    if (existing) existing.push(row);
    else groups.set(key, [row]);
  }
  return [...groups].map(([value, own]) => ({ value, rows: own })).sort((a, b) => b.rows.length - a.rows.length);
}
