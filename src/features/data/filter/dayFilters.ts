/** Filters for whole days: those of a calendar, and the usual spans of time up to today. */
import { type CalendarDate, createCalendar, endOfMonth, startOfMonth, toCalendar, today } from '@internationalized/date';
import { type Filter, type FilterCapability, type FilterField, filterToVariables } from '../../../schema/filters/filters';

/** From the first to the last day, both included. */
export interface Days {
  readonly first: CalendarDate;
  readonly last: CalendarDate;
}

/** The usual spans of time. */
export const SPANS = ['today', 'last7Days', 'thisMonth', 'lastMonth'] as const;

/** One of them. */
export type Span = (typeof SPANS)[number];

/** The days of a span, as of now, in the calendar of the language. */
export function daysOf(span: Span, locale: string, timeZone: string): Days {
  const own = createCalendar(new Intl.DateTimeFormat(locale).resolvedOptions().calendar as 'gregory');
  const now = toCalendar(today(timeZone), own);
  const inLast = startOfMonth(now).subtract({ days: 1 });
  switch (span) {
    case 'today':
      return { first: now, last: now };
    case 'last7Days':
      return { first: now.subtract({ days: 6 }), last: now };
    case 'thisMonth':
      return { first: startOfMonth(now), last: endOfMonth(now) };
    case 'lastMonth':
      return { first: startOfMonth(inLast), last: inLast };
  }
}

/** Filters for the days from the first to the last, both included; [] where the collection cannot be asked for them beside the others. */
export function filtersForDays(
  capability: FilterCapability,
  others: readonly Filter[],
  field: FilterField,
  kind: string,
  { first, last }: Days,
  timeZone: string,
): readonly Filter[] {
  const at = (day: CalendarDate): string => momentOf(day, kind, timeZone);
  const isDate = kind === 'date';
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
function momentOf(day: CalendarDate, kind: string, timeZone: string): string {
  const plain = toCalendar(day, createCalendar('gregory'));
  if (kind === 'date') return plain.toString();
  if (kind === 'localDateTime') return `${plain.toString()}T00:00:00`;
  return plain.toDate(timeZone).toISOString();
}
