/** The stored views, untrusted. This file is the part that the first screen needs; savedViews.ts reads and changes views. */
import type { Store } from '../../lib/store';
import type { Preferences } from '../connections/preferences';

/** The stored value; null if there is none. */
export function storedViews(preferences: Preferences): Store<unknown> {
  return preferences.value<unknown>('views', stored => stored);
}

/** The ids of collections that have stored views, not yet validated. */
export function viewedCollections(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.flatMap(view => (typeof view?.collection === 'string' ? [view.collection] : [])) : [];
}
