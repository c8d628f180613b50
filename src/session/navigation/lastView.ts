/**
 * The view state of a collection's screen: which URL parameters belong to it, and the last state of each collection. A plain link to a
 * collection opens its last state; a URL that is typed, reloaded or reached by Back is shown as it is.
 */
import type { Store } from '../../lib/store';
import type { Preferences } from '../connections/preferences';
import { pathParts } from './navigation';

/** URL parameters that are stored in a saved view, in output order. */
export const VIEW_STATE = ['kind', 'by', 'group', 'columns', 'filter', 'sort', 'size', 'args'] as const;

/** A URL parameter of a view. */
export type ViewParameter = (typeof VIEW_STATE)[number];

/** Maximum length of a stored state, in characters. */
const LONGEST = 8000;

/** The last state of a collection as a query string; '' for none. */
export function lastView(preferences: Preferences, collection: string): Store<string> {
  return preferences.value(`view:${collection}`, stored =>
    typeof stored === 'string' ? viewQuery(new URLSearchParams(stored)) : '',
  );
}

/** The parameters of the view state, and the saved view's name, as a query string. */
export function viewQuery(query: URLSearchParams): string {
  const params = new URLSearchParams();
  for (const name of ['view', ...VIEW_STATE]) {
    const value = query.get(name);
    if (value !== null) params.set(name, value);
  }
  const text = params.toString();
  return text.length > LONGEST ? '' : text;
}

/** Adds the last state to a plain link to a collection, except on that collection's own screen. Returns other links unchanged. */
export function withLastView(preferences: Preferences, to: string, from: string): string {
  const [area, collection, ...rest] = pathParts(to);
  if (area !== 'data' || collection === undefined || rest.length > 0 || /[?#]/.test(to) || to === from) return to;
  const last = lastView(preferences, collection).get();
  return last === '' ? to : `${to}?${last}`;
}
