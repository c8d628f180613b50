/** Prefixes that say whose a collection is: a plug-in gives all of its tables the same one, the business gives its own none. */

/** So many share a prefix before it counts. */
const SHARED_BY = 4;

/**
 * Prefixes with their ending `_` (`auth_`, `plugin_`) that several of these names share, while most names have none that is shared. A prefix that
 * is itself the name of a collection (`order_items` beside `orders`) is a subject, not an owner.
 */
export function systemPrefixes(names: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const name of names) {
    const prefix = prefixOf(name);
    if (prefix !== null) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  const whole = new Set(names.map(name => name.toLowerCase()));
  const shared = [...counts].filter(([prefix, count]) => count >= SHARED_BY && !isSubject(prefix.slice(0, -1), whole));
  const owned = shared.reduce((sum, [, count]) => sum + count, 0);
  return new Set(owned * 2 > names.length ? [] : shared.map(([prefix]) => prefix));
}

/** The first word of a name in snake case, with what ends it, in lower case; null for other names. */
export function prefixOf(name: string): string | null {
  const end = name.indexOf('_', 1);
  return end < 0 || end === name.length - 1 ? null : name.slice(0, end + 1).toLowerCase();
}

const isSubject = (word: string, names: ReadonlySet<string>): boolean =>
  [word, `${word}s`, `${word}es`, `${word.slice(0, -1)}ies`].some(name => names.has(name));
