/**
 * Formats dates, numbers, sizes, durations and lists, and compares texts, in the user's language and time zone. Everything uses Intl, including
 * calendar and numbering system. Integers above 2^53 are passed as digit strings and keep every digit.
 *
 * A value that does not have the expected form is returned as text, so that a server's data never breaks a screen.
 */

/** A number, or its decimal digits as text (optional sign, fraction and exponent). */
export type NumberLike = number | bigint | string;
/** An instant: a Date, milliseconds since the epoch, or an ISO 8601 text. A text without a time is a plain date without a zone. */
export type DateLike = Date | number | string;

/** The formats of one language and one time zone. */
export interface Formats {
  /** BCP 47 tag for Intl. */
  readonly locale: string;
  /** IANA name of the time zone of dates. */
  readonly timeZone: string;
  /** '12,345.678': grouped, all digits kept (at most 20 after the point unless options say otherwise). */
  number(value: NumberLike, options?: Intl.NumberFormatOptions): string;
  /** An amount of money: '€1,234.50' for 'EUR' and '1234.50'. A currency that is not an ISO 4217 code follows the number. */
  money(value: NumberLike, currency: string): string;
  /** A ratio (1 = 100 %) as a percentage without decimals: '94 %'. */
  percent(share: number): string;
  /** A number of bytes in decimal units, three digits: '20.1 MB'. */
  bytes(value: NumberLike): string;
  /** Milliseconds as one or two units: '12 ms', '3.2 s', '1 min 5 s', '2 h 3 min'. */
  duration(ms: number): string;
  /** '3 Mar 2010'. */
  date(value: DateLike): string;
  /** '14:05', optionally with seconds. A text '14:05:00' is a plain time without a zone. */
  time(value: DateLike, options?: { seconds?: boolean }): string;
  /** '3 Mar 2010, 14:05'. */
  dateTime(value: DateLike, options?: { seconds?: boolean }): string;
  /** 'in 3 minutes', 'yesterday'; relative to `now` (milliseconds since the epoch). */
  relative(value: DateLike, now: number): string;
  /** 'a, b and c'. */
  list(items: readonly string[], type?: 'conjunction' | 'disjunction'): string;
  /** Compares two texts for sorting by the language's rules, with digits by value. */
  compare(a: string, b: string): number;
}

/** True if this platform supports the time zone. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** The time zone of the device; 'UTC' if unknown. */
export function deviceTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';
}

const NUMBER = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const PLAIN_DATE = /^([+-]\d{6}|\d{4})-\d{2}-\d{2}$/;
const PLAIN_TIME = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?$/;
const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const;
/** Units of relative time with their length in ms. Months and years have their mean length. */
const RELATIVE_UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_556_952_000],
  ['month', 2_629_746_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];

/**
 * Creates the formats of a language. Formatters are created at first use and cached. The time zone is also resolved at first use, because
 * creating the first date formatter takes a browser longer than the rest of a page's startup.
 * @param timeZone IANA name; null or an unknown name selects the device's zone
 */
