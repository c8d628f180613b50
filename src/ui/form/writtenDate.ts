/**
 * Reads dates and times as spreadsheets, databases and people write them: `25/02/2027 6:30 PM`, `25 Feb 2027, 18:30`, `2027-02-25 18:30`.
 * A text that can mean two dates is not guessed: only the language's own order of day and month is read.
 */
import { instantIn } from '../../lib/instantIn';
import { latinDigits } from './plainNumber';

/** The scalars that hold a date or a time. */
export type DateKind = 'date' | 'time' | 'dateTime' | 'localDateTime';

/** The text in ISO 8601, as the kind of scalar needs it; the same text if it is not such a date or time. */
export type DateReader = (text: string, kind: DateKind) => string;

/** How a language writes dates. */
interface Notation {
  /** Months by their names in lower case, those of English included. */
  readonly months: ReadonlyMap<string, number>;
  /** Words that only stand between the parts: `klo`, `de`. */
  readonly fillers: ReadonlySet<string>;
  readonly afternoon: ReadonlySet<string>;
  readonly morning: ReadonlySet<string>;
  /** Null: the year comes first, so the order of day and month in other texts is unknown. */
  readonly isDayFirst: boolean | null;
  /** False for other calendars, such as the Persian one. */
  readonly isGregorian: boolean;
}

