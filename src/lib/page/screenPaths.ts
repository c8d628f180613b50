/**
 * The list of screen addresses, used by the frame (app/shell/Screen.tsx) and by the server. It does not check whether the schema contains
 * the collection or type in an address, because a signed-in user may see a larger schema.
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

/** True for the path of a screen ('/data/ships', without a query). '/' is a screen too. */
export function isScreenPath(path: string): boolean {
  const [area, ...more] = path.split('/').filter(part => part !== '');
  return area === undefined || more.length <= (DEPTHS.get(area) ?? -1);
}
