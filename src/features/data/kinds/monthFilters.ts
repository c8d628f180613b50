/** The days a calendar shows, and the filters that ask for the rows of these days alone. */
import {
  type CalendarDate,
  createCalendar,
  endOfMonth,
  getDayOfWeek,
  getLocalTimeZone,
  parseAbsolute,
  parseDate,
  parseDateTime,
  startOfMonth,
  toCalendar,
  toCalendarDate,
  today,
} from '@internationalized/date';
import type { Column } from '../../../schema/collections/columns';
import { type Filter, type FilterCapability, filterToVariables } from '../../../schema/filters/filters';
import { filterFieldOf } from '../filter/filterFieldOf';

/** The month around a day, in the calendar of the language, and the days from the first to the last week of it. */
export interface Month {
  readonly first: CalendarDate;
  readonly days: readonly CalendarDate[];
}

/** The month. `day` is an ISO date; null or unreadable: today. */
export function monthOf(day: string | null, locale: string, timeZone: string): Month {
  const own = createCalendar(new Intl.DateTimeFormat(locale).resolvedOptions().calendar as 'gregory');
  const first = startOfMonth(toCalendar(readDay(day) ?? today(timeZone || getLocalTimeZone()), own));
  const last = endOfMonth(first);
  let next = first.subtract({ days: getDayOfWeek(first, locale) });
  const end = last.add({ days: 6 - getDayOfWeek(last, locale) });
  const days: CalendarDate[] = [];
  // Six weeks at most.
  while (next.compare(end) <= 0 && days.length < 42) {
    days.push(next);
    next = next.add({ days: 1 });
  }
  return { first, days };
}

function readDay(day: string | null): CalendarDate | null {
  if (day === null) return null;
  try {
    return parseDate(day);
  } catch {
    return null;
  }
}

/** The day of a value, as ISO text, in the reader's time zone where it is a moment; null for no date. */
export function dayOf(value: unknown, timeZone: string): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  for (const read of [
    () => parseDate(text),
    () => toCalendarDate(parseAbsolute(text, timeZone)),
    () => toCalendarDate(parseDateTime(text.replace(' ', 'T'))),
  ]) {
    try {
      return read().toString();
    } catch {
      // Not of this form.
    }
  }
  return null;
}

/** Filters for the days from the first to the last, both included; [] where the collection cannot be asked for them beside the others. */
export function filtersForDays(
  capability: FilterCapability | null,
  others: readonly Filter[],
  column: Column,
  first: CalendarDate,
  last: CalendarDate,
  timeZone: string,
): readonly Filter[] {
  const field = capability === null ? undefined : filterFieldOf(capability, column);
  if (capability === null || field === undefined) return [];
  const at = (day: CalendarDate): string => momentOf(day, column, timeZone);
  const isDate = column.kind === 'date';
  const [from, to, before, after] = [at(first), at(last), at(first.subtract({ days: 1 })), at(last.add({ days: 1 }))];
  const one = (operator: Filter['operator'], value: NonNullable<Filter['value']>): Filter => ({
    field: field.id,
    operator,
    value,
  });
  const ways: readonly Filter[][] = [
    [one('atLeast', from), one('less', after)],
    ...(isDate
      ? [[one('atLeast', from), one('atMost', to)], [one('greater', before), one('less', after)], [one('between', [from, to])]]
      : // A moment more or less at the edges is sorted out by the day it lies in.
        [
          [one('atLeast', from), one('atMost', after)],
          [one('greater', before), one('less', after)],
          [one('between', [from, after])],
        ]),
  ];
  const fits = (way: readonly Filter[]): boolean => {
    const all = [...others, ...way];
    const { problems, ignored } = filterToVariables(capability, all);
    return ![...problems.map(problem => problem.index), ...ignored].some(index => index >= others.length);
  };
  return ways.find(fits) ?? [];
}

/** The beginning of a day as the column's values are written. */
function momentOf(day: CalendarDate, column: Column, timeZone: string): string {
  const plain = toCalendar(day, createCalendar('gregory'));
  if (column.kind === 'date') return plain.toString();
  if (column.kind === 'localDateTime') return `${plain.toString()}T00:00:00`;
  return plain.toDate(timeZone).toISOString();
}
