/** The view of a Data screen, read from the URL and changed through it. */
import { useCallback, useMemo } from 'react';
import type { Navigation } from '../../../session/navigation/navigation';
import { useReadable } from '../../../ui/useReadable';
import { readTableView, type TableView, tableViewQuery } from '../dataAddress';

/** The view and the functions that change it. */
export interface ViewState {
  readonly view: TableView;
  /** Navigates to the changed view. `replace` adds no history entry (for changes that Back should not undo, such as columns). */
  change(change: Partial<TableView>, options?: { replace?: boolean }): void;
  /** URL of the changed view, for links. */
  hrefWith(change: Partial<TableView>): string;
}

/** Follows the URL. */
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
