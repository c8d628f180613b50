/**
 * Provides the lists of a result to tables and plots. Small results are read in the page and large ones in a worker, through the same
 * interface.
 */
import type { LargeData } from './large/largeData';
import type { LargeList, LargeResult } from './large/largeResult';
import { cellOf, columnsOf, compareCells, csvHead, csvRows, findLists, numberOf, type ResultColumn } from './resultLists';

type ListMethods = Pick<LargeResult, 'columns' | 'rows' | 'sort' | 'numbers' | 'csv'>;

/** The lists and the methods to read them. Each method returns its result directly or as a promise. */
export type ListSource = {
  /** All known lists. The first one is selected initially. */
  lists: readonly LargeList[];
  /** Searches for lists that take long to find, and resolves with all lists; null if all lists are already known. */
  more: (() => Promise<readonly LargeList[]>) | null;
  /** Returns all rows in their current order; null if the rows are in a worker. */
  all: ((list: string) => readonly unknown[]) | null;
} & {
  [Name in keyof ListMethods]: (
    ...given: Parameters<ListMethods[Name]>
  ) => ReturnType<ListMethods[Name]> | Promise<ReturnType<ListMethods[Name]>>;
};

/** Number of rows that are examined to derive the columns. */
const LOOKED_AT = 200;

/** Creates a source for a value in the page. */
export function smallLists(value: unknown): ListSource {
  const lists = findLists(value);
  const ordered = new Map<string, readonly unknown[]>();
  const rowsOf = (path: string): readonly unknown[] => lists.find(list => list.path === path)?.rows ?? [];
  const all = (path: string): readonly unknown[] => ordered.get(path) ?? rowsOf(path);
  const columns = (path: string): ResultColumn[] => columnsOf(rowsOf(path).slice(0, LOOKED_AT));
  return {
    lists: lists.map(({ path, rows }) => ({ path, count: rows.length })),
    more: null,
    all,
    columns,
    rows: (path, from, to) => all(path).slice(from, to),
    sort(path, by) {
      const turn = by?.direction === 'descending' ? -1 : 1;
      if (by)
        ordered.set(
          path,
          [...rowsOf(path)].sort((a, b) => turn * compareCells(cellOf(a, by.path), cellOf(b, by.path))),
        );
      else ordered.delete(path);
    },
    numbers: (path, paths) => paths.map(names => Float64Array.from(all(path), row => numberOf(cellOf(row, names)))),
    csv: path =>
      new Blob(['\ufeff', csvHead(columns(path)), csvRows(all(path), columns(path))], { type: 'text/csv;charset=utf-8' }),
  };
}

/** Creates a source for a large result in a worker. */
export function largeLists(data: LargeData): ListSource {
  let found: Promise<readonly LargeList[]> | undefined;
  return {
    lists: data.outline.lists,
    more() {
      found ??= allLists(data);
      return found;
    },
    all: null,
    columns: list => data.ask('columns', list),
    rows: (list, from, to) => data.ask('rows', list, from, to),
    sort: (list, by) => data.ask('sort', list, by),
    numbers: (list, paths) => data.ask('numbers', list, paths),
    csv: list => data.ask('csv', list),
  };
}

/** Calls the worker repeatedly for short slices of the search, so that other calls do not wait. */
async function allLists(data: LargeData): Promise<readonly LargeList[]> {
  for (;;) {
    const { lists, isAll } = await data.ask('nested');
    if (isAll) return lists;
  }
}
