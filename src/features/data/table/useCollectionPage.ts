/**
 * The page of a collection that a view asks for, the pages around it, and loading the next one ahead when somebody turns towards it. Used
 * by the table of a collection and by the lists inside a record.
 */
import { useCallback, useMemo, useRef, useState } from 'react';
import type { Collection } from '../../../schema/collections/collections';
import type { Column } from '../../../schema/collections/columns';
import type { Page } from '../../../schema/collections/page';
import { formatPageRef, type PageRef } from '../../../schema/collections/paging';
import type { RecordRef } from '../../../schema/collections/records';
import { type Prepared, pageDocument } from '../../../schema/documents/documents';
import type { Filter } from '../../../schema/filters/filters';
import type { Sort } from '../../../schema/filters/sorting';
import type { ArgumentValues } from '../../../schema/model/argumentPath';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import { type PreparedState, usePrepared } from '../usePrepared';

/** What is asked for. Keep the objects identical while they say the same. */
export interface PageQuestion {
  readonly columns: readonly Column[];
  readonly filters: readonly Filter[];
  readonly sorts: readonly Sort[];
  readonly page: PageRef | null;
  readonly size: number;
  /** Values of the required arguments; null: they are not all there, so nothing is asked. */
  readonly arguments: ArgumentValues | null;
  /** The record a nested collection belongs to. */
  readonly within?: RecordRef;
}

/** The answer and the way on. */
export interface CollectionPage extends PreparedState<Page> {
  /** What is sent for this page; null while arguments are missing. */
  readonly prepared: Prepared<Page> | null;
  /** Prepares another page of the same rows (an export goes through them all). */
  prepare(page: PageRef | null, size?: number): Prepared<Page>;
  /** Loads a page ahead. */
  intend(page: PageRef | null): void;
  /** To be called before going to a page: where the server only goes forward, this is how Back is known. */
  leaveFor(page: PageRef | null): void;
  /** Where Back leads when the server does not say: the page one came from, the first one; null: nowhere. */
  readonly back: PageRef | 'first' | null;
}

const keyOf = (page: PageRef | null): string => (page === null ? '' : formatPageRef(page));

/** Asks for the page. */
export function useCollectionPage(model: SchemaModel, collection: Collection, question: PageQuestion): CollectionPage {
  const { columns, filters, sorts, page, size, arguments: values, within } = question;
  const prepare = useCallback(
    (at: PageRef | null, rows = size): Prepared<Page> =>
      pageDocument(model, collection, {
        columns,
        filters,
        sort: sorts,
        page: at,
        size: rows,
        arguments: values ?? {},
        ...(within ? { within } : {}),
      }),
    [model, collection, columns, filters, sorts, size, values, within],
  );
  const prepared = useMemo(() => (values === null ? null : prepare(page)), [prepare, page, values]);

  // The same rows are told by the text and variables of their first page, not by objects that are made anew at every change of the address.
  const rowsKey = useMemo(() => {
    if (values === null) return '';
    const first = prepare(null);
    return first.query + JSON.stringify(first.variables);
  }, [prepare, values]);
  const [intent, setIntent] = useState<{ rowsKey: string; page: PageRef | null } | null>(null);
  const meant = intent?.rowsKey === rowsKey ? intent : null;
  const isMeant = meant !== null && keyOf(meant.page) === keyOf(page);
  // It goes on being asked for after the person went there: letting go would cancel the request the page is waiting for.
  const ahead = useMemo(() => (meant === null ? null : prepare(meant.page)), [meant, prepare]);
  usePrepared(ahead, { fresh: true });
  const state = usePrepared(prepared, { fresh: isMeant });

  const intend = useCallback(
    (to: PageRef | null) =>
      setIntent(now => (now?.rowsKey === rowsKey && keyOf(now.page) === keyOf(to) ? now : { rowsKey, page: to })),
    [rowsKey],
  );
  const trail = useRef(new Map<string, PageRef | null>());
  const leaveFor = useCallback(
    (to: PageRef | null) => {
      if (to !== null && !trail.current.has(rowsKey + keyOf(to))) trail.current.set(rowsKey + keyOf(to), page);
    },
    [rowsKey, page],
  );
  const cameFrom = trail.current.get(rowsKey + keyOf(page));
  const back = page === null ? null : (cameFrom ?? 'first');
  return useMemo(
    () => ({ ...state, prepared, prepare, intend, leaveFor, back }),
    [state, prepared, prepare, intend, leaveFor, back],
  );
}
