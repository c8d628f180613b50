/**
 * The columns of a collection's table: those the address names, else those the person chose last in this collection, else the collection's
 * own. Order and pins stand in the address; widths fit a screen and not a link, so they are kept in this browser alone.
 */
import { useEffect, useMemo } from 'react';
import type { Collection } from '../../../../schema/collections/collections';
import { type Column, columnAt } from '../../../../schema/collections/columns/columns';
import { defaultColumns } from '../../../../schema/collections/columns/defaultColumns';
import { nameKey } from '../../../../schema/model/readableName';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import type { ValueKind } from '../../../../schema/model/valueKind';
import type { Preferences } from '../../../../session/connections/preferences';
import { useReadable } from '../../../../ui/text/useReadable';
import { type ColumnRef, formatColumns, readColumns } from '../../dataAddress';
import type { ViewState } from '../useTableView';

/** A column as it stands in the table. */
export interface ShownColumn {
  readonly column: Column;
  readonly pinned: boolean;
  /** In px. */
  readonly width: number;
}

/** What is remembered of a collection's columns. */
interface ColumnPreference {
  /** null: the collection's own. */
  readonly columns: readonly ColumnRef[] | null;
  /** By column id, in px. */
  readonly widths: Map<string, number>;
}

/** The columns and the ways to change them. */
export interface ColumnsState {
  readonly shown: readonly ShownColumn[];
  /** True when they are not the collection's own. */
  readonly isChanged: boolean;
  /** Shows these; pinned ones come first. An empty list does nothing. */
  set(columns: readonly ColumnRef[]): void;
  /** Back to the collection's own columns and widths. */
  reset(): void;
  resize(id: string, width: number): void;
}

/** Widths to begin with, in px. */
const WIDTHS: Readonly<Record<ValueKind, number>> = {
  text: 180,
  longText: 280,
  id: 136,
  number: 112,
  // Every digit of a 64-bit integer, with separators.
  bigInt: 208,
  decimal: 112,
  boolean: 88,
  enum: 128,
  date: 120,
  time: 96,
  dateTime: 184,
  localDateTime: 184,
  duration: 112,
  url: 200,
  imageUrl: 80,
  email: 200,
  phone: 144,
  colour: 104,
  bytes: 144,
  json: 220,
  count: 96,
  object: 200,
  list: 200,
  unknown: 180,
};
const LEAST_WIDTH = 48;
const MOST_WIDTH = 2000;

/** The width a column has until it is changed: as wide as its values want, and as its name where that is longer. */
export function ownWidth(column: Column): number {
  return Math.max(WIDTHS[column.kind], Math.min(220, 32 + column.label.length * 7));
}

function readPreference(stored: unknown): ColumnPreference {
  const { columns, widths } = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const entries = typeof widths === 'object' && widths !== null ? Object.entries(widths) : [];
  return {
    columns: typeof columns === 'string' ? readColumns(columns) : null,
    widths: new Map(
      entries.filter(
        (entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] >= LEAST_WIDTH && entry[1] <= MOST_WIDTH,
      ),
    ),
  };
}

/** The preference as a small JSON value: `Preferences` writes what its store is set to, and reads it back with `readPreference`. */
interface StoredPreference {
  columns: string | null;
  widths: Record<string, number>;
}

/** Watches the columns of a collection. */
export function useColumns(
  preferences: Preferences,
  model: SchemaModel,
  collection: Pick<Collection, 'id' | 'rowType' | 'parentType'>,
  { view, change }: ViewState,
): ColumnsState {
  const store = useMemo(
    () =>
      preferences.value<StoredPreference>(`columns:${collection.id}`, stored => {
        const { columns, widths } = readPreference(stored);
        return { columns: columns && formatColumns(columns), widths: Object.fromEntries(widths) };
      }),
    [preferences, collection.id],
  );
  const stored = useReadable(store);
  const preference = useMemo(() => readPreference(stored), [stored]);
  const refs = view.columns ?? preference.columns;

  // The address says all that is shown, so that a copied link shows the same to a reader who chose other columns.
  useEffect(() => {
    if (view.columns === null && preference.columns !== null) change({ columns: preference.columns }, { replace: true });
  }, [view.columns, preference.columns, change]);

  const shown = useMemo(() => {
    const known = (refs ?? []).flatMap(({ id, pinned }) => {
      const column = columnAt(model, collection.rowType, id.split('.'));
      return column === null ? [] : [{ column, pinned }];
    });
    const chosen = known.length > 0 ? known : firstColumns(model, collection).map(column => ({ column, pinned: false }));
    return [...chosen.filter(entry => entry.pinned), ...chosen.filter(entry => !entry.pinned)].map(entry => ({
      ...entry,
      width: preference.widths.get(entry.column.id) ?? ownWidth(entry.column),
    }));
  }, [refs, model, collection, preference.widths]);

  return useMemo(
    () => ({
      shown,
      isChanged: refs !== null || preference.widths.size > 0,
      set(chosen) {
        if (chosen.length === 0) return;
        const columns = [...chosen.filter(ref => ref.pinned), ...chosen.filter(ref => !ref.pinned)];
        store.update(now => ({ ...now, columns: formatColumns(columns) }));
        change({ columns }, { replace: true });
      },
      reset() {
        store.set({ columns: null, widths: {} });
        change({ columns: null }, { replace: true });
      },
      resize(id, width) {
        store.update(now => {
          const widths = readPreference(now).widths.set(id, Math.round(Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, width))));
          return { ...now, widths: Object.fromEntries(widths) };
        });
      },
    }),
    [shown, refs, preference, store, change],
  );
}

/** What a table begins with. In a list inside a record (the admissions of a patient) the column that only leads back to it is left out. */
function firstColumns(
  model: SchemaModel,
  { rowType, parentType }: Pick<Collection, 'rowType' | 'parentType'>,
): readonly Column[] {
  const all = defaultColumns(model, rowType);
  const others = all.filter(
    ({ relation }) =>
      relation === null ||
      relation.many ||
      relation.typeName !== parentType ||
      relation.path.length !== 1 ||
      nameKey(relation.path[0] ?? '') !== nameKey(parentType),
  );
  return others.length > 0 ? others : all;
}

/** The columns as the address names them. */
export function columnRefs(shown: readonly ShownColumn[]): ColumnRef[] {
  return shown.map(({ column, pinned }) => ({ id: column.id, pinned }));
}
