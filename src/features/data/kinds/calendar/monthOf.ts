/** The days that a calendar shows, and the day of a value. */
import {
  type CalendarDate,
  createCalendar,
  endOfMonth,
  fromAbsolute,
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
import { epochMs } from '../../../../lib/epochMs';

/** A month in the calendar of the language, with the days of all weeks that it touches. */
export interface Month {
  readonly first: CalendarDate;
  readonly days: readonly CalendarDate[];
}

/** The month that contains a day. `day` is an ISO date; null or invalid: today. */
export function monthOf(day: string | null, locale: string, timeZone: string): Month {
  const own = createCalendar(new Intl.DateTimeFormat(locale).resolvedOptions().calendar as 'gregory');
  const first = startOfMonth(toCalendar(readDay(day) ?? today(timeZone || getLocalTimeZone()), own));
  const last = endOfMonth(first);
  let next = first.subtract({ days: getDayOfWeek(first, locale) });
  const end = last.add({ days: 6 - getDayOfWeek(last, locale) });
  const days: CalendarDate[] = [];
  // At most six weeks.
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

/** The last time that a `Date` can be, in ms. */
const LAST_MS = 8.64e15;

/** The day of a value as an ISO date, in the user's time zone if it is an instant; null if it is not a date. */
export function dayOf(value: unknown, timeZone: string): string | null {
  for (const read of readersOf(value, timeZone)) {
    try {
      return read().toString();
    } catch {
      // Not in this format: try the next one.
    }
  }
  return null;
}

/** The formats to try. Each throws for a value that has another one. */
function readersOf(value: unknown, timeZone: string): ReadonlyArray<() => CalendarDate> {
  if (typeof value === 'number' && Math.abs(epochMs(value)) <= LAST_MS)
    return [() => toCalendarDate(fromAbsolute(epochMs(value), timeZone))];
  if (typeof value !== 'string') return [];
  const text = value.trim();
  return [
    () => parseDate(text),
    () => toCalendarDate(parseAbsolute(text, timeZone)),
    () => toCalendarDate(parseDateTime(text.replace(' ', 'T'))),
  ];
}

/** Moves a date by days. An instant keeps its time of day in the user's time zone. Null if the value is not a date. */
export function movedDate(value: unknown, days: number, timeZone: string): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  for (const move of [
    () => parseDate(text).add({ days }).toString(),
    () => parseAbsolute(text, timeZone).add({ days }).toAbsoluteString(),
    () => {
      const moved = parseDateTime(text.replace(' ', 'T')).add({ days }).toString();
      return text.includes('T') ? moved : moved.replace('T', ' ');
    },
  ]) {
    try {
      return move();
    } catch {
      // Not in this format: try the next one.
    }
  }
  return null;
}
