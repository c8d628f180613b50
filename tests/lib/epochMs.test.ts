/** Times that servers send as numbers. */

import { dayOf } from '../../src/features/data/kinds/calendar/monthOf';
import { createFormats } from '../../src/i18n/formats';
import { epochMs } from '../../src/lib/epochMs';
import { valueText } from '../../src/ui/table/valueText';

test.each([
  ['seconds', 1_700_000_000],
  ['milliseconds', 1_700_000_000_000],
])('a time in %s is shown, written and placed as that time', (_, time) => {
  expect(epochMs(time)).toBe(1_700_000_000_000);
  const formats = createFormats('en-GB', 'UTC');
  const words = (kind: string): string => valueText(time, kind, formats, (() => '') as never, String);
  expect(words('date')).toBe('14 Nov 2023');
  expect(words('dateTime')).toMatch(/^14 Nov 2023, 22:13:20$/);
  expect(dayOf(time, 'Asia/Tokyo')).toBe('2023-11-15');
});

test('times before 1970, the start of 1970, and numbers that are no times are kept', () => {
  expect(epochMs(-1_000_000_000)).toBe(-1_000_000_000_000);
  expect([0, 86_400_000, 5_000_000_000, Number.NaN].map(epochMs)).toEqual([0, 86_400_000, 5_000_000_000, Number.NaN]);
  expect(dayOf(Number.POSITIVE_INFINITY, 'UTC')).toBeNull();
  expect(dayOf(9e15, 'UTC')).toBeNull();
});
