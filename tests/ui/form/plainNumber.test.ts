import { plainNumber } from '../../../src/ui/form/plainNumber';

it.each([
  ['en', '12,345.5', '12345.5'],
  ['en', '-1,234,567', '-1234567'],
  ['en', '1 234', '1234'],
  ['en-IN', '12,34,567.8', '1234567.8'],
  ['de', '1.234,5', '1234.5'],
  ['de', '6,75', '6.75'],
  ['de-CH', '1’234.50', '1234.50'],
  ['fr', '1\u202f234\u202f567,5', '1234567.5'],
  ['ar-EG', '١٬٢٣٤٫٥', '1234.5'],
  // The digits of other regions of the language, which a spreadsheet may have written.
  ['ar', '١٬٢٣٤٫٥', '1234.5'],
  ['ar', '\u061C-٢٥', '-25'],
  ['fa', '۱۲۳', '123'],
  ['en', '१२३', '123'],
])('reads a number in %s: %s', (locale, text, plain) => {
  expect(plainNumber(text, locale)).toBe(plain);
});

it.each([
  ['en', '6,75'],
  ['en', '1,2345'],
  ['en', '1,234,5'],
  ['en', ',500'],
  ['en', '1,234.5,000'],
  ['de', '6.75,00'],
  ['en', '1 2'],
  ['en', '0,750'],
  // A comma separates nothing in these languages. It may be meant as the decimal separator.
  ['de-CH', '1,234'],
  ['ar-EG', '1,234'],
])('leaves a separator that separates no thousands, in %s: %s', (locale, text) => {
  expect(plainNumber(text, locale)).toBe(text);
});
