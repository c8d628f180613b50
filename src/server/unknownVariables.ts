/**
 * Finds unknown environment variables whose names start like Oriel's. A name that differs from a known one in a few letters is a typo.
 * Others may be for a later version, or set by the environment: Kubernetes sets `ORIEL_PORT` and `ORIEL_SERVICE_HOST` if a service is named
 * oriel.
 */

/** An unknown name, and the known one that was probably meant; null if none is similar. */
export interface UnknownVariable {
  name: string;
  meant: string | null;
}

/** How many letters may be wrong, missing or added. */
const MOST_WRONG = 3;

/** Variables that Kubernetes sets for a service named oriel. */
// Bounded: names from the server's own environment.
const OF_A_SERVICE = /^ORIEL_(\w+_)?(SERVICE_(HOST|PORT)|PORT)(_\w+)?$/;

/** Checks all names in `env` that start with ORIEL, in upper or lower case. */
export function unknownVariables(env: Readonly<Record<string, string | undefined>>, known: readonly string[]): UnknownVariable[] {
  return Object.keys(env)
    .filter(name => /^ORIEL_?/i.test(name) && !known.includes(name) && !OF_A_SERVICE.test(name))
    .sort()
    .map(name => ({ name, meant: nearest(name.toUpperCase(), known) }));
}

function nearest(name: string, known: readonly string[]): string | null {
  let best: string | null = null;
  let least = MOST_WRONG + 1;
  for (const each of known) {
    const wrong = distance(name, each);
    if (wrong < least) {
      least = wrong;
      best = each;
    }
  }
  return best;
}

/** The number of letters to insert, delete or change to turn `a` into `b` (Levenshtein distance). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
