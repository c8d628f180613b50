/** The days a calendar shows, and the day that a value lies in. */
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
