/**
 * The scalars whose numbers this server sends as text: `"12.50"` for a `Decimal`. Such a scalar also accepts strings. The schema does not
 * show this, but the values of loaded rows do (noteTextNumbers.ts).
 */
import type { SchemaModel } from './schemaModel';

/** Names of the scalars found so far. They can include scalars that are not numbers. */
export const textNumbers = (model: SchemaModel): Set<string> => model.remember('text numbers', () => new Set<string>());

/**
 * True for a string that can be such a number. Large integers do not count, because the transport converts them to strings
 * (largeIntegers.ts).
 */
export function isTextNumber(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const number = Number(value);
  return !Number.isInteger(number) || Number.isSafeInteger(number);
}
