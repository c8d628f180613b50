/**
 * All fields of a record that cannot be requested separately: requests its page again with all columns, and finds the record there by its
 * key or, without a key, by its known values.
 */
import { useMemo } from 'react';
import { usePrepared } from '../../../parts/usePrepared';
import type { Column } from '../../../schema/collections/columns/columns';
import { keyPaths } from '../../../schema/collections/displayField';
import type { Page } from '../../../schema/collections/paging/page';
import { layoutColumns, recordLayout } from '../../../schema/collections/recordLayout';
import { keyOf } from '../../../schema/collections/records';
import type { Prepared, Row } from '../../../schema/documents/documents';
import type { SchemaModel } from '../../../schema/model/schemaModel';

/** The record as loaded so far. */
export interface WholeRow {
  /** The values loaded so far. */
  readonly row: Row | null;
  /** `part`: only the table's columns could be loaded. */
  readonly state: 'loading' | 'part' | 'whole';
}

/** Requests the record. `prepare` returns the request of its page with other columns. */
export function useWholeRow(
  model: SchemaModel,
  typeName: string,
  known: Row | null,
  prepare: (columns: readonly Column[]) => Prepared<Page>,
): WholeRow {
  const prepared = useMemo(
    () => (known === null ? null : prepare(layoutColumns(recordLayout(model, typeName)))),
    [model, typeName, known, prepare],
  );
  const { value, isOld, isLoading } = usePrepared(prepared, { acceptCached: true });
  return useMemo(() => {
    const row = known === null || value === null || isOld ? null : findSameRow(value.rows, known, keyPaths(model, typeName));
    if (row !== null) return { row, state: 'whole' };
    return { row: known, state: isLoading ? 'loading' : 'part' };
  }, [model, typeName, known, value, isOld, isLoading]);
}

/** The row that equals a known row; null if none or several match. */
export function findSameRow(rows: readonly Row[], known: Row, keys: readonly string[]): Row | null {
  const hasKey = keys.length > 0 && keys.every(key => keyOf(known, key) != null);
  const found = rows.filter(row => (hasKey ? keys.every(key => keyOf(row, key) === keyOf(known, key)) : contains(row, known)));
  return found.length === 1 ? (found[0] ?? null) : null;
}

const MOST_LEVELS = 10;

/** True if a value contains all of another value. */
function contains(whole: unknown, part: unknown, level = 0): boolean {
  if (typeof part !== 'object' || part === null) return whole === part;
  if (typeof whole !== 'object' || whole === null || level > MOST_LEVELS || Array.isArray(whole) !== Array.isArray(part))
    return false;
  const own = new Map(Object.entries(whole));
  return Object.entries(part).every(([name, value]) => own.has(name) && contains(own.get(name), value, level + 1));
}
