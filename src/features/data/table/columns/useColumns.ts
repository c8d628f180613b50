/**
 * The columns of a collection's table: those in the URL, else those that the user chose last for this collection, else its default columns.
 * Order and pins are in the URL. Widths depend on the screen, so they are stored in this browser only.
 */
import { useEffect, useMemo } from 'react';
import type { Collection } from '../../../../schema/collections/collections';
import { type Column, cellValue, columnAt } from '../../../../schema/collections/columns/columns';
import { defaultColumns } from '../../../../schema/collections/columns/defaultColumns';
import type { Row } from '../../../../schema/documents/documents';
import { nameKey } from '../../../../schema/model/readableName';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import type { ValueKind } from '../../../../schema/model/valueKind';
import type { Preferences } from '../../../../session/connections/preferences';
import { useReadable } from '../../../../ui/useReadable';
import { type ColumnRef, formatColumns, readColumns } from '../../dataAddress';
import type { ViewState } from '../useTableView';

/** A visible column of the table. */
export interface ShownColumn {
  readonly column: Column;
  readonly pinned: boolean;
  /** Width in px. */
  readonly width: number;
}

/** Stored column preferences of a collection. */
interface ColumnPreference {
  /** null: the default columns. */
  readonly columns: readonly ColumnRef[] | null;
  /** Widths by column id, in px. */
  readonly widths: Map<string, number>;
}

/** The columns and the functions that change them. */
export interface ColumnsState {
  readonly shown: readonly ShownColumn[];
  /** True if the columns or their widths are not the default ones. */
  readonly isChanged: boolean;
  /** True if the user or the view chose the columns and their order. */
  readonly isArranged: boolean;
  /** Shows these columns; pinned ones come first. An empty list has no effect. */
  set(columns: readonly ColumnRef[]): void;
  /** Restores the default columns and widths. */
  reset(): void;
  resize(id: string, width: number): void;
}

/** Default widths by kind of value, in px. */
const WIDTHS: Readonly<Record<ValueKind, number>> = {
  text: 180,
  longText: 280,
  id: 136,
  number: 112,
  // Fits every digit of a 64-bit integer, with separators.
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

/** Default width of a column: that of its kind, or that of its name and menu button if that is larger. */
export function ownWidth(column: Column, kind = column.kind): number {
  return Math.max(WIDTHS[kind], Math.min(220, 48 + column.label.length * 7));
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

/** The preference as a small JSON value: `Preferences` stores the value of its store, and `readPreference` parses it. */
interface StoredPreference {
  columns: string | null;
  widths: Record<string, number>;
}

/** The columns of a collection as state that follows the URL and the preferences. */
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

  // The URL lists all visible columns, so that a copied link shows the same columns to a user who chose others.
  useEffect(() => {
    if (view.columns === null && preference.columns !== null) change({ columns: preference.columns }, { replace: true });
  }, [view.columns, preference.columns, change]);

  const shown = useMemo(() => {
    const found = (refs ?? []).flatMap(({ id, pinned }) => {
      const column = columnAt(model, collection.rowType, id.split('.'));
      return column === null ? [] : [{ column, pinned }];
    });
    const chosen = found.length > 0 ? found : firstColumns(model, collection).map(column => ({ column, pinned: false }));
    return [...chosen.filter(entry => entry.pinned), ...chosen.filter(entry => !entry.pinned)].map(entry => ({
      ...entry,
      width: preference.widths.get(entry.column.id) ?? ownWidth(entry.column),
    }));
  }, [refs, model, collection, preference.widths]);

  return useMemo(
    () => ({
      shown,
      isArranged: refs !== null,
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

/** The columns with those without any value on this page at the end, unless the user has arranged them. */
export function useEmptyLast(columns: ColumnsState, rows: readonly Row[] | undefined): ColumnsState {
  return useMemo(() => {
    if (columns.isArranged || !rows?.length) return columns;
    // The first column identifies the row, so it stays.
    const empty = columns.shown.filter(({ column }, at) => at > 0 && rows.every(row => (cellValue(row, column) ?? '') === ''));
    return { ...columns, shown: [...columns.shown.filter(entry => !empty.includes(entry)), ...empty] };
  }, [columns, rows]);
}

/**
 * Default columns of a table. In a list inside a record (the admissions of a patient), the column that only refers back to that record is
 * left out.
 */
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

/** The columns as the URL names them. */
export function columnRefs(shown: readonly ShownColumn[]): ColumnRef[] {
  return shown.map(({ column, pinned }) => ({ id: column.id, pinned }));
}
