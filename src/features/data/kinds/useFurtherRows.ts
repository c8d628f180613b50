/** The rows of the pages behind the one in view, one page after the other, up to a bound: for a calendar, which shows a month and no pages. */
import { useEffect, useState } from 'react';
import type { Page } from '../../../schema/collections/page';
import { formatPageRef, type PageRef } from '../../../schema/collections/paging';
import type { Prepared } from '../../../schema/documents/documents';
import type { Session } from '../../../session/connections/session';

/** Pages that are asked for behind the first. */
const MOST_PAGES = 19;

/** See the head of the file. */
export interface FurtherRows {
  readonly rows: Page['rows'];
  /** True when there are no more rows than these. */
  readonly isAll: boolean;
}

const NONE: FurtherRows = { rows: [], isAll: false };

/** Asks for them; a page that fails ends it. `first` null: nothing is asked. */
export function useFurtherRows(session: Session, first: Page | null, prepare: (page: PageRef) => Prepared<Page>): FurtherRows {
  const [found, setFound] = useState<FurtherRows & { readonly of: Page | null }>({ ...NONE, of: null });
  const { client } = session.transport;
  useEffect(() => {
    if (first === null) return;
    let stop = (): void => undefined;
    let rows: Page['rows'] = [];
    const ask = (next: PageRef | null, left: number): void => {
      setFound({ of: first, rows, isAll: next === null });
      if (next === null || left === 0) return;
      const prepared = prepare(next);
      const { unsubscribe } = client
        .query(prepared.query, prepared.variables, { requestPolicy: 'network-only', screen: 'data' })
        .subscribe(({ data, error, stale }) => {
          if (stale) return;
          stop();
          if (error || data == null || prepared.problem(data) !== null) return;
          const page = prepared.read(data);
          // A server that gives the same page again would be asked for ever.
          const isNext = page.next !== null && formatPageRef(page.next) !== formatPageRef(next);
          rows = [...rows, ...page.rows];
          if (page.next === null || (isNext && page.rows.length > 0)) ask(page.next, left - 1);
          else setFound({ of: first, rows, isAll: false });
        });
      stop = unsubscribe;
    };
    ask(first.next, MOST_PAGES);
    return () => stop();
  }, [client, first, prepare]);
  return found.of === first && first !== null ? found : NONE;
}
