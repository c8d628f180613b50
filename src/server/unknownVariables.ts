/**
 * Names of environment variables that begin like Oriel's and are none of them. One that is a letter or two from a known name was meant to be
 * it; others may be of a version to come, or of whatever runs the process: Kubernetes sets `ORIEL_PORT` and `ORIEL_SERVICE_HOST` where a
 * service is called oriel.
 */

/** A name that is not known, and the known one it was probably meant to be; null where none is near. */
export interface UnknownVariable {
  name: string;
  meant: string | null;
}

/** How many letters may be wrong, missing or too many. */
const MOST_WRONG = 3;

/** What Kubernetes sets for a service of that name. */
// Bounded: names of the server's own environment.
const OF_A_SERVICE = /^ORIEL_(\w+_)?(SERVICE_(HOST|PORT)|PORT)(_\w+)?$/;

/** Looks through the names of `env` that begin with ORIEL, in any case of their letters. */
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

/** Letters to be put in, taken out or changed to make `b` of `a` (Levenshtein). */
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