export function createFormats(locale: string, timeZone: string | null): Formats {
  let zone: string | undefined;
  const zoneInUse = (): string => {
    zone ??= timeZone !== null && isTimeZone(timeZone) ? timeZone : deviceTimeZone();
    return zone;
  };
  const cache = new Map<string, unknown>();
  const keep = <T>(key: string, make: () => T): T => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached as T;
    const made = make();
    cache.set(key, made);
    return made;
  };
  const numbers = (options: Intl.NumberFormatOptions): Intl.NumberFormat =>
    keep(`n${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options));
  const dates = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    keep(`d${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(locale, options));

  const number: Formats['number'] = (value, options) => {
    if (typeof value !== 'string') {
      const isFraction = typeof value === 'number' && !Number.isInteger(value);
      return numbers(options ?? (isFraction ? FRACTION : PLAIN_NUMBER)).format(value);
    }
    const text = value.trim();
    // Intl.NumberFormat v3 formats a string of digits exactly, although its type only allows number and bigint.
    return NUMBER.test(text) ? numbers(options ?? digitOptions(text)).format(text as unknown as bigint) : value;
  };
  const unit = (value: number, name: string, digits: number, display: 'short' | 'narrow' | 'long' = 'short'): string =>
    numbers({ style: 'unit', unit: name, unitDisplay: display, maximumFractionDigits: digits }).format(value);
  const showDate = (value: DateLike, options: Intl.DateTimeFormatOptions): string => {
    const date = readDate(value);
    if (!date) return String(value);
    return dates({ ...options, timeZone: date.plain ? 'UTC' : zoneInUse() }).format(date.at);
  };

  return {
    locale,
    get timeZone() {
      return zoneInUse();
    },
    number,
    money(value, currency) {
      if (!/^[A-Z]{3}$/.test(currency)) return `${number(value)}\u00A0${currency}`.trimEnd();
      const exact = typeof value === 'number' ? String(Number(value.toPrecision(15))) : value;
      // In right-to-left text, the sign of `US$` at the end would be shown on the other side of its letters.
      return number(exact, { style: 'currency', currency, maximumFractionDigits: 20 }).replace(
        /^\u200F.*[A-Z]\p{Sc}$/u,
        '$&\u200E',
      );
    },
    percent: share => numbers({ style: 'percent', maximumFractionDigits: 0 }).format(share),
    bytes(value) {
      const amount = Number(value);
      if (!Number.isFinite(amount)) return String(value);
      const step = Math.min(BYTE_UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, Math.abs(amount))) / 3)));
      if (step === 0) return unit(amount, 'byte', 0, 'long');
      const scaled = amount / 1000 ** step;
      return unit(scaled, BYTE_UNITS[step] ?? 'byte', scaled < 100 ? 1 : 0);
    },
    duration(ms) {
      if (!Number.isFinite(ms)) return String(ms);
      if (Math.abs(ms) < 1000) return unit(ms, 'millisecond', ms < 10 && !Number.isInteger(ms) ? 1 : 0);
      if (Math.abs(ms) < 59_950) return unit(ms / 1000, 'second', 1);
      const parts = durationParts(Math.round(ms / 1000));
      const shown = parts.filter(([, count], index) => index === 0 || count > 0).map(([name, count]) => unit(count, name, 0));
      return keep('lunit', () => new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' })).format(shown);
    },
    date: value => showDate(value, { dateStyle: 'medium' }),
    time(value, options) {
      const timeStyle = options?.seconds ? 'medium' : 'short';
      const plain = typeof value === 'string' ? PLAIN_TIME.exec(value) : null;
      if (!plain) return showDate(value, { timeStyle });
      const at = Date.UTC(1970, 0, 1, Number(plain[1]), Number(plain[2]), Number(plain[3] ?? 0));
      return dates({ timeStyle, timeZone: 'UTC' }).format(at);
    },
    dateTime: (value, options) =>
      typeof value === 'string' && PLAIN_DATE.test(value)
        ? showDate(value, { dateStyle: 'medium' })
        : showDate(value, { dateStyle: 'medium', timeStyle: options?.seconds ? 'medium' : 'short' }),
    relative(value, now) {
      const date = readDate(value);
      if (!date) return String(value);
      const apart = date.at.getTime() - now;
      const [name, size] = RELATIVE_UNITS.find(([, length]) => Math.abs(apart) >= length) ?? (['second', 1000] as const);
      return keep('r', () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })).format(Math.trunc(apart / size), name);
    },
    list: (items, type = 'conjunction') => keep(`l${type}`, () => new Intl.ListFormat(locale, { type })).format(items),
    compare: (a, b) => keep('c', () => new Intl.Collator(locale, { numeric: true })).compare(a, b),
  };
}

/** A double keeps 15 significant digits. Further digits (330.70000000000005) come from the binary representation. */
const FRACTION: Intl.NumberFormatOptions = { maximumSignificantDigits: 15 };
const DAY = /^(?:[+-]\d{6}|\d{4})-\d{2}-(\d{2})/;

/** A date such as 03/02/2024, in which the month can be either of the first two numbers. JavaScript would read it as in the United States. */
const AMBIGUOUS = /^\s{0,9}\d{1,2}[/.-]\d{1,2}[/.-]\d/;

/** False for a date that does not exist (JavaScript would read February 31 as a day in March), or that can be read in two ways. */
function isOfCalendar(text: string): boolean {
  if (AMBIGUOUS.test(text)) return false;
  const day = DAY.exec(text);
  return day === null || new Date(`${day[0]}T00:00Z`).getUTCDate() === Number(day[1]);
}

const PLAIN_NUMBER: Intl.NumberFormatOptions = { maximumFractionDigits: 20 };

/** Format options for a number given as text. Its trailing zeros are kept: a price of 12.50 is not shown as 12.5. */
function digitOptions(text: string): Intl.NumberFormatOptions {
  const digits = /\.(\d*0)$/.exec(text)?.[1]?.length ?? 0;
  return digits === 0 || digits > 20 ? PLAIN_NUMBER : { ...PLAIN_NUMBER, minimumFractionDigits: digits };
}

/** The instant of a value, and whether it is a plain date; null if the value is not a date. */
function readDate(value: DateLike): { at: Date; plain: boolean } | null {
  const plain = typeof value === 'string' && PLAIN_DATE.test(value);
  const at = value instanceof Date ? value : new Date(value);
  return Number.isNaN(at.getTime()) || (typeof value === 'string' && !isOfCalendar(value)) ? null : { at, plain };
}

/** A duration of a minute or more in its two largest units. */
function durationParts(seconds: number): [unit: string, count: number][] {
  if (seconds < 3600)
    return [
      ['minute', Math.floor(seconds / 60)],
      ['second', seconds % 60],
    ];
  if (seconds < 86_400)
    return [
      ['hour', Math.floor(seconds / 3600)],
      ['minute', Math.floor((seconds % 3600) / 60)],
    ];
  return [
    ['day', Math.floor(seconds / 86_400)],
    ['hour', Math.floor((seconds % 86_400) / 3600)],
  ];
}
