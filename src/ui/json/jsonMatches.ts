/** Where words occur in a JSON value: the paths of the lines (jsonLines.ts) whose name or value holds them, in the order of the tree. */
import { isObject } from './jsonLines';

/** Found at most. */
const MOST = 10_000;

/** The paths; none for no words. Small and capital letters are the same. */
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
