/**
 * The tiles of a connection's dashboard, kept in this browser: views, feeds and queries that a person pinned. What a tile asks for stands in
 * it, so that it works on another computer as well; a tile of a saved view follows that view while it is there (DashboardScreen).
 */
import { ownValues } from '../../lib/ownValues';
import { type KeyValueStorage, readJson } from '../../lib/storage';
import type { Store } from '../../lib/store';
import type { Preferences } from '../connections/preferences';
import { readView, type SavedView, type ViewProblem, viewName } from './savedViews';

/** How a tile shows its rows. */
export const TILE_SHOWS = ['number', 'list', 'plot'] as const;
export type TileShow = (typeof TILE_SHOWS)[number];

/** When a tile asks again: only by hand, when a feed of its type sends something, or every so many seconds. */
export const TILE_REFRESHES = ['hand', 'changes', '30', '60', '300'] as const;
export type TileRefresh = (typeof TILE_REFRESHES)[number];

/** Rows of a collection, as its screen would show them. `view` is the name of the saved view; null: none. */
export interface ViewSource {
  readonly kind: 'view';
  readonly collection: string;
  readonly view: string | null;
  readonly state: SavedView['state'];
}

/** An operation: a query that is asked, or a subscription that is followed while the dashboard is in view. */
export interface OperationSource {
  readonly kind: 'query' | 'feed';
  readonly document: string;
  /** JSON of an object. */
  readonly variables: string;
}

/** One tile. */
export interface Tile {
  readonly id: string;
  readonly title: string;
  readonly show: TileShow;
  readonly refresh: TileRefresh;
  /** What a number says of a column: `sum:tonnage`. Left out: how many rows there are. */
  readonly figure?: string;
  readonly source: ViewSource | OperationSource;
}

/** Tiles of a connection, and characters of them all, at most. */
export const MOST_TILES = 40;
const MOST_CHARACTERS = 400_000;
const LONGEST_TEXT = 40_000;

/** The tiles as they are stored, untrusted. */
export function storedTiles(preferences: Preferences): Store<unknown> {
  return preferences.value<unknown>('dashboard', stored => stored);
}

/** The stored tiles that have the right form. */
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
 * Changes the tiles, beginning with what is stored at that moment: another tab may have changed them. False when there is no room, or when one of
 * them is too large to be kept.
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

/** What a tile shows, without its own name and looks: two tiles of the same are one too many. */
export const tileKey = ({ source }: Tile): string =>
  JSON.stringify(
    source.kind === 'view'
      ? [source.kind, source.collection, source.view, Object.entries(source.state).sort()]
      : [source.kind, source.document, source.variables],
  );

/** Puts tiles behind others, without those that are there; each gets an id that is free. */
export function withTiles(tiles: readonly Tile[], added: readonly Tile[]): Tile[] {
  const all = [...tiles];
  for (const tile of added) {
    if (all.some(known => tileKey(known) === tileKey(tile))) continue;
    const taken = new Set(all.map(known => known.id));
    let number = all.length + 1;
    while (taken.has(`tile-${number}`)) number++;
    all.push({ ...tile, id: `tile-${number}` });
  }
  return all;
}

/** Reads a tile, or says what is wrong with the first thing that does not fit. */
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

/** The figure of a number and the column it is of; null for text of another form. */
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
    // The same rules as for a saved view.
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

/** The variables of an operation; null for text that holds none. */
export function readVariables(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
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
