/** Dates in Chromium with the harbour: by language and time zone, and the calendars of several languages. */
import { eventually, journeys, takenOver } from '../../support/browser/journeys';
import { complaintsOf } from '../../support/browser/openBrowser';

jest.setTimeout(240_000);

const { startOriel, open: openPage } = journeys();
let harbour: string;
beforeAll(async () => {
  harbour = (await startOriel()).base;
});
const open = (address: string, options = {}) => openPage(harbour + address, options);

describe('dates', () => {
  it.each([
    ['de', 'Europe/Berlin', '14.03.2025, 16:09:26'],
    ['ja', 'Asia/Tokyo', '2025/03/15 0:09:26'],
    // The Buddhist and the Persian calendar, with their own digits.
    ['th', 'UTC', '14 มี.ค. 2568 15:09:26'],
    ['fa', 'Asia/Tehran', '۲۴ اسفند ۱۴۰۳، ۱۸:۳۹:۲۶'],
    ['en', 'Not/AZone', 'Mar 14, 2025, 3:09:26 PM'],
  ])('in %s and the time zone %s are %s, on the server and in the browser', async (language, timeZone, expected) => {
    const page = await open('/robots.txt', { locale: 'en-US' });
    const complaints = complaintsOf(page);
    const reader = `language=${language}&timeZone=${encodeURIComponent(timeZone)}`;
    await page.context().addCookies([{ name: 'oriel-reader', value: reader, url: harbour }]);
    await page.evaluate(
      ([tag = '', zone = '']) => {
        localStorage.setItem('oriel:language', tag);
        localStorage.setItem('oriel:time-zone', zone);
      },
      [language, timeZone],
    );
    const plain = (words: string | null | undefined): string => (words ?? '').replaceAll(/[\s\u200e\u200f]+/g, ' ');
    const response = await page.goto(`${harbour}/settings`);
    expect(plain(await response?.text())).toContain(expected);
    await takenOver(page);
    expect(plain(await page.getByRole('main').textContent())).toContain(expected);
    expect(complaints).toEqual([]);
  });
});

describe('a calendar', () => {
  it.each([
    // The Persian year begins in March, and the week on Saturday.
    ['fa', 'persian', 'Saturday'],
    ['th', 'buddhist', 'Sunday'],
    ['ar', 'gregory', 'Saturday'],
    ['de', 'gregory', 'Monday'],
  ])('in %s is %s and starts on %s; the chosen day is the same for the server', async (locale, calendar, weekday) => {
    const page = await open('/actions/bookVisit', { locale });
    await takenOver(page);
    await page.locator('[role="spinbutton"]').first().waitFor();
    await page.locator('.date-input button').first().click();
    await page.locator('.date-calendar').waitFor();
    const shown = await page.evaluate(language => {
      const now = new Date();
      const inWords = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options).format(now);
      // A Sunday and the days after it.
      const days = [0, 1, 2, 3, 4, 5, 6].map(day => new Date(Date.UTC(2026, 0, 4 + day)));
      const first = document.querySelector('.date-calendar th')?.textContent ?? '';
      return {
        calendar: new Intl.DateTimeFormat(language).resolvedOptions().calendar,
        title: document.querySelector('.date-calendar-title')?.textContent,
        year: inWords({ year: 'numeric' }).match(/\p{Nd}+/u)?.[0],
        month: inWords({ month: 'long' }),
        weekdays: days
          .filter(day => new Intl.DateTimeFormat(language, { weekday: 'narrow', timeZone: 'UTC' }).format(day) === first)
          .map(day => new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(day)),
        digits: [...document.querySelectorAll('.date-calendar-day')].some(
          day => day.textContent === new Intl.NumberFormat(language).format(12),
        ),
      };
    }, locale);
    expect(shown.calendar).toBe(calendar);
    expect(shown.title).toContain(shown.year);
    expect(shown.title).toContain(shown.month);
    expect(shown.weekdays).toContain(weekday);
    expect(shown.digits).toBe(true);
    // Today, which is focused, is chosen with the keyboard.
    await page.keyboard.press('Enter');
    await page.locator('.date-calendar').waitFor({ state: 'detached' });
    const today = await page.evaluate(() => new Date().toISOString().slice(0, 10));
    await page.locator('.screen-actions .button').first().click();
    await eventually(page, day => document.body.textContent.includes(`"eta": "${day}T`), today);
  });
});
