/**
 * The state of a collection's screen that makes up a view: which parameters of its address belong to it, and the last of each collection. A
 * link to a collection leads to its last state; an address that was typed, reloaded or come back to is shown as it stands.
 */
import type { Store } from '../../lib/store';
import type { Preferences } from '../connections/preferences';
import { pathParts } from './navigation';

/** What a saved view holds of an address, in the order in which it is written. */
export const VIEW_STATE = ['kind', 'by', 'group', 'columns', 'filter', 'sort', 'size', 'args'] as const;

/** A parameter of a view. */
export type ViewParameter = (typeof VIEW_STATE)[number];

/** Longer states are not kept. */
const LONGEST = 8000;

/** The last state of a collection as the query of an address; '' for none. */
export function lastView(preferences: Preferences, collection: string): Store<string> {
  return preferences.value(`view:${collection}`, stored =>
    typeof stored === 'string' ? viewQuery(new URLSearchParams(stored)) : '',
  );
}

/** What an address says of the view, with the name of the saved one. */
export function viewQuery(query: URLSearchParams): string {
  const kept = new URLSearchParams();
  for (const name of ['view', ...VIEW_STATE]) {
    const value = query.get(name);
    if (value !== null) kept.set(name, value);
  }
  const text = kept.toString();
  return text.length > LONGEST ? '' : text;
}

/** Where a link leads: of a plain link to a collection to its last state, except on that collection's own screen. */
export function withLastView(preferences: Preferences, to: string, from: string): string {
  const [area, collection, ...rest] = pathParts(to);
  if (area !== 'data' || collection === undefined || rest.length > 0 || /[?#]/.test(to) || to === from) return to;
  const last = lastView(preferences, collection).get();
  return last === '' ? to : `${to}?${last}`;
}
