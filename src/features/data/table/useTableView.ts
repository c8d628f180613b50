/** The view of a Data screen, read from the address and changed through it. */
import { useCallback, useMemo } from 'react';
import type { Navigation } from '../../../session/navigation/navigation';
import { useReadable } from '../../../ui/text/useReadable';
import { readTableView, type TableView, tableViewQuery } from '../dataAddress';

/** The view and the ways to another. */
export interface ViewState {
  readonly view: TableView;
  /** Goes to the changed view; `replace` leaves no entry in the history (widths, columns: Back should not undo those). */
  change(change: Partial<TableView>, options?: { replace?: boolean }): void;
  /** Address of the changed view, for links. */
  hrefWith(change: Partial<TableView>): string;
}

/** Watches the address. */
export function useTableView(navigation: Navigation): ViewState {
  const address = useReadable(navigation.address);
  const view = useMemo(() => readTableView(address.query), [address]);
  const change = useCallback<ViewState['change']>(
    (next, options) => navigation.setQuery(tableViewQuery(next), options),
    [navigation],
  );
  const hrefWith = useCallback<ViewState['hrefWith']>(
    next => {
      const query = new URLSearchParams(address.query);
      for (const [name, value] of Object.entries(tableViewQuery(next))) {
        if (value === null) query.delete(name);
        else query.set(name, value);
      }
      const text = query.toString();
      return text === '' ? address.path : `${address.path}?${text}`;
    },
    [address],
  );
  return useMemo(() => ({ view, change, hrefWith }), [view, change, hrefWith]);
}
