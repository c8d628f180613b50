/** The rows of a list for a virtualised table. Pages of rows are fetched when they become visible. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ListSource } from './listSource';

/** Rows per page, and the number of pages that are kept. */
const PAGE = 100;
const MOST_PAGES = 60;

/** `row` returns undefined while the row is being fetched. `version` must change whenever the order changes. */
export function useListRows(
  source: ListSource,
  list: string,
  version: number,
): { row: (at: number) => unknown; onRange: (first: number, end: number) => void } {
  const [, setTurn] = useState(0);
  const pages = useRef(new Map<number, readonly unknown[] | null>());
  const range = useRef({ first: 0, end: 60 });
  const whole = source.all?.(list) ?? null;

  const fetch = useCallback(() => {
    if (source.all) return;
    const loaded = pages.current;
    const { first, end } = range.current;
    for (let page = Math.floor(first / PAGE); page * PAGE < end; page++) {
      if (loaded.has(page)) continue;
      loaded.set(page, null);
      void Promise.resolve(source.rows(list, page * PAGE, (page + 1) * PAGE)).then(rows => {
        if (pages.current !== loaded) return;
        loaded.set(page, rows);
        // Drops the oldest pages that are not visible.
        for (const other of loaded.keys()) {
          if (loaded.size <= MOST_PAGES) break;
          if ((other + 1) * PAGE <= range.current.first || other * PAGE >= range.current.end) loaded.delete(other);
        }
        setTurn(turn => turn + 1);
      });
    }
  }, [source, list]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new order invalidates the pages
  useEffect(() => {
    pages.current = new Map();
    fetch();
  }, [fetch, version]);
  const onRange = useCallback(
    (first: number, end: number) => {
      range.current = { first, end };
      fetch();
    },
    [fetch],
  );
  const row = (at: number): unknown => (whole ? whole[at] : pages.current.get(Math.floor(at / PAGE))?.[at % PAGE]);
  return { row, onRange };
}
