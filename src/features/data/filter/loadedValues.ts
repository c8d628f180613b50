/** The values of a column in the loaded rows, as suggestions for a filter. */
import { type Column, cellValue } from '../../../schema/collections/columns/columns';
import type { Row } from '../../../schema/documents/documents';

const MOST = 6;
const LONGEST = 60;

/** The most frequent short texts and numbers that occur more than once. Unique values, such as most names, are no useful suggestions. */
export function loadedValues(rows: readonly Row[], column: Column | undefined): readonly string[] {
  if (column === undefined || !/^(text|number|decimal|email)$/.test(column.kind)) return [];
  const counts = new Map<string, number>();
  for (const row of rows) {
    const value = cellValue(row, column);
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    if (text !== '' && text.length <= LONGEST) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST)
    .map(([text]) => text);
}
