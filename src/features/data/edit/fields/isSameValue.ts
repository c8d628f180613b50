/** Compares two values of a field by meaning: `2026-01-01T00:00Z` equals `2026-01-01T00:00:00.000Z`, and `"5"` equals `5`. */
import { sameJson } from '../../../../lib/sameJson';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** True if a server would treat the two values as equal. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (sameJson(one ?? null, other ?? null)) return true;
  if (typeof one === 'string' && typeof other === 'string')
    return TIME.test(one) && TIME.test(other) && Date.parse(one) === Date.parse(other);
  const isMixed =
    (typeof one === 'number' || typeof one === 'string') && (typeof other === 'number' || typeof other === 'string');
  return isMixed && typeof one !== typeof other && String(one) === String(other);
}

/** As `isSameValue`, but ignores the order of related records' keys, because servers return them in any order. */
export function isSameInAnyOrder(one: unknown, other: unknown): boolean {
  return isSameValue(one, other) || (isKeys(one) && isKeys(other) && sameJson(sorted(one), sorted(other)));
}

const isKeys = (value: unknown): value is ReadonlyArray<string | number> =>
  Array.isArray(value) && value.every(item => typeof item === 'string' || typeof item === 'number');
const sorted = (keys: ReadonlyArray<string | number>): string[] => keys.map(String).sort();
