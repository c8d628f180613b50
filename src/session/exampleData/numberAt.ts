/** Reproducible pseudo-random numbers. A place (seed, type, id, field) always has the same number. */

/** An integer from 0 to 2^32 - 1 for a place (FNV-1a with a final mix). */
export function numberAt(...place: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const letter of place.join('\u0000')) hash = Math.imul(hash ^ (letter.codePointAt(0) as number), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Picks the element for a place. */
export function pick<T>(from: readonly T[], ...place: readonly (string | number)[]): T {
  return from[numberAt(...place) % from.length] as T;
}
