/** The selection in a table, over all pages of its rows. */
import { useCallback, useMemo, useRef, useState } from 'react';
import type { Page } from '../../../../schema/collections/paging/page';
import type { Row } from '../../../../schema/documents/documents';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import { keptSelection, type SelectedRows } from './keptSelection';

/** The selection and the functions that change it. */
export interface Selection {
  /** Indexes of the selected rows of the page. */
  readonly selected: ReadonlySet<number>;
  /** The selected rows of all pages, and how many of them are on other pages. */
  readonly chosen: readonly Row[];
  readonly elsewhere: number;
  /** Selects exactly these rows of the page; other pages keep theirs. */
  readonly select: (places: ReadonlySet<number>) => void;
  /** Deselects rows of any page, by identity. */
  readonly deselect: (rows: readonly Row[]) => void;
  readonly clear: () => void;
}

/** The page on the screen. */
export interface ShownPage {
  readonly page: Page | null;
  /** What the page depends on within the same rows: its reference, order and size. */
  readonly place: string;
  /** What the rows depend on: filters, arguments and columns. Another value ends the selection of rows that are not shown. */
  readonly scope: string;
}

const NOTHING: SelectedRows = { places: new Set(), elsewhere: [] };

/** Selected rows stay selected on other pages and after a reload, by their keys. */
export function useSelection(model: SchemaModel, rowType: string, now: ShownPage): Selection {
  const shownNow = useRef(now);
  // While another page loads, the rows are still those of the old one.
  if (shownNow.current.page !== now.page) shownNow.current = now;
  const shown = shownNow.current;
  const [made, setMade] = useState<{ of: ShownPage; rows: SelectedRows }>({ of: now, rows: NOTHING });
  const rows = useMemo((): SelectedRows => {
    const { of } = made;
    if (of.page === shown.page || made.rows === NOTHING) return made.rows;
    if (!of.page || !shown.page) return NOTHING;
    const isSame = of.scope === shown.scope;
    const before = { ...made.rows, rows: of.page.rows };
    const kept = keptSelection(model, rowType, before, shown.page.rows, isSame && of.place !== shown.place);
    return isSame ? kept : { ...kept, elsewhere: [] };
  }, [made, shown, model, rowType]);
  const put = useCallback((next: SelectedRows) => setMade({ of: shown, rows: next }), [shown]);
  return {
    selected: rows.places,
    chosen: useMemo(() => [...rows.elsewhere, ...(shown.page?.rows ?? []).filter((_, at) => rows.places.has(at))], [rows, shown]),
    elsewhere: rows.elsewhere.length,
    select: useCallback(places => put({ ...rows, places }), [put, rows]),
    deselect: useCallback(
      gone =>
        put({
          places: new Set([...rows.places].filter(at => !gone.includes(shown.page?.rows[at] as Row))),
          elsewhere: rows.elsewhere.filter(row => !gone.includes(row)),
        }),
      [put, rows, shown],
    ),
    clear: useCallback(() => put(NOTHING), [put]),
  };
}
