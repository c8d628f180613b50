import { readNumber, separatorIn } from '../../../src/ui/form/columnNumbers';

it.each([
  ['de', ['1.234', '1.234,50'], 'group', ['1234', '1234.50']],
  ['de', ['1.234', '12,5'], 'group', ['1234', '12.5']],
  ['de', ['-1.234', '1.234.567'], 'group', ['-1234', '1234567']],
  ['de', ['1.234', '12.5'], 'decimal', ['1.234', '12.5']],
  ['de', ['1.234', '0.750', '1234.567'], 'decimal', ['1.234', '0.750', '1234.567']],
  ['de', ['1.234', '1,234.50'], 'decimal', ['1.234', '1234.50']],
  ['de', ['1.234', '5', '', 'n/a'], null, ['1.234', '5', '', 'n/a']],
  ['de', ['1.234', '12.5', '12,5'], null, ['1.234', '12.5', '12.5']],
  ['en', ['1,234', '1,234.50'], 'group', ['1234', '1234.50']],
  ['en', ['1,234', '7'], null, ['1234', '7']],
  // Other commas of the column are decimal separators, so this is not 1234.
  ['en', ['1,234', '12,5', '1.234,50', '7', 'n/a'], 'decimal', ['1.234', '12.5', '1234.50', '7', 'n/a']],
  ['fr', ['1.234', '12,5'], null, ['1.234', '12.5']],
] as const)('in %s the numbers %j: %s', (locale, cells, separator, plain) => {
  expect(separatorIn(cells, locale)).toBe(separator);
  expect(cells.map(cell => readNumber(cell, locale, separator).plain)).toEqual(plain);
});

it.each([
  ['de', '1.234', null, true],
  ['de', '1.234', 'group', false],
  ['de', '1.234', 'decimal', false],
  ['de', '1.23', null, false],
  ['de', '1.234,5', null, false],
  ['en', '1.234', null, false],
  ['en', '1,234', null, false],
  ['fr', '1.234', null, false],
] as const)('in %s, %s of a column with %s separator: unsure %s', (locale, text, separator, isUnsure) => {
  expect(readNumber(text, locale, separator).isUnsure).toBe(isUnsure);
});
