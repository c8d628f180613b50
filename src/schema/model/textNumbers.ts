/**
 * The scalars whose numbers this server sends as text: `"12.50"` for a `Decimal`. Such a scalar takes them back as text, too. The schema does
 * not say so, but the values of loaded rows do (noteTextNumbers.ts).
 */
import type { SchemaModel } from './schemaModel';

/** Names of these scalars, as far as they were seen; also of scalars that are no numbers. */
export const textNumbers = (model: SchemaModel): Set<string> => model.remember('text numbers', () => new Set<string>());

/** True for text that can be such a number. Large integers do not count: the transport makes them text (largeIntegers.ts). */
export function isTextNumber(value: unknown): boolean {
  const number = Number(value);
  return typeof value === 'string' && (!Number.isInteger(number) || Number.isSafeInteger(number));
}
