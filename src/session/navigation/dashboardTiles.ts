/**
 * The tiles of a connection's dashboard, stored in this browser: pinned views, feeds and queries. A tile contains its whole request, so that
 * an exported tile works on another computer; the tile of a saved view uses the current state of that view while it exists (DashboardScreen).
 */
import { ownValues } from '../../lib/ownValues';
import { type KeyValueStorage, readJson } from '../../lib/storage';
import type { Store } from '../../lib/store';
import { parseJson } from '../../lib/text/largeIntegers';
import type { Preferences } from '../connections/preferences';
import { LONGEST_NAME, readView, type SavedView, type ViewProblem, viewName } from './savedViews';

/** How a tile shows its rows. */
export const TILE_SHOWS = ['number', 'list', 'plot'] as const;
export type TileShow = (typeof TILE_SHOWS)[number];

/** When a tile is fetched again: only by hand, when a feed of its type sends an event, or after so many seconds. */
export const TILE_REFRESHES = ['hand', 'changes', '30', '60', '300'] as const;
export type TileRefresh = (typeof TILE_REFRESHES)[number];

/** Rows of a collection, as its screen shows them. `view` is the name of the saved view; null for none. */
export interface ViewSource {
  readonly kind: 'view';
  readonly collection: string;
  readonly view: string | null;
  readonly state: SavedView['state'];
}

/** An operation: a query, or a subscription that is open while the dashboard is in view. */
export interface OperationSource {
  readonly kind: 'query' | 'feed';
  readonly document: string;
  /** JSON text of an object. */
  readonly variables: string;
}

/** One tile. */
export interface Tile {
  readonly id: string;
  readonly title: string;
  readonly show: TileShow;
  readonly refresh: TileRefresh;
  /** Aggregate of a column for the display as a number: `sum:tonnage`. Default: the number of rows. */
  readonly figure?: string;
  readonly source: ViewSource | OperationSource;
}

/** Maximum number of tiles of a connection, and of characters of all tiles together. */
export const MOST_TILES = 40;
const MOST_CHARACTERS = 400_000;
const LONGEST_TEXT = 40_000;

/** The stored tiles, untrusted. */
export function storedTiles(preferences: Preferences): Store<unknown> {
  return preferences.value<unknown>('dashboard', stored => stored);
}

/** The valid tiles among the stored ones. */
export function readTiles(stored: unknown): Tile[] {
  if (!Array.isArray(stored)) return [];
  const seen = new Set<string>();
  return stored.slice(0, MOST_TILES).flatMap((item: unknown) => {
    const tile = readTile(item);
    if ('problem' in tile || seen.has(tile.id)) return [];
    seen.add(tile.id);
    return [tile];
  });
}

/**
 * Changes the tiles, starting from the stored ones, which another tab may have changed. Returns false and changes nothing if the result has
 * too many tiles, or one that is invalid or too large.
 */
export function changeTiles(
  session: { readonly connection: { readonly id: string }; readonly preferences: Preferences; readonly storage: KeyValueStorage },
  change: (tiles: readonly Tile[]) => readonly Tile[],
): boolean {
  const next = change(readTiles(readJson(session.storage, `oriel:${session.connection.id}:dashboard`)));
  if (next.length > MOST_TILES || JSON.stringify(next).length > MOST_CHARACTERS) return false;
  if (next.some(tile => 'problem' in readTile(tile))) return false;
  storedTiles(session.preferences).set(next);
  return true;
}

/** Identifies the content of a tile without its title and display, to detect duplicates. */
export const tileKey = ({ source }: Tile): string =>
  JSON.stringify(
    source.kind === 'view'
      ? [source.kind, source.collection, source.view, Object.entries(source.state).sort()]
      : [source.kind, source.document, source.variables],
  );

/** Appends tiles without duplicates; each gets an unused id and an unused title. */
export function withTiles(tiles: readonly Tile[], added: readonly Tile[]): Tile[] {
  const all = [...tiles];
  for (const tile of added) {
    if (all.some(known => tileKey(known) === tileKey(tile))) continue;
    const taken = new Set(all.map(known => known.id));
    let number = all.length + 1;
    while (taken.has(`tile-${number}`)) number++;
    all.push({ ...tile, id: `tile-${number}`, title: freeTitle(all, tile.title) });
  }
  return all;
}

