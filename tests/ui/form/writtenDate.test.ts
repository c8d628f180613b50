import { createDateReader, type DateKind } from '../../../src/ui/form/writtenDate';

it.each([
  // As databases and programs write it.
  ['en-GB', 'dateTime', '2027-02-25 06:30', '2027-02-25T05:30:00.000Z'],
  ['en-GB', 'dateTime', '2027-02-25 06:30:15.250', '2027-02-25T05:30:15.250Z'],
  ['en-GB', 'dateTime', '2027-02-25 06:30:00+00', '2027-02-25T06:30:00+00:00'],
  ['en-GB', 'dateTime', '2027-02-25T06:30:00Z', '2027-02-25T06:30:00Z'],
  // ISO 8601 without a zone: a local time, as browsers and programs write it.
  ['en-GB', 'dateTime', '2027-02-25T06:30', '2027-02-25T05:30:00.000Z'],
  ['en-GB', 'dateTime', '2027-02-25t06:30:15.25', '2027-02-25T05:30:15.250Z'],
  ['en-GB', 'localDateTime', '2027-02-25T06:30:00', '2027-02-25T06:30:00'],
  ['en-GB', 'dateTime', '2027-02-25', '2027-02-24T23:00:00.000Z'],
  ['en-GB', 'localDateTime', '2027/2/25 6:30', '2027-02-25T06:30'],
  // As spreadsheets write it, in the order of the language.
  ['en-GB', 'dateTime', '25/02/2027 06:30', '2027-02-25T05:30:00.000Z'],
  ['en-US', 'localDateTime', '2/25/2027 6:30 PM', '2027-02-25T18:30'],
  ['en-US', 'localDateTime', '2/25/2027 12:05:09 AM', '2027-02-25T00:05:09'],
  ['en-GB', 'date', '03/04/2027', '2027-04-03'],
  ['en-US', 'date', '03/04/2027', '2027-03-04'],
  ['en-GB', 'date', '25/02/27', '2027-02-25'],
  ['en-GB', 'date', '25/02/87', '1987-02-25'],
  ['en-GB', 'date', '25/02/2027 00:00', '2027-02-25'],
  ['en-GB', 'time', '6:30', '06:30'],
  ['en-US', 'time', '6:30 PM', '18:30'],
  ['de', 'date', '5.2.2027', '2027-02-05'],
  ['ar', 'dateTime', '٢٥/٠٢/٢٠٢٧ ٦:٣٠ م', '2027-02-25T17:30:00.000Z'],
  ['ko', 'date', '2027. 2. 5.', '2027-02-05'],
  ['ja', 'date', '2027年2月25日', '2027-02-25'],
  // English names of months are read in every language.
  ['de', 'date', '5 Mar 2027', '2027-03-05'],
] as const)('in %s a %s written %j is %j', (locale, kind, written, plain) => {
  expect(createDateReader(locale, 'Europe/Berlin')(written, kind)).toBe(plain);
});

it.each([
  ['en-GB', 'date', '02/25/2027'],
  ['en-GB', 'date', '31/02/2027'],
  ['en-GB', 'date', '25/02/2027 06:30'],
  ['en-GB', 'dateTime', 'tomorrow'],
  ['en-GB', 'dateTime', '25 Foo 2027'],
  ['en-GB', 'dateTime', '25/02/2027 26:30'],
  ['en-GB', 'dateTime', '25/02'],
  ['en-GB', 'dateTime', '1234567'],
  ['en-GB', 'dateTime', `25/02/2027${' '.repeat(100)}`.padEnd(200, '1')],
  // The day and the month of a language that begins with the year cannot be told apart.
  ['sv', 'date', '03/04/2027'],
  // A year of another calendar.
  ['th', 'date', '25/2/2570'],
  ['fa', 'date', '۱۴۰۵/۱۲/۶'],
] as const)('in %s, %s: %j is left as it is', (locale, kind, written) => {
  expect(createDateReader(locale, 'UTC')(written, kind)).toBe(written);
});

const LANGUAGES = [
  'en-GB',
  'en-US',
  'de',
  'fr',
  'es',
  'da',
  'fi',
  'cs',
  'hu',
  'pl',
  'ru',
  'uk',
  'bg',
  'vi',
  'he',
  'ar',
  'ko',
  'ja',
  'zh-CN',
  'hi',
];

it.each(LANGUAGES)('dates as they are shown in %s are read back', locale => {
  const read = createDateReader(locale, 'UTC');
  const failed: string[] = [];
  for (let month = 0; month < 12; month++) {
    const at = new Date(Date.UTC(2027, month, 25, 18, 5));
    const shown = (options: Intl.DateTimeFormatOptions): string =>
      new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(at);
    const check = (kind: DateKind, written: string, plain: string): void => {
      if (read(written, kind) !== plain) failed.push(`${written}: ${read(written, kind)}`);
    };
    check('date', shown({ dateStyle: 'medium' }), at.toISOString().slice(0, 10));
    check('dateTime', shown({ dateStyle: 'medium', timeStyle: 'short' }), at.toISOString());
  }
  expect(failed).toEqual([]);
});
