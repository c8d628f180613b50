/** The lists of an answer as tables and plots see them: in the page for what is small, in a worker for what is large, by the same questions. */
import type { LargeData } from './large/largeData';
import type { LargeList, LargeResult } from './large/largeResult';
import { cellOf, columnsOf, compareCells, csvHead, csvRows, findLists, numberOf, type ResultColumn } from './resultLists';

type Asked = Pick<LargeResult, 'columns' | 'rows' | 'sort' | 'numbers' | 'csv'>;

/** The lists. Questions are answered at once or later. */
export type ListSource = {
  /** The first is what is shown at first. */
  lists: readonly LargeList[];
  /** Looks for those that take long to find, and gives all of them; null where they are all known. */
  more: (() => Promise<readonly LargeList[]>) | null;
  /** All rows in their order, where they are at hand. */
  all: ((list: string) => readonly unknown[]) | null;
} & {
  [Name in keyof Asked]: (...given: Parameters<Asked[Name]>) => ReturnType<Asked[Name]> | Promise<ReturnType<Asked[Name]>>;
};

/** Rows looked at to find the columns. */
const LOOKED_AT = 200;

/** The lists of a value. */
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

/** The lists of a large answer. */
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

/** Asked again and again, so that what is looked at meanwhile does not wait. */
async function allLists(data: LargeData): Promise<readonly LargeList[]> {
  for (;;) {
    const { lists, isAll } = await data.ask('nested');
    if (isAll) return lists;
  }
}
