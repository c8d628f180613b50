/** The total number of rows in each lane of a board. The API counts them in one request. */
import { useMemo } from 'react';
import type { Column } from '../../../../schema/collections/columns/columns';
import type { Page } from '../../../../schema/collections/paging/page';
import { toVariables } from '../../../../schema/forms/formValues';
import { isWhole } from '../../summary/figures';
import { useAggregates } from '../../summary/useAggregates';
import type { CollectionScreenState } from '../../table/useCollectionScreen';

const NO_COLUMNS: readonly Column[] = [];

/** The totals by value; empty if the page contains all rows, or if the API cannot count them. */
export function useLaneTotals(
  screen: CollectionScreenState,
  column: Column,
  page: Page,
): ReadonlyMap<string | boolean | null, number> {
  const { model, collection, view, form, kind } = screen;
  const required = useMemo(() => toVariables(form, view.args), [form, view.args]);
  const values = useMemo(() => (required.problems.length === 0 ? required.variables : null), [required]);
  const counted = useAggregates(model, collection, {
    filters: kind.filters,
    arguments: values,
    columns: NO_COLUMNS,
    group: column,
    page: isWhole(page) ? null : page,
  });
  return useMemo(
    () =>
      new Map(
        (counted?.groups ?? []).flatMap(({ value, figures }) =>
          figures.count === null ? [] : [[value, figures.count] as const],
        ),
      ),
    [counted],
  );
}
