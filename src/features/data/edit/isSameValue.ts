/** True when two values of a field say the same: `2026-01-01T00:00Z` and `2026-01-01T00:00:00.000Z`, `"5"` and `5`. */
import { sameJson } from '../../../lib/sameJson';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Compares as the server would. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (sameJson(one ?? null, other ?? null)) return true;
  if (typeof one === 'string' && typeof other === 'string')
    return TIME.test(one) && TIME.test(other) && Date.parse(one) === Date.parse(other);
  const isMixed =
    (typeof one === 'number' || typeof one === 'string') && (typeof other === 'number' || typeof other === 'string');
  return isMixed && typeof one !== typeof other && String(one) === String(other);
}

/** The same, and keys of related records in any order: servers give them as they come. */
export function isSameInAnyOrder(one: unknown, other: unknown): boolean {
  return isSameValue(one, other) || (isKeys(one) && isKeys(other) && sameJson(sorted(one), sorted(other)));
}

const isKeys = (value: unknown): value is ReadonlyArray<string | number> =>
  Array.isArray(value) && value.every(item => typeof item === 'string' || typeof item === 'number');
const sorted = (keys: ReadonlyArray<string | number>): string[] => keys.map(String).sort();
