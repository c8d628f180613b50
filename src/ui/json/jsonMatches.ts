/** Searches a JSON value: returns the paths of the lines (jsonLines.ts) whose key or value contains the text, in tree order. */
import { isObject } from './jsonLines';

/** Maximum number of matches. */
const MOST = 10_000;

/** Returns the matching paths, ignoring case; none for an empty text. */
export function jsonMatches(value: unknown, words: string): string[] {
  const wanted = words.toLowerCase();
  const found: string[] = [];
  const holds = (text: string): boolean => text.toLowerCase().includes(wanted);
  const look = (inner: unknown, path: string, name: string | null): void => {
    if (found.length >= MOST) return;
    const isLeaf = typeof inner !== 'object' || inner === null;
    if ((name !== null && holds(name)) || (isLeaf && holds(String(inner)))) found.push(path);
    if (Array.isArray(inner)) for (const [at, item] of inner.entries()) look(item, `${path}/${at}`, null);
    else if (isObject(inner))
      for (const [key, below] of Object.entries(inner)) look(below, `${path}/${key.replaceAll('/', '~1')}`, key);
  };
  if (wanted !== '') look(value, '', null);
  return found;
}
