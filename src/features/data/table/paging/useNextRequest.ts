/** Requests a page in another way if the server refuses a request, and notes what its results show about the server. */
import { useEffect } from 'react';
import { noteLocalTimes } from '../../../../schema/collections/columns/noteLocalTimes';
import { noteTextNumbers } from '../../../../schema/collections/columns/noteTextNumbers';
import type { FailingColumns } from '../../useFailingColumns';
import type { PageResult, RequestSetters } from './nextRequest';
import { rememberPaging } from './workingPaging';

/**
 * Repeats a failed page once without the parts that the server could not resolve or refused, or in another way.
 * @param rows undefined: the result belongs to another request
 * @param missing number of rows that the server could not give
 */
export function useNextRequest(
  {
    model,
    collection,
    columns,
    filters,
    sorts,
    size,
    paging,
    sorting,
    without,
    hasTotal,
    failure,
    rows,
  }: Omit<PageResult, 'rows'> & { rows: PageResult['rows'] | undefined },
  missing: number,
  { setPaging, setSorting, setWithout, setHasTotal, learned }: RequestSetters,
  { leaveOut }: Pick<FailingColumns, 'leaveOut'>,
): void {
  useEffect(() => {
    const learn = (): void =>
      void import(/* webpackChunkName: "next-paging" */ './nextRequest').then(
        ({ nextRequest }) =>
          nextRequest(
            { model, collection, columns, filters, sorts, size, paging, sorting, without, hasTotal, failure, rows: rows ?? [] },
            { setPaging, setSorting, setWithout, setHasTotal, learned },
          ),
        () => undefined,
      );
    if (failure === null) {
      if (rows !== undefined) {
        const isLearned = rememberPaging(model, collection, paging) && paging !== collection.paging;
        noteTextNumbers(model, columns, rows);
        noteLocalTimes(model, columns, rows);
        if (isLearned || (sorting?.isGuess && sorts.length > 0) || without.length > 0) learn();
      }
      return;
    }
    const isLost = rows === undefined || rows.length === 0 || missing > 0;
    if (isLost && !leaveOut(failure)) learn();
  }, [
    model,
    collection,
    columns,
    filters,
    sorts,
    size,
    paging,
    sorting,
    without,
    hasTotal,
    failure,
    rows,
    missing,
    setPaging,
    setSorting,
    setWithout,
    setHasTotal,
    learned,
    leaveOut,
  ]);
}
