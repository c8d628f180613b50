/**
 * Saved views of a connection, stored in this browser: the state of a collection's screen under a name. The URL of a view contains both its
 * name and its state. The rail shows the views and the Data screen changes them.
 */
import { type KeyValueStorage, readJson } from '../../lib/storage';
import type { Preferences } from '../connections/preferences';
import { VIEW_STATE, type ViewParameter } from './lastView';
import { href } from './navigation';
import { storedViews } from './storedViews';

/** A saved view. Its name is unique in the collection. */
export interface SavedView {
  readonly collection: string;
  readonly name: string;
  /** URL parameters. */
  readonly state: Readonly<Partial<Record<ViewParameter, string>>>;
  /** Width of each column, by its id, in px. */
  readonly widths: ReadonlyArray<readonly [column: string, width: number]>;
}

/** A validation problem. `place` is the path in the value, such as `widths.name`. */
export interface ViewProblem {
  readonly place: string;
  /** `unknown`: there is no member with that name; `wrong`: missing or malformed. */
  readonly problem: 'unknown' | 'wrong';
}

/** Maximum number of views of a connection, and of characters of all views together. */
export const MOST_VIEWS = 200;
const MOST_CHARACTERS = 400_000;
/** Maximum length of a view's name, in characters. */
export const LONGEST_NAME = 80;
const LONGEST_ID = 200;
const LONGEST_STATE = 4000;
const MOST_WIDTHS = 200;
const WIDTHS = [48, 2000] as const;

/** The valid views among the stored ones. */
export function readViews(stored: unknown): SavedView[] {
  if (!Array.isArray(stored)) return [];
  const seen = new Set<string>();
  return stored.slice(0, MOST_VIEWS).flatMap((item: unknown) => {
    const view = readView(item);
    if ('problem' in view || seen.has(keyOf(view))) return [];
    seen.add(keyOf(view));
    return [view];
  });
}

/** The views of a connection: the stored ones, then those of the page's configuration with other names. */
export function viewsOf(connection: { readonly views?: readonly unknown[] | undefined }, stored: unknown): SavedView[] {
  const own = readViews(stored);
  const taken = new Set(own.map(keyOf));
  return [...own, ...readViews(connection.views).filter(view => !taken.has(keyOf(view)))];
}

/** Changes the views, starting from the stored ones, which another tab may have changed. Returns false if the result exceeds a limit. */
export function changeViews(
  session: { readonly connection: { readonly id: string }; readonly preferences: Preferences; readonly storage: KeyValueStorage },
  change: (views: readonly SavedView[]) => readonly SavedView[],
): boolean {
  const now = readViews(readJson(session.storage, `oriel:${session.connection.id}:views`));
  const next = change(now).map(plainView);
  if (next.length > MOST_VIEWS || JSON.stringify(next).length > MOST_CHARACTERS) return false;
  storedViews(session.preferences).set(next);
  return true;
}

/** The JSON value of a view. */
export function plainView({ collection, name, state, widths }: SavedView): unknown {
  return { collection, name, state, widths: Object.fromEntries(widths) };
}

/** Reads a view, or returns the first problem. */
export function readView(value: unknown): SavedView | ViewProblem {
  if (!isObject(value)) return { place: '', problem: 'wrong' };
  const stray = Object.keys(value).find(key => !/^(collection|name|state|widths)$/.test(key));
  if (stray !== undefined) return { place: stray.slice(0, LONGEST_NAME), problem: 'unknown' };
  const own = (name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined);
  const collection = own('collection');
  if (typeof collection !== 'string' || collection === '' || collection.length > LONGEST_ID) return wrong('collection');
  const name = viewName(own('name'));
  if (name === null) return wrong('name');
  const state = readState(own('state'));
  if ('problem' in state) return state;
  const widths = readWidths(own('widths') ?? {});
  return 'problem' in widths ? widths : { collection, name, state: state.state, widths };
}

/** A trimmed name; null if it is empty, too long or not a string. */
export function viewName(value: unknown): string | null {
  const name = typeof value === 'string' ? value.trim() : '';
  return name === '' || name.length > LONGEST_NAME ? null : name;
}

function readState(value: unknown): Pick<SavedView, 'state'> | ViewProblem {
  if (!isObject(value)) return wrong('state');
  const state: Partial<Record<ViewParameter, string>> = {};
  for (const [key, text] of Object.entries(value)) {
    const parameter = VIEW_STATE.find(name => name === key);
    if (parameter === undefined) return { place: `state.${key.slice(0, LONGEST_NAME)}`, problem: 'unknown' };
    if (typeof text !== 'string' || text.length > LONGEST_STATE) return wrong(`state.${parameter}`);
    state[parameter] = text;
  }
  return { state };
}

function readWidths(value: unknown): SavedView['widths'] | ViewProblem {
  const entries = isObject(value) ? Object.entries(value) : null;
  if (entries === null || entries.length > MOST_WIDTHS) return wrong('widths');
  const widths: Array<[string, number]> = [];
  for (const [column, width] of entries) {
    const isWidth = typeof width === 'number' && width >= WIDTHS[0] && width <= WIDTHS[1];
    if (!isWidth || column.length > LONGEST_STATE) return wrong(`widths.${column.slice(0, LONGEST_NAME)}`);
    widths.push([column, width]);
  }
  return widths;
}

const wrong = (place: string): ViewProblem => ({ place, problem: 'wrong' });

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const keyOf = ({ collection, name }: SavedView): string => JSON.stringify([collection, name]);

/** The href of a view. */
export function viewHref({ collection, name, state }: SavedView): string {
  return href(['data', collection], { view: name, ...state });
}

/** The name, or the first unused one of "name 2", "name 3", … in the collection. */
export function freeName(views: readonly SavedView[], collection: string, name: string): string {
  const taken = new Set(views.flatMap(view => (view.collection === collection ? [view.name] : [])));
  for (let number = 1; ; number++) {
    const mark = number === 1 ? '' : ` ${number}`;
    const free = name.slice(0, LONGEST_NAME - mark.length) + mark;
    if (!taken.has(free)) return free;
  }
}
