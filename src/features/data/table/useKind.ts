/** Additional columns and filters that a presentation other than a table needs: the column it uses, and the days of a calendar. */
import { useMemo, useRef, useState } from 'react';
import { type Column, columnAt } from '../../../schema/collections/columns/columns';
import type { Filter } from '../../../schema/filters/filters';
import type { Sort } from '../../../schema/filters/sorting';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { TableView } from '../dataAddress';

/** Additions to the request of the rows. */
export interface KindRequest {
  readonly columns: readonly Column[];
  readonly filters: readonly Filter[];
  readonly sorts: readonly Sort[];
  /** True if the filters are those of a calendar's days, too. */
  readonly isOfDays: boolean;
  /** True until the filters are known and the calendar has reported its days; nothing is requested before that. */
  readonly isWaiting: boolean;
  readonly onDays: (days: CalendarDays) => void;
}

/** The filters and the order of a calendar, and the column with the end of a period. */
export interface CalendarDays {
  /** The filters for the visible days. */
  readonly filters: readonly Filter[];
  /** The order of the view or, by default, that of the days. */
  readonly sorts: readonly Sort[];
  /** The column with the end of a period; null if there is none. */
  readonly end: Column | null;
}

const NONE: readonly Filter[] = [];

/** Combines the additions of the view's presentation. @param latest the filters of the view; null: not known yet */
export function useKind(
  model: SchemaModel,
  rowType: string,
  { kind, by, sorts }: TableView,
  latest: readonly Filter[] | null,
  shown: readonly Column[],
): KindRequest {
  const [days, setDays] = useState<CalendarDays | null>(null);
  const known = useRef(NONE);
  if (latest) known.current = latest;
  const filters = known.current;
  const isCalendar = kind === 'calendar';
  const end = isCalendar && days?.end;
  const columns = useMemo(() => {
    // A map uses two columns.
    const more = (kind === 'table' ? '' : (by ?? '')).split(',', 2).flatMap(id => columnAt(model, rowType, id.split('.')) ?? []);
    if (end) more.push(end);
    const added = more.filter(column => !shown.some(other => other.id === column.id));
    return added.length === 0 ? shown : [...shown, ...added];
  }, [model, rowType, kind, by, end, shown]);
  const all = useMemo(() => (isCalendar && days !== null ? [...filters, ...days.filters] : filters), [isCalendar, filters, days]);
  return {
    columns,
    filters: all,
    sorts: (isCalendar && days?.sorts) || sorts,
    isOfDays: all !== filters && days?.filters.length !== 0,
    isWaiting: !latest || (isCalendar && days === null),
    onDays: setDays,
  };
}
