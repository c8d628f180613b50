/** Filters for whole days: the days of a calendar page, and common date ranges up to today. */
import { type CalendarDate, createCalendar, endOfMonth, startOfMonth, toCalendar, today } from '@internationalized/date';
import {
  type Filter,
  type FilterCapability,
  type FilterField,
  filterToVariables,
  groupsOf,
} from '../../../schema/filters/filters';
import { filterField } from './filterFieldOf';
import { isSpan, type Span, spanKind } from './relativeSpans';

/** A range of days, both ends included. */
export interface DayRange {
  readonly first: CalendarDate;
  readonly last: CalendarDate;
}

/** The days of a date range relative to today, in the calendar of the language. */
export function dayRange(span: Span, locale: string, timeZone: string): DayRange {
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

/**
 * Replaces date ranges relative to today by filters with dates. One that cannot be combined with the other filters is kept, and has no
 * effect.
 */
export function absoluteFilters(
  capability: FilterCapability,
  filters: readonly Filter[],
  locale: string,
  timeZone: string,
): readonly Filter[] {
  // As an alternative, a date range cannot become two filters: it has no effect there.
  const lone = new Set(groupsOf(capability, filters).flatMap(group => (group.length === 1 ? group.map(([index]) => index) : [])));
  const isResolved = ({ operator }: Filter, at: number): boolean => operator === 'during' && lone.has(at);
  const absolute = filters.filter((filter, at) => !isResolved(filter, at));
  for (const filter of filters.filter(isResolved)) {
    const field = filterField(capability, filter.field);
    const kind = field && spanKind(field);
    if (!field || !kind || !isSpan(filter.value)) continue;
    const days = filtersForDays(capability, absolute, field, kind, dayRange(filter.value, locale, timeZone), timeZone);
    absolute.push(...(days.length === 0 ? [filter] : days));
  }
  return absolute;
}

/** Filters for the days from the first to the last, both included; [] if the collection cannot combine them with the other filters. */
export function filtersForDays(
  capability: FilterCapability,
  others: readonly Filter[],
  field: FilterField,
  kind: string,
  { first, last }: DayRange,
  timeZone: string,
): readonly Filter[] {
  const dayBefore = first.subtract({ days: 1 });
  const from = startOf(first, kind, timeZone);
  const to = endOf(last, kind, timeZone);
  const one = (operator: Filter['operator'], value: NonNullable<Filter['value']>): Filter => ({
    field: field.id,
    operator,
    value,
  });
  const begins = [one('atLeast', from), one('greater', endOf(dayBefore, kind, timeZone))];
  const ends = [one('less', startOf(last.add({ days: 1 }), kind, timeZone)), one('atMost', to)];
  const alternatives = [...begins.flatMap(begin => ends.map(end => [begin, end])), [one('between', [from, to])]];
  const fits = (way: readonly Filter[]): boolean => {
    const all = [...others, ...way];
    const { problems, ignored } = filterToVariables(capability, all);
    return ![...problems.map(problem => problem.index), ...ignored].some(index => index >= others.length);
  };
  return alternatives.find(fits) ?? [];
}

/** The start of a day, in the format of the column's values. */
function startOf(day: CalendarDate, kind: string, timeZone: string): string {
  const plain = toCalendar(day, createCalendar('gregory'));
  if (kind === 'date') return plain.toString();
  if (kind === 'localDateTime') return `${plain.toString()}T00:00:00`;
  return plain.toDate(timeZone).toISOString();
}

/** The last millisecond of a day, or the day itself for dates. */
function endOf(day: CalendarDate, kind: string, timeZone: string): string {
  const plain = toCalendar(day, createCalendar('gregory'));
  if (kind === 'date') return plain.toString();
  if (kind === 'localDateTime') return `${plain.toString()}T23:59:59.999`;
  return new Date(plain.add({ days: 1 }).toDate(timeZone).getTime() - 1).toISOString();
}