/** The title, followed by a number if another tile has it. */
function freeTitle(tiles: readonly Tile[], title: string): string {
  const taken = new Set(tiles.map(tile => tile.title));
  let free = title;
  for (let number = 2; taken.has(free); number++) free = `${title.slice(0, LONGEST_NAME - 5)} ${number}`;
  return free;
}

/** Reads a tile, or returns the first problem. */
export function readTile(value: unknown): Tile | ViewProblem {
  const own = ownValues(value);
  if (own === null) return wrong('');
  const stray = strayKey(own, ['id', 'title', 'show', 'refresh', 'figure', 'source']);
  if (stray !== undefined) return { place: stray, problem: 'unknown' };
  const id = own.get('id');
  if (typeof id !== 'string' || !/^tile-\d{1,6}$/.test(id)) return wrong('id');
  const name = viewName(own.get('title'));
  if (name === null) return wrong('title');
  const shown = TILE_SHOWS.find(each => each === own.get('show'));
  if (shown === undefined) return wrong('show');
  const refreshed = TILE_REFRESHES.find(each => each === own.get('refresh'));
  if (refreshed === undefined) return wrong('refresh');
  const figure = own.get('figure');
  if (figure !== undefined && readFigure(figure) === null) return wrong('figure');
  const read = readSource(own.get('source'));
  if ('problem' in read) return read;
  const tile = { id, title: name, show: shown, refresh: refreshed, source: read };
  return typeof figure === 'string' ? { ...tile, figure } : tile;
}

/** Splits a `Tile.figure` into aggregate and column; null if it is malformed. */
export function readFigure(value: unknown): { figure: 'sum' | 'average' | 'min' | 'max'; column: string } | null {
  const match = typeof value === 'string' && value.length <= 200 ? /^(sum|average|min|max):(.+)$/.exec(value) : null;
  return match === null ? null : { figure: match[1] as 'sum', column: match[2] as string };
}

function readSource(value: unknown): Tile['source'] | ViewProblem {
  const own = ownValues(value);
  if (own === null) return wrong('source');
  const kind = own.get('kind');
  if (kind === 'view') {
    const view = own.get('view');
    const stray = strayKey(own, ['kind', 'collection', 'view', 'state']);
    if (stray !== undefined) return { place: `source.${stray}`, problem: 'unknown' };
    // Validated like a saved view.
    const read = readView({ collection: own.get('collection'), name: view ?? '-', state: own.get('state') });
    if ('problem' in read) return { ...read, place: `source.${read.place === 'name' ? 'view' : read.place}` };
    return { kind, collection: read.collection, view: view === null ? null : read.name, state: read.state };
  }
  if (kind !== 'query' && kind !== 'feed') return wrong('source.kind');
  const stray = strayKey(own, ['kind', 'document', 'variables']);
  if (stray !== undefined) return { place: `source.${stray}`, problem: 'unknown' };
  const document = own.get('document');
  const variables = own.get('variables');
  if (typeof document !== 'string' || document === '' || document.length > LONGEST_TEXT) return wrong('source.document');
  if (typeof variables !== 'string' || variables.length > LONGEST_TEXT || readVariables(variables) === null)
    return wrong('source.variables');
  return { kind, document, variables };
}

/** Parses variables; null if the text is not a JSON object. A rounded integer could be the key of another record. */
export function readVariables(text: string): Record<string, unknown> | null {
  try {
    const value = parseJson(text);
    return ownValues(value) && (value as Record<string, unknown>);
  } catch {
    return null;
  }
}

const wrong = (place: string): ViewProblem => ({ place, problem: 'wrong' });

function strayKey(value: ReadonlyMap<string, unknown>, known: readonly string[]): string | undefined {
  const stray = [...value.keys()].find(key => !known.includes(key));
  return stray?.slice(0, 80);
}
