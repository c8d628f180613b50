/**
 * The rows of the pages after the current one, loaded one after the other up to a limit, for a calendar, which shows a month instead of
 * pages.
 */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Page } from '../../../schema/collections/paging/page';
import { formatPageRef, type PageRef } from '../../../schema/collections/paging/paging';
import type { Prepared } from '../../../schema/documents/documents';
import type { Session } from '../../../session/connections/session';

/** Maximum number of pages to load after the first. */
const MOST_PAGES = 19;

/** Rows of the pages after the first. */
export interface MoreRows {
  readonly rows: Page['rows'];
  /** True if there are no more rows than these. */
  readonly isAll: boolean;
}

const NONE: MoreRows = { rows: [], isAll: false };

const ALL: MoreRows = { rows: [], isAll: true };

/**
 * Loads the pages; a page that fails ends the loading. On a reload of the same pages, the old rows stay until as many new ones have loaded.
 * `first` null: nothing is requested.
 */
export function useMoreRows(session: Session, first: Page | null, prepare: (page: PageRef) => Prepared<Page>): MoreRows {
  const [found, setFound] = useState<MoreRows & { readonly key: string | null }>({ ...NONE, key: null });
  const { client } = session.transport;
  // `prepare` changes with every change of the URL. The request is the same while its query and variables are.
  const latest = useRef(prepare);
  useEffect(() => {
    latest.current = prepare;
  }, [prepare]);
  const start = first?.next ?? null;
  const key = useMemo(() => {
    if (start === null) return null;
    const { query, variables } = prepare(start);
    return query + JSON.stringify(variables);
  }, [start, prepare]);
  useEffect(() => {
    if (first === null || first.next === null || key === null) return;
    let stop = (): void => undefined;
    let rows: Page['rows'] = [];
    const show = (isOver: boolean, isAll: boolean): void =>
      setFound(now => (now.key === key && !isOver && rows.length < now.rows.length ? now : { key, rows, isAll }));
    const ask = (next: PageRef, left: number): void => {
      const prepared = latest.current(next);
      const { unsubscribe } = client
        .query(prepared.query, prepared.variables, { requestPolicy: 'network-only', screen: 'data' })
        .subscribe(({ data, error, stale }) => {
          if (stale) return;
          stop();
          if (error || data == null || prepared.problem(data) !== null) {
            setFound(now => (now.key === key ? { ...now, isAll: false } : { key, rows, isAll: false }));
            return;
          }
          const page = prepared.read(data);
          // A server that returns the same page again would be queried endlessly.
          const isNext = page.next !== null && formatPageRef(page.next) !== formatPageRef(next) && page.rows.length > 0;
          rows = [...rows, ...page.rows];
          const hasMore = page.next !== null && isNext && left > 1;
          show(!hasMore, page.next === null);
          if (hasMore) ask(page.next, left - 1);
        });
      stop = unsubscribe;
    };
    ask(first.next, MOST_PAGES);
    return () => stop();
  }, [client, first, key]);
  if (first === null) return NONE;
  if (key === null) return ALL;
  return found.key === key ? found : NONE;
}
