/**
 * What the server answered to changes, laid over rows that were read before: they are asked for again after a sending, and until that has
 * come they would show what stood there.
 */
import { useMemo, useRef } from 'react';
import type { Store } from '../../../lib/store';
import { cellValue, relatedValue } from '../../../schema/collections/columns/columns';
import { keyOf, recordLookup } from '../../../schema/collections/records';
import type { Row } from '../../../schema/documents/documents';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import { useReadable } from '../../../ui/text/useReadable';
import { columnOfField } from './editableField';
import type { StagedEdit, StagedRow } from './stagedEdits';

/** A change that was sent, and the record as far as its answer held it. */
export interface Answered extends Pick<StagedRow, 'typeName' | 'keys'> {
  readonly edits: readonly StagedEdit[];
  readonly record: Row | null;
}

/** The last ones, by the ids of their rows. */
export type AnsweredRows = Store<ReadonlyMap<string, Answered>>;

const MOST_KEPT = 500;

/** Keeps one. */
export function keepAnswered(
  answered: AnsweredRows,
  { id, typeName, keys }: StagedRow,
  rest: Pick<Answered, 'edits' | 'record'>,
): void {
  const others = [...answered.get()].filter(([other]) => other !== id);
  answered.set(new Map([...others.slice(1 - MOST_KEPT), [id, { typeName, keys, ...rest }]]));
}

/** Gives rows (a page of them, a record) with what was answered since they were read. `of`: the answer that they came with. */
export function useAnsweredRows(
  model: SchemaModel,
  answered: AnsweredRows,
  of: unknown,
  idOf: (row: Row) => string,
): (rows: readonly Row[]) => readonly Row[] {
  const kept = useReadable(answered);
  const seen = useRef({ of, kept });
  if (seen.current.of !== of) seen.current = { of, kept };
  const { kept: old } = seen.current;
  return useMemo(() => {
    const later = new Map([...kept].filter(([id, entry]) => old.get(id) !== entry));
    if (later.size === 0) return rows => rows;
    const firstKeys = [...later.values()].map(entry => entry.keys[0]);
    const columns = [...new Set(firstKeys.map(key => key?.[0]))];
    const values = new Set(firstKeys.map(key => String(key?.[1])));
    // Among a hundred thousand rows the id of each is not worked out.
    const mayBe = (row: Row): boolean => columns.some(column => column === undefined || values.has(String(keyOf(row, column))));
    return rows =>
      rows.map(row => {
        const entry = mayBe(row) ? later.get(idOf(row)) : undefined;
        return entry === undefined ? row : withAnswer(model, row, entry);
      });
  }, [model, kept, old, idOf]);
}

/** A row with the changed values; with those of the answer where it holds them. */
export function withAnswer(model: SchemaModel, row: Row, { typeName, edits, record }: Answered): Row {
  return edits.reduce((changed, edit) => {
    const column = columnOfField(model, typeName, edit.field);
    if (column === null || column.relation?.many) return changed;
    if (column.relation === null) {
      const told = record === null ? undefined : cellValue(record, column);
      return withValue(changed, column.keys, told === undefined ? edit.after : told);
    }
    const { typeName: otherType, keys } = column.relation;
    const told = record === null ? null : relatedValue(record, column);
    if (told !== null && cellValue(record, column) !== undefined) return withValue(changed, keys, told);
    const key = recordLookup(model, otherType)?.keys[0]?.column;
    if (edit.after === null) return withValue(changed, keys, null);
    if (key === undefined || edit.name === undefined) return changed;
    const other = withValue({}, [key], edit.after);
    return withValue(changed, keys, withValue(other, column.keys.slice(keys.length), edit.name));
  }, row);
}

/** A copy with another value at keys that lead through objects. */
function withValue(row: Row, [key, ...rest]: readonly string[], value: unknown): Row {
  if (key === undefined) return row;
  const held = Object.hasOwn(row, key) ? row[key] : undefined;
  const inner = typeof held === 'object' && held !== null && !Array.isArray(held) ? (held as Row) : {};
  // Not by assignment: a field may be called __proto__.
  return Object.fromEntries([...Object.entries(row), [key, rest.length === 0 ? value : withValue(inner, rest, value)]]);
}
