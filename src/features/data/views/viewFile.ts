/**
 * A file with views and dashboard tiles, to share with colleagues. Parsing is strict: it reports the first invalid part, and then imports
 * nothing from the file.
 */
import { MOST_TILES, readTile, type Tile } from '../../../session/navigation/dashboardTiles';
import {
  freeName,
  MOST_VIEWS,
  plainView,
  readView,
  type SavedView,
  type ViewProblem,
} from '../../../session/navigation/savedViews';

/** Identifies the format of the file. */
const KIND = 'oriel-views';
const VERSION = 1;
/** Maximum size of a file, in bytes. */
export const LARGEST_FILE = 1_000_000;

/** Why a file was rejected; `place` is the path of the invalid part. */
export interface ViewFileProblem {
  readonly problem: 'notJson' | 'notViews' | 'unknown' | 'wrong';
  readonly place: string;
}

/** Returns the text of the file. */
export function writeViewFile(views: readonly SavedView[], tiles: readonly Tile[] = []): string {
  const dashboard = tiles.length === 0 ? {} : { dashboard: tiles };
  return `${JSON.stringify({ kind: KIND, version: VERSION, views: views.map(plainView), ...dashboard }, null, 2)}\n`;
}

/** Parses the text of a file. */
export function readViewFile(
  text: string,
): { readonly views: readonly SavedView[]; readonly tiles: readonly Tile[] } | ViewFileProblem {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return { problem: 'notJson', place: '' };
  }
  const isFile = typeof file === 'object' && file !== null && Object.hasOwn(file, 'kind') && Object.hasOwn(file, 'views');
  const { kind, version, views, dashboard = [], ...others } = (isFile ? file : {}) as Record<string, unknown>;
  if (kind !== KIND) return { problem: 'notViews', place: '' };
  if (version !== VERSION) return { problem: 'wrong', place: 'version' };
  const [stray] = Object.keys(others);
  if (stray !== undefined) return { problem: 'unknown', place: stray.slice(0, 80) };
  if (!Array.isArray(views) || views.length > MOST_VIEWS) return { problem: 'wrong', place: 'views' };
  if (!Array.isArray(dashboard) || dashboard.length > MOST_TILES) return { problem: 'wrong', place: 'dashboard' };
  const read: SavedView[] = [];
  for (const [at, item] of views.entries()) {
    const view = readView(item);
    if ('problem' in view) return inside('views', at, view);
    read.push(view);
  }
  const tiles: Tile[] = [];
  for (const [at, item] of dashboard.entries()) {
    const tile = readTile(item);
    if ('problem' in tile) return inside('dashboard', at, tile);
    tiles.push(tile);
  }
  return { views: read, tiles };
}

const inside = (list: string, at: number, { problem, place }: ViewProblem): ViewFileProblem => ({
  problem,
  place: `${list}[${at}]${place === '' ? '' : `.${place}`}`,
});

/**
 * Adds the views of a file. Views that already exist are skipped; a different view with a name that is taken gets a number after its name.
 */
export function withViews(views: readonly SavedView[], added: readonly SavedView[]): readonly SavedView[] {
  const all = [...views];
  for (const view of added) {
    const isKnown = all.some(existing => JSON.stringify(plainView(existing)) === JSON.stringify(plainView(view)));
    if (!isKnown) all.push({ ...view, name: freeName(all, view.collection, view.name) });
  }
  return all;
}
