/** Which numbers are years. */
import { isYear } from '../../../src/schema/presentation/isYear';

test.each([
  ['year', 98, true],
  ['modelYear', 1998, true],
  ['author.born', 1954, true],
  ['built', 1901, true],
  ['released', 1999, true],
  ['yearBuilt', 1901, true],
  ['year_of_birth', 1954, true],
  ['built', 12, false],
  ['founded', 1954.5, false],
  ['reborn', 1954, false],
  ['yearToDate', 1954, false],
  ['years', 1954, false],
])('%s: %d', (name, value, expected) => {
  expect(isYear(name, value)).toBe(expected);
});
