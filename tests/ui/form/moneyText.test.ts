/** Amounts of money as typed, and in minor units. */
import fc from 'fast-check';
import { fromMinorUnits, toMinorUnits } from '../../../src/ui/form/moneyText';

const EUR = { currency: 'EUR', digits: 2 };
const JPY = { currency: 'JPY', digits: 0 };
const KWD = { currency: 'KWD', digits: 3 };

test.each([
  ['12.50', EUR, 'en', '1250'],
  ['12.5', EUR, 'en', '1250'],
  ['12', EUR, 'en', '1200'],
  ['.5', EUR, 'en', '50'],
  ['0', EUR, 'en', '0'],
  ['-0.01', EUR, 'en', '-1'],
  ['-0', EUR, 'en', '0'],
  ['1,234.50', EUR, 'en', '123450'],
  ['€12.50', EUR, 'en', '1250'],
  ['-€12.50', EUR, 'en', '-1250'],
  ['12.50 EUR', EUR, 'en', '1250'],
  ['12,50', EUR, 'de', '1250'],
  ['12.50', EUR, 'de', '1250'],
  ['1.234', EUR, 'de', '123400'],
  ['1.234,5 €', EUR, 'de', '123450'],
  ['0.500', KWD, 'de', '500'],
  ['1 234,50', EUR, 'fr', '123450'],
  ['۱۲٫۵۰', EUR, 'fa', '1250'],
  ['١٢٫٥', EUR, 'ar-EG', '1250'],
  ['1500', JPY, 'ja', '1500'],
  ['1.500', KWD, 'en', '1500'],
  ['90071992547409.93', EUR, 'en', '9007199254740993'],
  ['1.5e3', EUR, 'en', '1.5e5'],
  ['1e3', JPY, 'en', '1e3'],
  ['-2e-2', EUR, 'en', '-2e0'],
  // Trailing zeros are no further decimal places.
  ['12.500', EUR, 'en', '1250'],
])('%s is %p in %s', (typed, unit, locale, minor) => {
  expect(toMinorUnits(typed, unit, locale)).toBe(minor);
});

test.each([
  ['12.345', EUR, 'en', '1234.5'],
  ['12.5', JPY, 'en', '12.5'],
  // A comma in English separates thousands.
  ['12,50', EUR, 'en', '12,50'],
  ['$12.50', EUR, 'en', '$12.50'],
  ['', EUR, 'en', ''],
  ['-', EUR, 'en', '-'],
  ['twelve', EUR, 'en', 'twelve'],
])('%s is refused as %p in %s', (typed, unit, locale, kept) => {
  expect(toMinorUnits(typed, unit, locale)).toBe(kept);
});

test('minor units are shown with the separator and digits of the language', () => {
  expect(fromMinorUnits('1250', EUR, 'en')).toBe('12.50');
  expect(fromMinorUnits('1250', EUR, 'de')).toBe('12,50');
  expect(fromMinorUnits('5', EUR, 'en')).toBe('0.05');
  expect(fromMinorUnits('-5', KWD, 'en')).toBe('-0.005');
  expect(fromMinorUnits('1250', JPY, 'en')).toBe('1250');
  expect(fromMinorUnits('1250', EUR, 'fa')).toBe('۱۲٫۵۰');
  expect(fromMinorUnits('1234.5', EUR, 'en')).toBe('12.345');
  expect(fromMinorUnits('1.5e5', EUR, 'en')).toBe('1.5e3');
  expect(fromMinorUnits('x', EUR, 'en')).toBe('x');
});

test('every whole number comes back from its text in every language', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
      fc.constantFrom(EUR, JPY, KWD),
      fc.constantFrom('en', 'de', 'fr', 'fa', 'ar-EG', 'hi', 'de-CH', 'pl', 'pt-PT', 'he'),
      (minor, unit, locale) => {
        expect(toMinorUnits(fromMinorUnits(String(minor), unit, locale), unit, locale)).toBe(String(minor));
      },
    ),
  );
});
