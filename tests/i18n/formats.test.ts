import { createFormats, isTimeZone } from '../../src/i18n/formats';
import { createLanguageStore } from '../../src/i18n/languageStore';

const en = createFormats('en-GB', 'UTC');
const de = createFormats('de', 'Europe/Berlin');
/** Intl uses several kinds of space. */
const spaced = (text: string): string => text.replace(/\s/g, ' ');

describe('numbers', () => {
  it('keeps every digit of an integer beyond 2^53 in a string', () => {
    expect(en.number('9007199254740993')).toBe('9,007,199,254,740,993');
    expect(de.number('123456789012345678901234567890')).toBe('123.456.789.012.345.678.901.234.567.890');
    expect(en.number(9007199254740993n)).toBe('9,007,199,254,740,993');
  });

  it('keeps the fraction of a decimal in a string', () => {
    expect(en.number('0.12345678901234567')).toBe('0.12345678901234567');
    expect(en.number('-12.50')).toBe('-12.50');
    expect(en.number('1200.00')).toBe('1,200.00');
  });

  it('shows money with its currency and all its digits', () => {
    expect(en.money('1234.5', 'EUR')).toBe('€1,234.50');
    expect(en.money(0.1 + 0.2, 'EUR')).toBe('€0.30');
    expect(en.money('265', 'JPY')).toBe('JP¥265');
    expect(en.money('1.005', 'USD')).toBe('US$1.005');
    // The mark at the end keeps the sign beside its letters.
    expect(createFormats('ar', 'UTC').money('12', 'USD')).toBe('\u200F12.00\u00A0US$\u200E');
    expect(en.money('12', 'points')).toBe('12\u00A0points');
    expect(en.money('much', 'EUR')).toBe('much');
    expect(createFormats('de', 'UTC').money('1234.50', 'EUR')).toBe('1.234,50\u00A0€');
  });

  it('leaves out digits that come only from the binary representation of a fraction', () => {
    expect(en.number(330.70000000000005)).toBe('330.7');
    expect(en.number(0.1 + 0.2)).toBe('0.3');
    expect(en.number(53.849123456789)).toBe('53.849123456789');
    expect(en.number(1.5e-7)).toBe('0.00000015');
  });

  it('returns a text that is no number unchanged', () => {
    expect(en.number('n/a')).toBe('n/a');
    expect(en.number('')).toBe('');
    expect(en.number('0x10')).toBe('0x10');
  });

  it('shows sizes in decimal units', () => {
    expect(spaced(en.bytes(512))).toBe('512 bytes');
    expect(spaced(en.bytes(20_100_000))).toBe('20.1 MB');
    expect(spaced(en.bytes('999999'))).toBe('1,000 kB');
    expect(en.bytes('many')).toBe('many');
  });

  it('shows durations in one or two units', () => {
    expect(spaced(en.duration(12))).toBe('12 ms');
    expect(spaced(en.duration(1.5))).toBe('1.5 ms');
    expect(spaced(en.duration(3200))).toBe('3.2 secs');
    expect(spaced(en.duration(65_000))).toBe('1 min 5 secs');
    expect(spaced(en.duration(7_380_000))).toBe('2 hrs 3 mins');
    expect(spaced(en.duration(59_990))).toBe('1 min');
  });

  it('shows ratios in per cent', () => {
    expect(en.percent(0.944)).toBe('94%');
    expect(spaced(de.percent(0.944))).toBe('94 %');
  });
});

