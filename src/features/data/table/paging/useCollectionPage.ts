/**
 * The current page of a collection, references to the pages around it, and prefetching. Used by the table of a collection and by the lists
 * inside a record.
 */
import { useCallback, useMemo, useState } from 'react';
import { type PreparedState, usePrepared } from '../../../../parts/usePrepared';
import type { Collection } from '../../../../schema/collections/collections';
import type { Column } from '../../../../schema/collections/columns/columns';
import type { Page } from '../../../../schema/collections/paging/page';
import type { PageRef, Paging } from '../../../../schema/collections/paging/paging';
import type { RecordRef } from '../../../../schema/collections/records';
import { type Prepared, pageDocument } from '../../../../schema/documents/documents';
import type { Filter } from '../../../../schema/filters/filters';
import { sortCapability } from '../../../../schema/filters/sortCapability';
import type { Sort } from '../../../../schema/filters/sorting';
import type { ArgumentValues } from '../../../../schema/model/argumentPath';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import type { Session } from '../../../../session/connections/session';
import type { GraphQLFailure } from '../../../../transport/observe/failure';
import { useReadable } from '../../../../ui/useReadable';
import { useFailingColumns } from '../../useFailingColumns';
import { useNextRequest } from './useNextRequest';
import { type PagePlace, pageKey, usePagePosition } from './usePagePosition';
import { workingPaging } from './workingPaging';

/** What to request. Keep the objects identical while their content does not change. */
export interface PageRequest {
  readonly columns: readonly Column[];
  readonly filters: readonly Filter[];
  readonly sorts: readonly Sort[];
  readonly page: PageRef | null;
  readonly size: number;
  /** Values of the required arguments; null: some are missing, so nothing is requested. */
  readonly arguments: ArgumentValues | null;
  /** The record that contains a nested collection. */
  readonly within?: RecordRef;
}

/** The result, and the functions to reach other pages. */
export interface CollectionPage extends PreparedState<Page>, PagePlace {
  /** The request of this page; null while arguments are missing. */
  readonly prepared: Prepared<Page> | null;
  /** How the collection is paged: its preferred way, or another that the server accepted instead. */
  readonly paging: Paging;
  /** Columns that were left out because the server cannot resolve them, by column id. */
  readonly fieldErrors: ReadonlyMap<string, GraphQLFailure>;
  /** Prepares another page of the same rows (an export loads them all), or a page with other columns. */
  prepare(page: PageRef | null, size?: number, columns?: readonly Column[]): Prepared<Page>;
  /** Prefetches a page. */
  intend(page: PageRef | null): void;
}

/** Requests the page. */
export function useCollectionPage(
  { preferences }: Pick<Session, 'preferences'>,
  model: SchemaModel,
  collection: Collection,
  question: PageRequest,
): CollectionPage {
  const { columns, filters, sorts, page, size, arguments: values, within } = question;
  const failing = useFailingColumns(collection, columns);
  const { asked } = failing;
  const learned = preferences.value(`paging:${collection.id}`, stored => stored);
  const stored = useReadable(learned);
  const [paging, setPaging] = useState(() => workingPaging(model, collection, stored));
  const [sorting, setSorting] = useState(() => sortCapability(model, collection));
  const [without, setWithout] = useState<readonly string[]>([]);
  const [hasTotal, setHasTotal] = useState(true);
  const prepare = useCallback(
    (at: PageRef | null, rows = size, wanted = asked): Prepared<Page> =>
      pageDocument(model, collection, {
        columns: wanted,
        paging,
        sorting,
        without,
        total: hasTotal,
        filters,
        sort: sorts,
        page: at,
        size: Math.min(rows, paging.most ?? rows),
        arguments: values ?? {},
        ...(within ? { within } : {}),
      }),
    [model, collection, asked, paging, sorting, without, hasTotal, filters, sorts, size, values, within],
  );
  const prepared = useMemo(() => (values === null ? null : prepare(page)), [prepare, page, values]);

  // Identifies a set of rows by the query and variables of its first page, because the objects are recreated on every change of the URL.
  const rowsKey = useMemo(() => {
    if (values === null) return '';
    const first = prepare(null);
    return first.query + JSON.stringify(first.variables);
  }, [prepare, values]);
  const { isPrefetched, emptyKey, intend, endPrefetch } = usePrefetch(prepare, page, rowsKey);
  const state = usePrepared(prepared, { acceptCached: isPrefetched });

  const { failure, isOld } = state;
  // Without a total, a full page can be the last one.
  const endsHere = !isOld && state.value !== null && state.value.next !== null && pageKey(state.value.next) === emptyKey;
  const value = useMemo(() => (endsHere && state.value ? { ...state.value, next: null } : state.value), [state.value, endsHere]);
  const rows = isOld ? undefined : value?.rows;
  useNextRequest(
    { model, collection, columns: asked, filters, sorts, size, paging, sorting, without, hasTotal, failure, rows },
    value?.missing ?? 0,
    { setPaging, setSorting, setWithout, setHasTotal, learned },
    failing,
  );
  const { refresh: askAgain } = state;
  const refresh = useCallback(() => {
    setHasTotal(true);
    if (!failing.forget()) askAgain();
  }, [failing, askAgain]);

  const { stop: stopAsking } = state;
  const stop = useCallback(() => {
    // The same page may also be prefetched; a request is aborted when its last subscriber unsubscribes.
    endPrefetch();
    stopAsking();
  }, [stopAsking, endPrefetch]);
  const { position, leaveFor, back } = usePagePosition(value, isOld, page, rowsKey);
  return useMemo(
    () => ({
      ...state,
      value,
      refresh,
      stop,
      prepared,
      prepare,
      paging,
      fieldErrors: failing.errors,
      intend,
      leaveFor,
      position,
      back,
    }),
    [state, value, refresh, stop, prepared, prepare, paging, failing.errors, intend, leaveFor, position, back],
  );
}

/** Prefetches the page that the user is likely to open next. */
function usePrefetch(
  prepare: (page: PageRef | null) => Prepared<Page>,
  page: PageRef | null,
  rowsKey: string,
): { isPrefetched: boolean; emptyKey: string | null; intend: (page: PageRef | null) => void; endPrefetch: () => void } {
  const [intent, setIntent] = useState<{ rowsKey: string; page: PageRef | null } | null>(null);
  const prefetch = intent?.rowsKey === rowsKey ? intent : null;
  // Keep the prefetch active after the user went to its page: unsubscribing would cancel the request that the page waits for.
  const prepared = useMemo(() => (prefetch === null ? null : prepare(prefetch.page)), [prefetch, prepare]);
  const { value, isOld, failure } = usePrepared(prepared, { acceptCached: true });
  const isEmpty = !isOld && failure === null && value?.rows.length === 0 && value.missing === 0;
  const intend = useCallback(
    (to: PageRef | null) =>
      setIntent(now => (now?.rowsKey === rowsKey && pageKey(now.page) === pageKey(to) ? now : { rowsKey, page: to })),
    [rowsKey],
  );
  const endPrefetch = useCallback(() => setIntent(null), []);
  return {
    isPrefetched: prefetch !== null && pageKey(prefetch.page) === pageKey(page),
    /** Key of the prefetched page if it has no rows. */
    emptyKey: prefetch !== null && isEmpty ? pageKey(prefetch.page) : null,
    intend,
    endPrefetch,
  };
}
