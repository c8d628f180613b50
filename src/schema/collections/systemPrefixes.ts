/**
 * Finds name prefixes that mark the tables of a plug-in. Plug-ins prefix all of their tables; an application usually does not prefix its
 * own.
 */

/** Minimum number of names that must share a prefix. */
const SHARED_BY = 4;

/**
 * Prefixes (with the trailing `_`: `auth_`, `plugin_`) that several names share. Empty if more than half of the names have such a prefix. A
 * prefix that is also the name of a collection (`order_items` beside `orders`) does not count, because it names a subject, not a plug-in.
 */
export function systemPrefixes(names: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const name of names) {
    const prefix = prefixOf(name);
    if (prefix !== null) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  const often = [...counts].filter(([, count]) => count >= SHARED_BY);
  const whole = new Set(often.length > 0 ? names.map(name => name.toLowerCase()) : []);
  const shared = often.filter(([prefix]) => !isSubject(prefix.slice(0, -1), whole));
  const owned = shared.reduce((sum, [, count]) => sum + count, 0);
  return new Set(owned * 2 > names.length ? [] : shared.map(([prefix]) => prefix));
}

/** The first word of a name in snake case, in lower case and with its `_`; null for other names. */
export function prefixOf(name: string): string | null {
  const end = name.indexOf('_', 1);
  return end < 0 || end === name.length - 1 ? null : name.slice(0, end + 1).toLowerCase();
}

const isSubject = (word: string, names: ReadonlySet<string>): boolean =>
  [word, `${word}s`, `${word}es`, `${word.slice(0, -1)}ies`].some(name => names.has(name));