describe('dates and times', () => {
  it('shows an instant in the time zone of the user', () => {
    expect(en.dateTime('2010-03-03T23:30:00Z')).toBe('3 Mar 2010, 23:30');
    expect(de.dateTime('2010-03-03T23:30:00Z')).toBe('04.03.2010, 00:30');
  });

  it('never moves a plain date to another day', () => {
    expect(createFormats('en-GB', 'Pacific/Honolulu').date('2010-03-03')).toBe('3 Mar 2010');
    expect(createFormats('en-GB', 'Pacific/Kiritimati').dateTime('2010-03-03')).toBe('3 Mar 2010');
  });

  it('shows a plain time without a conversion to a time zone', () => {
    expect(de.time('14:05:09')).toBe('14:05');
    expect(de.time('14:05:09', { seconds: true })).toBe('14:05:09');
  });

  it('returns a text that is no date unchanged', () => {
    expect(en.date('soon')).toBe('soon');
    expect(en.dateTime('2010-13-45')).toBe('2010-13-45');
    expect(en.relative('soon', 0)).toBe('soon');
    expect(en.date(Number.NaN)).toBe('NaN');
  });

  it('shows how long ago something was', () => {
    const now = Date.parse('2025-03-14T12:00:00Z');
    expect(en.relative('2025-03-14T11:57:00Z', now)).toBe('3 minutes ago');
    expect(en.relative('2025-03-13T11:00:00Z', now)).toBe('yesterday');
    expect(en.relative('2025-03-14T12:00:00.400Z', now)).toBe('now');
    expect(de.relative('2025-03-14T14:00:00Z', now)).toBe('in 2 Stunden');
  });

  it.each([
    ...['2025-02-31', '2025-02-30T10:00:00Z', '2025-13-01', '+275761-01-01', '2025-01-01T25:00:00Z', 'soon'],
    ...['03/02/2024', '3.2.24', '03-02-2024 10:20'],
  ])('returns %s, which is no date or an ambiguous one, unchanged', text => {
    for (const formats of [de, createFormats('fa', 'Asia/Tehran'), createFormats('th', 'UTC')])
      expect([formats.date(text), formats.dateTime(text), formats.relative(text, 0)]).toEqual([text, text, text]);
  });

  it('shows the first and the last possible day, and a leap day', () => {
    expect(de.date('+275760-09-13')).toBe('13.09.275760');
    expect(de.date('-271821-04-20')).toContain('271822');
    expect(de.date('2024-02-29')).toBe('29.02.2024');
    expect(de.date('2025-02-29')).toBe('2025-02-29');
  });

  it('returns an invalid time of day unchanged', () => {
    expect([de.time('25:61'), de.time('12:60:00'), de.time('23:59:59')]).toEqual(['25:61', '12:60:00', '23:59']);
  });

  it('uses the time zone of the device if the given one is unknown', () => {
    expect(isTimeZone('Mars/Olympus')).toBe(false);
    expect(createFormats('en', 'Mars/Olympus').timeZone).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone);
  });

  it('creates no date formatter before it is needed, because the first one takes longer than the rest of a page start', () => {
    const made = jest.spyOn(Intl, 'DateTimeFormat');
    try {
      const store = createLanguageStore({ english: {}, timeZone: 'Asia/Tokyo', load: async () => undefined });
      const { formats } = store.current.get();
      expect([formats.locale, formats.number(1)]).toEqual(['en', '1']);
      expect(made).not.toHaveBeenCalled();
      expect(formats.time('2010-03-03T14:05:00Z')).toMatch(/23:05|11:05/);
      expect(made).toHaveBeenCalled();
    } finally {
      made.mockRestore();
    }
  });
});

describe('lists and order', () => {
  it('joins lists by the rules of the language', () => {
    expect(en.list(['a', 'b', 'c'])).toBe('a, b and c');
    expect(de.list(['a', 'b'], 'disjunction')).toBe('a oder b');
  });

  it('sorts by the rules of the language, and numbers by their value', () => {
    expect(['Berth 10', 'Berth 9'].sort(en.compare)).toEqual(['Berth 9', 'Berth 10']);
    expect(['z', 'ä', 'a'].sort(de.compare)).toEqual(['a', 'ä', 'z']);
    expect(['z', 'ä', 'a'].sort(createFormats('sv', 'UTC').compare)).toEqual(['a', 'z', 'ä']);
  });
});
