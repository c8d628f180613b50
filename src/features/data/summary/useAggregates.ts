/** The figures of a view as aggregated by the API over all its rows; null while they load, and if the API has no aggregates. */
import { useEffect, useMemo, useRef } from 'react';
import { usePrepared } from '../../../parts/usePrepared';
import { type ApiAggregates, aggregateDocument } from '../../../schema/aggregates/aggregateDocument';
import type { Collection } from '../../../schema/collections/collections';
import type { Column } from '../../../schema/collections/columns/columns';
import type { Filter } from '../../../schema/filters/filters';
import type { ArgumentValues } from '../../../schema/model/argumentPath';
import type { SchemaModel } from '../../../schema/model/schemaModel';

/** What to aggregate. Keep the objects identical while their content does not change. */
export interface AggregatesWanted {
  readonly filters: readonly Filter[];
  /** Values of the required arguments; null: some are missing. */
  readonly arguments: ArgumentValues | null;
  readonly columns: readonly Column[];
  readonly group: Column | null;
  /** The current page; when it changes, the figures are requested again. Null: nothing is requested. */
  readonly page: unknown;
}

/** Requests the figures. */
export function useAggregates(model: SchemaModel, collection: Collection, wanted: AggregatesWanted): ApiAggregates | null {
  const { filters, arguments: values, columns, group, page } = wanted;
  const isWanted = page !== null && values !== null;
  const prepared = useMemo(() => {
    // Only fields of the row itself: a relation would be grouped by the name of its record, which no API supports.
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
  const hasFigures = group === null ? [...(value.all?.values.values() ?? [])].some(hasFigure) : value.groups !== null;
  return hasFigures ? value : null;
}

const isOwnValue = (column: Column): boolean => column.path.length === 1 && column.relation === null;
const hasFigure = (figures: Readonly<Record<string, unknown>>): boolean =>
  Object.values(figures).some(value => value !== null && value !== undefined);
