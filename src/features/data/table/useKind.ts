/** What the way of showing rows asks for besides the columns in view: the column it goes by, and the days of a calendar. */
import { useMemo, useState } from 'react';
import { type Column, columnAt } from '../../../schema/collections/columns/columns';
import type { Filter } from '../../../schema/filters/filters';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { TableView } from '../dataAddress';

/** See the head of the file. */
export interface KindQuestion {
  readonly columns: readonly Column[];
  readonly filters: readonly Filter[];
  /** The calendar has not given its days yet: until then nothing is asked. */
  readonly isWaiting: boolean;
  readonly onDays: (filters: readonly Filter[]) => void;
}

/** Puts it together. */
export function useKind(
  model: SchemaModel,
  rowType: string,
  { kind, by, filters }: TableView,
  shown: readonly Column[],
): KindQuestion {
  const [days, setDays] = useState<readonly Filter[] | null>(null);
  const columns = useMemo(() => {
    // A map goes by two.
    const more = (kind === 'table' ? '' : (by ?? '')).split(',', 2).flatMap(id => columnAt(model, rowType, id.split('.')) ?? []);
    const added = more.filter(column => !shown.some(other => other.id === column.id));
    return added.length === 0 ? shown : [...shown, ...added];
  }, [model, rowType, kind, by, shown]);
  const isCalendar = kind === 'calendar';
  const all = useMemo(() => (isCalendar && days !== null ? [...filters, ...days] : filters), [isCalendar, filters, days]);
  return { columns, filters: all, isWaiting: isCalendar && days === null, onDays: setDays };
}
