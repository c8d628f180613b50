/** Amounts between how the server holds them and how people write them. */
import { toMajor, toMinor } from '../../../../src/features/data/edit/minorAmounts';
import fc from '../../../support/fastCheck';

test('whole numbers of cents are written with a point, and back', () => {
  expect(toMajor(1234, 2)).toBe('12.34');
  expect(toMajor(-5, 2)).toBe('-0.05');
  expect(toMajor('7', 3)).toBe('0.007');
  expect(toMajor(1234, 0)).toBe(1234);
  expect(toMajor(null, 2)).toBeNull();
  expect(toMinor('12.34', 2)).toBe('1234');
  expect(toMinor('12', 2)).toBe('1200');
  expect(toMinor('0.5', 2)).toBe('50');
  expect(toMinor('-0.05', 2)).toBe('-5');
  expect(toMinor('12.340', 2)).toBe('1234');
});

test('what is no such amount stays as it is, for the form to refuse', () => {
  expect(toMinor('12.345', 2)).toBe('1234.5');
  expect(toMinor('12,34', 2)).toBe('12,34');
  expect(toMinor('', 2)).toBe('');
  expect(toMinor(undefined, 2)).toBeUndefined();
});

test('nothing is lost on the way there and back', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.integer({ min: 0, max: 4 }), (cents, digits) => {
      expect(toMinor(toMajor(String(cents), digits), digits)).toBe(String(cents));
    }),
  );
});
