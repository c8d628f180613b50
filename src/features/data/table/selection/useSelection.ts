/** The selection in a table. */
import { useCallback, useMemo, useState } from 'react';
import type { Page } from '../../../../schema/collections/paging/page';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import { keptSelection } from './keptSelection';

const NONE: ReadonlySet<number> = new Set();

/** The selected rows of a page. After a reload, the rows with the same keys are selected, at their new positions. */
export function useSelection(
  model: SchemaModel,
  rowType: string,
  page: Page | null,
): [selected: ReadonlySet<number>, select: (rows: ReadonlySet<number>) => void] {
  const [selection, setSelection] = useState<{ of: Page | null; rows: ReadonlySet<number> }>({ of: null, rows: NONE });
  const selected = useMemo(() => {
    const { of, rows } = selection;
    if (of === page || rows.size === 0) return rows;
    if (!of || !page) return NONE;
    return keptSelection(model, rowType, { rows: of.rows, places: rows }, page.rows);
  }, [selection, page, model, rowType]);
  const select = useCallback((rows: ReadonlySet<number>) => setSelection({ of: page, rows }), [page]);
  return [selected, select];
}
