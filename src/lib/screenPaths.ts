/**
 * Which addresses are screens. The frame shows them (app/shell/Screen.tsx) and the server answers them, so both read this list.
 * Whether the schema has the collection or type in an address is not checked here: it may have more for a signed-in user.
 */

/** How many parts may follow the first one. */
const DEPTHS: ReadonlyMap<string, number> = new Map([
  ['data', 2],
  ['dashboard', 0],
  ['actions', 1],
  ['live', 1],
  ['query', 0],
  ['docs', Number.POSITIVE_INFINITY],
  ['wire', 0],
  ['connections', 0],
  ['settings', 0],
]);

/** True for the path ('/data/ships', without a query) of a screen. '/' is one. */
export function isScreenPath(path: string): boolean {
  const [area, ...more] = path.split('/').filter(part => part !== '');
  return area === undefined || more.length <= (DEPTHS.get(area) ?? -1);
}