const MOST_CHARACTERS = 80;
const ZONED = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d(?::?\d\d)?)$/i;
const CLOCK = /(\d{1,2}):(\d\d)(?::(\d\d)(\.\d{1,9})?)?(?!\d)/;
/** With points, as in Danish: only at the end, and after a space. */
const POINTED_CLOCK = /\s(\d{1,2})\.(\d\d)(?:\.(\d\d)())?$/;
/** The letter between the day and the time in ISO 8601. */
const BETWEEN = /(\d)T(?=\d)/gi;
const MARKS = /[\u200E\u200F\u061C]/g;
const WORD = /\p{N}+|\p{L}[\p{L}\p{M}.'’׳]*/gu;
/** Two digits of a year up to this one are of the 21st century, as in spreadsheets. */
const LAST_SHORT_YEAR = 49;

/** Creates the reader of a language; times without a zone are of `timeZone`. */
export function createDateReader(locale: string, timeZone: string): DateReader {
  let known: Notation | null = null;
  return (text, kind) => {
    const trimmed = text.trim();
    if (trimmed.length === 0 || trimmed.length > MOST_CHARACTERS) return text;
    const [, zonedDay, zonedTime, zone = ''] = ZONED.exec(trimmed) ?? [];
    if (zonedDay !== undefined) return kind === 'dateTime' && zone.length === 3 ? `${zonedDay}T${zonedTime}${zone}:00` : text;
    known ??= notationOf(locale);
    const { day, time } = partsOf(trimmed, known) ?? { day: null, time: null };
    if (kind === 'time') return day === null && time !== null ? time : text;
    if (day === null) return text;
    if (kind === 'date') return time === null || /^[0:.]+$/.test(time) ? day : text;
    const local = `${day}T${time ?? '00:00'}`;
    return kind === 'localDateTime' ? local : (instantIn(local, timeZone) ?? text);
  };
}

/** The day and the time of a text; null if a part of the text is neither. */
function partsOf(written: string, notation: Notation): { day: string | null; time: string | null } | null {
  const text = latinDigits(written.replace(MARKS, '')).replace(BETWEEN, '$1 ');
  const clock = CLOCK.exec(text) ?? POINTED_CLOCK.exec(text);
  const others = clock === null ? text : text.replace(clock[0], ' ');
  let half: 'morning' | 'afternoon' | null = null;
  const parts: Array<number | { readonly month: number }> = [];
  const lengths: number[] = [];
  for (const [token] of others.matchAll(WORD)) {
    const word = wordOf(token);
    const month = notation.months.get(word);
    if (/^\d{1,4}$/.test(token)) {
      parts.push(Number(token));
      lengths.push(token.length);
    } else if (month !== undefined) parts.push({ month });
    else if (notation.afternoon.has(word)) half = 'afternoon';
    else if (notation.morning.has(word)) half = 'morning';
    else if (!notation.fillers.has(word)) return null;
  }
  const time = clock === null ? null : timeOf(clock, half);
  if ((clock !== null && time === null) || (clock === null && half !== null)) return null;
  if (parts.length === 0) return { day: null, time };
  const day = dayOf(parts, lengths, notation);
  return day === null ? null : { day, time };
}

function timeOf([, hour, minute, second, fraction = '']: RegExpExecArray, half: 'morning' | 'afternoon' | null): string | null {
  const written = Number(hour);
  if (half !== null && (written < 1 || written > 12)) return null;
  const hours = half === null ? written : (written % 12) + (half === 'afternoon' ? 12 : 0);
  if (hours > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return null;
  return `${two(hours)}:${minute}${second === undefined ? '' : `:${second}${fraction}`}`;
}

/** `lengths`: the numbers of digits of the numbers in `parts`. */
function dayOf(
  parts: ReadonlyArray<number | { readonly month: number }>,
  lengths: readonly number[],
  { isDayFirst, isGregorian }: Notation,
): string | null {
  if (parts.length !== 3) return null;
  const named = parts.find(part => typeof part === 'object');
  const numbers = parts.filter(part => typeof part === 'number');
  if (numbers.length !== (named ? 2 : 3)) return null;
  const isYearFirst = lengths[0] === 4;
  const year = yearOf(numbers[isYearFirst ? 0 : numbers.length - 1] ?? 0, lengths[isYearFirst ? 0 : lengths.length - 1] ?? 0);
  const [first = 0, second = 0] = isYearFirst ? numbers.slice(1) : numbers;
  // Years of other calendars look like distant years of this one.
  if (year === null || (!isGregorian && !(isYearFirst && year > 1800 && year < 2200))) return null;
  if (named) return existing(year, named.month, first);
  if (isYearFirst) return existing(year, first, second);
  if (isDayFirst === null) return null;
  return isDayFirst ? existing(year, second, first) : existing(year, first, second);
}

function yearOf(year: number, length: number): number | null {
  if (length === 4) return year;
  if (length !== 2) return null;
  return year + (year <= LAST_SHORT_YEAR ? 2000 : 1900);
}

/** The date in ISO 8601; null if the calendar has no such day. */
function existing(year: number, month: number, day: number): string | null {
  const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  const at = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text ? null : text;
}

const two = (value: number): string => String(value).padStart(2, '0');
const wordOf = (text: string): string => text.toLowerCase().replace(/\.$/, '');

function notationOf(locale: string): Notation {
  const months = new Map<string, number>();
  const fillers = new Set<string>();
  const formatOf = (tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC', calendar: 'gregory' });
  for (const tag of ['en', locale])
    for (const dateStyle of ['medium', 'long'] as const) {
      const format = formatOf(tag, { dateStyle, timeStyle: 'short' });
      for (let month = 1; month <= 12; month++) {
        let prefix = '';
        for (const { type, value } of format.formatToParts(Date.UTC(2027, month - 1, 22))) {
          const words = (value.match(WORD) ?? []).filter(word => /^\p{L}/u.test(word)).map(wordOf);
          const isName = type === 'month' && words.length === 1 && !/\p{N}/u.test(value);
          if (isName) for (const before of ['', prefix]) months.set(`${before}${words[0]}`, month);
          else if (type === 'month' || type === 'literal') for (const word of words) fillers.add(word);
          // In Hebrew, a preposition is joined to the name.
          prefix = /\p{L}$/u.test(value) ? (words.at(-1) ?? '') : '';
        }
      }
    }
  const halfOf = (hour: number): Set<string> =>
    new Set(
      ['en', locale].flatMap(tag =>
        formatOf(tag, { hour: 'numeric', hour12: true })
          .formatToParts(Date.UTC(2027, 0, 1, hour))
          .filter(({ type }) => type === 'dayPeriod')
          .map(({ value }) => wordOf(value.replace(/\s+/g, ''))),
      ),
    );
  const order = formatOf(locale, { dateStyle: 'short' })
    .formatToParts(0)
    .map(({ type }) => type)
    .filter(type => /^(year|month|day)$/.test(type));
  return {
    months,
    fillers,
    afternoon: halfOf(18),
    morning: halfOf(6),
    isDayFirst: order[0] === 'year' ? null : order.indexOf('day') < order.indexOf('month'),
    isGregorian: new Intl.DateTimeFormat(locale).resolvedOptions().calendar === 'gregory',
  };
}
