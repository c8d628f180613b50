/**
 * Dates, numbers, sizes, durations, lists and sorting as the reader's language and time zone have them, all through Intl (calendar and
 * numbering system included). Integers come as digit strings where they exceed 2^53, and keep every digit.
 *
 * A value that cannot be read as what it is said to be is given back as its own text: a screen never breaks on a server's data.
 */

/** A number, or its decimal digits as text (optional sign, fraction and exponent). */
export type NumberLike = number | bigint | string;
/** An instant: a Date, milliseconds since the epoch, or an ISO 8601 text. A text without a time is a plain date, in no zone. */
export type DateLike = Date | number | string;

/** Everything Intl for one language and one time zone. */
export interface Formats {
  /** BCP 47 tag that Intl is given. */
  readonly locale: string;
  /** IANA name of the zone dates are shown in. */
  readonly timeZone: string;
  /** '12,345.678': grouped, all digits kept (at most 20 after the point unless options say otherwise). */
  number(value: NumberLike, options?: Intl.NumberFormatOptions): string;
  /** An amount of money: '€1,234.50' for 'EUR' and '1234.50'; a currency that is no ISO 4217 code stands behind the number. */
  money(value: NumberLike, currency: string): string;
  /** A share of 1 in per cent, without decimals: '94 %'. */
  percent(share: number): string;
  /** A number of bytes in decimal units, three digits: '20.1 MB'. */
  bytes(value: NumberLike): string;
  /** Milliseconds as one or two units: '12 ms', '3.2 s', '1 min 5 s', '2 h 3 min'. */
  duration(ms: number): string;
  /** '3 Mar 2010'. */
  date(value: DateLike): string;
  /** '14:05', with seconds when asked. A text '14:05:00' is a plain time. */
  time(value: DateLike, options?: { seconds?: boolean }): string;
  /** '3 Mar 2010, 14:05'. */
  dateTime(value: DateLike, options?: { seconds?: boolean }): string;
  /** 'in 3 minutes', 'yesterday'; measured from `now` (milliseconds since the epoch). */
  relative(value: DateLike, now: number): string;
  /** 'a, b and c'. */
  list(items: readonly string[], type?: 'conjunction' | 'disjunction'): string;
  /** Order of two texts: by language, digits by value. */
  compare(a: string, b: string): number;
}

/** True when this platform knows the zone. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** The zone of the device; 'UTC' where it is not known. */
export function deviceTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';
}

const NUMBER = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const PLAIN_DATE = /^([+-]\d{6}|\d{4})-\d{2}-\d{2}$/;
const PLAIN_TIME = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?$/;
const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const;
/** Steps of relative time: the unit and how many milliseconds it has. Months and years by their mean length. */
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
 * Makes the formats of a language. Formatters are made at first use and kept, and before the zone is wanted it is not looked at: the first
 * formatter of dates takes a browser longer than all else that a page begins with.
 * @param timeZone IANA name; null or unknown: the device's
 */
export function createFormats(locale: string, timeZone: string | null): Formats {
  let zone: string | undefined;
  const zoneInUse = (): string => {
    zone ??= timeZone !== null && isTimeZone(timeZone) ? timeZone : deviceTimeZone();
    return zone;
  };
  const kept = new Map<string, unknown>();
  const keep = <T>(key: string, make: () => T): T => {
    const known = kept.get(key);
    if (known !== undefined) return known as T;
    const made = make();
    kept.set(key, made);
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
    // The type says number or bigint; a string of digits is formatted digit by digit (Intl.NumberFormat v3).
    if (!NUMBER.test(text)) return value;
    // Zeros at the end of a text were put there by someone: a price of 12.50 is not shown as 12.5.
    const digits = /\.(\d*0)$/.exec(text)?.[1]?.length ?? 0;
    const own = digits === 0 || digits > 20 ? PLAIN_NUMBER : { ...PLAIN_NUMBER, minimumFractionDigits: digits };
    return numbers(options ?? own).format(text as unknown as bigint);
  };
  const unit = (value: number, name: string, digits: number, display: 'short' | 'narrow' | 'long' = 'short'): string =>
    numbers({ style: 'unit', unit: name, unitDisplay: display, maximumFractionDigits: digits }).format(value);
  /** The instant of a value and whether it is a plain date; null when it is none. */
  const read = (value: DateLike): { at: Date; plain: boolean } | null => {
    const plain = typeof value === 'string' && PLAIN_DATE.test(value);
    const at = value instanceof Date ? value : new Date(value);
    return Number.isNaN(at.getTime()) || (typeof value === 'string' && !isOfCalendar(value)) ? null : { at, plain };
  };
  const showDate = (value: DateLike, options: Intl.DateTimeFormatOptions): string => {
    const known = read(value);
    if (!known) return String(value);
    return dates({ ...options, timeZone: known.plain ? 'UTC' : zoneInUse() }).format(known.at);
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
      return number(exact, { style: 'currency', currency, maximumFractionDigits: 20 });
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
      const seconds = Math.round(ms / 1000);
      const parts: [string, number][] =
        seconds < 3600
          ? [
              ['minute', Math.floor(seconds / 60)],
              ['second', seconds % 60],
            ]
          : seconds < 86_400
            ? [
                ['hour', Math.floor(seconds / 3600)],
                ['minute', Math.floor((seconds % 3600) / 60)],
              ]
            : [
                ['day', Math.floor(seconds / 86_400)],
                ['hour', Math.floor((seconds % 86_400) / 3600)],
              ];
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
      const known = read(value);
      if (!known) return String(value);
      const apart = known.at.getTime() - now;
      const [name, size] = RELATIVE_UNITS.find(([, length]) => Math.abs(apart) >= length) ?? (['second', 1000] as const);
      return keep('r', () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })).format(Math.trunc(apart / size), name);
    },
    list: (items, type = 'conjunction') => keep(`l${type}`, () => new Intl.ListFormat(locale, { type })).format(items),
    compare: (a, b) => keep('c', () => new Intl.Collator(locale, { numeric: true })).compare(a, b),
  };
}

/** As many digits as every double keeps: what comes behind them (330.70000000000005) is the binary notation's, not the value's. */
const FRACTION: Intl.NumberFormatOptions = { maximumSignificantDigits: 15 };
const DAY = /^(?:[+-]\d{6}|\d{4})-\d{2}-(\d{2})/;

/** False for a text that begins with a day its month does not have: the platform would take the 31st of February for a day in March. */
function isOfCalendar(text: string): boolean {
  const day = DAY.exec(text);
  return day === null || new Date(`${day[0]}T00:00Z`).getUTCDate() === Number(day[1]);
}

const PLAIN_NUMBER: Intl.NumberFormatOptions = { maximumFractionDigits: 20 };
