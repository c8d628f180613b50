/** @jest-environment node */
import { createFormats } from '../../../src/i18n/formats';
import { bottomWords } from '../../../src/ui/plot/bottomWords';

const formats = createFormats('en-GB', 'UTC');
const at = (date: string): number => Date.parse(date) / 1000;
const YEAR = 365 * 86_400;

it.each([
  ['dates a day apart or more', ['2026-01-01', '2026-07-01'], YEAR, ['1 Jan 2026', '1 Jul 2026']],
  ['a single date of a long time', ['2026-01-01'], YEAR, ['1 Jan 2026']],
  ['times', ['2026-01-01T10:00Z', '2026-01-01T11:00Z'], 7200, ['10:00:00', '11:00:00']],
  ['a single time of a short time', ['2026-01-01T10:00Z'], 7200, ['10:00:00']],
  ['equal labels once', ['2026-01-01T10:00:00.100Z', '2026-01-01T10:00:00.600Z'], 1, ['10:00:00', '']],
])('labels %s', (_, dates, length, wanted) => {
  expect(bottomWords(dates.map(at), length, 'time', formats)).toEqual(wanted);
});

it('labels numbers', () => {
  expect(bottomWords([1000, 2000], 5000, 'number', formats)).toEqual(['1,000', '2,000']);
});
