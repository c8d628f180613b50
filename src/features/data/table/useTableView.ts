/** The view of a Data screen, read from the address and changed through it. */
import { useCallback, useMemo } from 'react';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import { toolsOf } from '../../../schema/model/schemaTools';
import type { Navigation } from '../../../session/navigation/navigation';
import { useReadable } from '../../../ui/text/useReadable';
import { readTableView, type TableView, tableViewQuery } from '../dataAddress';

/** The view and the ways to another. */
export interface ViewState {
  readonly view: TableView;
  /** Goes to the changed view; `replace` leaves no entry in the history (widths, columns: nobody wants Back to undo those). */
  change(change: Partial<TableView>, options?: { replace?: boolean }): void;
  /** Address of the changed view, for links. */
  hrefWith(change: Partial<TableView>): string;
}

/** Watches the address. A model that has no tools yet shows addresses without filters only. */
export function useTableView(navigation: Navigation, model: SchemaModel): ViewState {
  const address = useReadable(navigation.address);
  // The same view before and after the tools come, where it is read without them.
  const tools = address.query.has('filter') ? toolsOf(model) : null;
  const view = useMemo(() => readTableView(address.query, tools), [address, tools]);
  const change = useCallback<ViewState['change']>(
    (next, options) => navigation.setQuery(tableViewQuery(next, toolsOf(model)), options),
    [navigation, model],
  );
  const hrefWith = useCallback<ViewState['hrefWith']>(
    next => {
      const query = new URLSearchParams(address.query);
      for (const [name, value] of Object.entries(tableViewQuery(next, toolsOf(model)))) {
        if (value === null) query.delete(name);
        else query.set(name, value);
      }
      const text = query.toString();
      return text === '' ? address.path : `${address.path}?${text}`;
    },
    [address, model],
  );
  return useMemo(() => ({ view, change, hrefWith }), [view, change, hrefWith]);
}
