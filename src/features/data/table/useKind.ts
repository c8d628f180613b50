/** Additional columns and filters that a presentation other than a table needs: the column it uses, and the days of a calendar. */
import { useMemo, useState } from 'react';
import { type Column, columnAt } from '../../../schema/collections/columns/columns';
import type { Filter } from '../../../schema/filters/filters';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { TableView } from '../dataAddress';

/** Additions to the request of the rows. */
export interface KindRequest {
  readonly columns: readonly Column[];
  readonly filters: readonly Filter[];
  /** True until the calendar has reported its days; nothing is requested before that. */
  readonly isWaiting: boolean;
  readonly onDays: (filters: readonly Filter[]) => void;
}

/** Combines the additions of the view's presentation. */
export function useKind(
  model: SchemaModel,
  rowType: string,
  { kind, by, filters }: TableView,
  shown: readonly Column[],
): KindRequest {
  const [days, setDays] = useState<readonly Filter[] | null>(null);
  const columns = useMemo(() => {
    // A map uses two columns.
    const more = (kind === 'table' ? '' : (by ?? '')).split(',', 2).flatMap(id => columnAt(model, rowType, id.split('.')) ?? []);
    const added = more.filter(column => !shown.some(other => other.id === column.id));
    return added.length === 0 ? shown : [...shown, ...added];
  }, [model, rowType, kind, by, shown]);
  const isCalendar = kind === 'calendar';
  const all = useMemo(() => (isCalendar && days !== null ? [...filters, ...days] : filters), [isCalendar, filters, days]);
  return { columns, filters: all, isWaiting: isCalendar && days === null, onDays: setDays };
}
