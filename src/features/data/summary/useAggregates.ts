/** The figures of a view as the API counts them, of all its rows; null until they are there, and where the API counts nothing. */
import { useEffect, useMemo, useRef } from 'react';
import { usePrepared } from '../../../parts/usePrepared';
import { type ApiAggregates, aggregateDocument } from '../../../schema/aggregates/aggregateDocument';
import type { Collection } from '../../../schema/collections/collections';
import type { Column } from '../../../schema/collections/columns/columns';
import type { Filter } from '../../../schema/filters/filters';
import type { ArgumentValues } from '../../../schema/model/argumentPath';
import type { SchemaModel } from '../../../schema/model/schemaModel';

/** What is asked. Keep the objects identical while they say the same. */
export interface AggregatesWanted {
  readonly filters: readonly Filter[];
  /** Values of the required arguments; null: they are not all there. */
  readonly arguments: ArgumentValues | null;
  readonly columns: readonly Column[];
  readonly group: Column | null;
  /** The rows in view, which are asked for again after a change. Null: nothing is asked. */
  readonly page: unknown;
}

/** Asks. */
export function useAggregates(model: SchemaModel, collection: Collection, wanted: AggregatesWanted): ApiAggregates | null {
  const { filters, arguments: values, columns, group, page } = wanted;
  const isWanted = page !== null && values !== null;
  const prepared = useMemo(() => {
    // Only what stands in the row itself; a relation is grouped by what names it, which no API does.
    if (!isWanted || values === null || (group !== null && !isOwnValue(group))) return null;
    const names = columns.filter(column => isOwnValue(column) && column.currency === null).map(({ path }) => path[0] ?? '');
    return aggregateDocument(model, collection, { filters, arguments: values, columns: names, group: group?.path[0] ?? null });
  }, [isWanted, model, collection, filters, values, columns, group]);
  const { value, isOld, failure, refresh } = usePrepared(prepared);
  const latest = useRef({ page, refresh });
  useEffect(() => {
    const isAnother = latest.current.page !== page && latest.current.page !== null && page !== null;
    latest.current = { page, refresh };
    if (isAnother) refresh();
  }, [page, refresh]);
  if (prepared === null || failure !== null || isOld || value === null) return null;
  const isTold = group === null ? [...(value.all?.values.values() ?? [])].some(hasFigure) : value.groups !== null;
  return isTold ? value : null;
}

const isOwnValue = (column: Column): boolean => column.path.length === 1 && column.relation === null;
const hasFigure = (figures: Readonly<Record<string, unknown>>): boolean =>
  Object.values(figures).some(value => value !== null && value !== undefined);
