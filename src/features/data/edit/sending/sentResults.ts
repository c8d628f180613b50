/**
 * Applies the results of changes to rows that were loaded before. Rows are requested again after a send; until the new result arrives, they
 * would show the old values.
 */
import { useMemo, useRef } from 'react';
import type { Store } from '../../../../lib/store';
import { valueAsText } from '../../../../lib/text/valueAsText';
import { cellValue, relatedValue } from '../../../../schema/collections/columns/columns';
import { keyOf, recordLookup } from '../../../../schema/collections/records';
import type { Row } from '../../../../schema/documents/documents';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import { columnOfField } from '../fields/editableField';
import type { StagedEdit, StagedRow } from './stagedRow';

/** A change that was sent, and the record with the fields that the result contained. */
export interface SentResult extends Pick<StagedRow, 'typeName' | 'keys'> {
  readonly edits: readonly StagedEdit[];
  readonly record: Row | null;
}

/** The latest results, by row id. */
export type SentResults = Store<ReadonlyMap<string, SentResult>>;

const MOST_KEPT = 500;

/** Stores a result. */
export function keepSentResult(
  sentResults: SentResults,
  { id, typeName, keys }: StagedRow,
  rest: Pick<SentResult, 'edits' | 'record'>,
): void {
  const others = [...sentResults.get()].filter(([other]) => other !== id);
  sentResults.set(new Map([...others.slice(1 - MOST_KEPT), [id, { typeName, keys, ...rest }]]));
}

/** Returns a function that applies the results received since the rows were loaded. `of` is the query result that contains the rows. */
export function useSentResults(
  model: SchemaModel,
  kept: ReturnType<SentResults['get']>,
  of: unknown,
  idOf: (row: Row) => string,
): (rows: readonly Row[]) => readonly Row[] {
  const seen = useRef({ of, kept });
  if (seen.current.of !== of) seen.current = { of, kept };
  const { kept: old } = seen.current;
  return useMemo(() => {
    const later = new Map([...kept].filter(([id, entry]) => old.get(id) !== entry));
    if (later.size === 0) return rows => rows;
    const firstKeys = [...later.values()].map(entry => entry.keys[0]);
    const columns = [...new Set(firstKeys.map(key => key?.[0]))];
    const values = new Set(firstKeys.map(key => valueAsText(key?.[1])));
    // A cheap filter: computing the id of each row is too slow for a hundred thousand rows.
    const mayBe = (row: Row): boolean =>
      columns.some(column => column === undefined || values.has(valueAsText(keyOf(row, column))));
    return rows =>
      rows.map(row => {
        const entry = mayBe(row) ? later.get(idOf(row)) : undefined;
        return entry === undefined ? row : withSentResult(model, row, entry);
      });
  }, [model, kept, old, idOf]);
}

/** A row with the changed values, taken from the result if it contains them. */
export function withSentResult(model: SchemaModel, row: Row, { typeName, edits, record }: SentResult): Row {
  return edits.reduce((changed, edit) => {
    const column = columnOfField(model, typeName, edit.field);
    if (column === null || column.relation?.many) return changed;
    if (column.relation === null) {
      const returned = record === null ? undefined : cellValue(record, column);
      return withValue(changed, column.keys, returned === undefined ? edit.after : returned);
    }
    const { typeName: otherType, keys } = column.relation;
    const returned = record === null ? null : relatedValue(record, column);
    if (returned !== null && cellValue(record, column) !== undefined) return withValue(changed, keys, returned);
    const key = recordLookup(model, otherType)?.keys[0]?.column;
    if (edit.after === null) return withValue(changed, keys, null);
    if (key === undefined || edit.name === undefined) return changed;
    const other = withValue({}, [key], edit.after);
    return withValue(changed, keys, withValue(other, column.keys.slice(keys.length), edit.name));
  }, row);
}

/** A copy with another value at a path of object keys. */
function withValue(row: Row, [key, ...rest]: readonly string[], value: unknown): Row {
  if (key === undefined) return row;
  const held = Object.hasOwn(row, key) ? row[key] : undefined;
  const inner = typeof held === 'object' && held !== null && !Array.isArray(held) ? (held as Row) : {};
  // Uses `Object.fromEntries`, not assignment, because a field may be named `__proto__`.
  return Object.fromEntries([...Object.entries(row), [key, rest.length === 0 ? value : withValue(inner, rest, value)]]);
}
