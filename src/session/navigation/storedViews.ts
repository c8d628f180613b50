/** The saved views as they are stored, untrusted: what the first screen needs of them. Reading and changing them: savedViews.ts. */
import type { Store } from '../../lib/store';
import type { Preferences } from '../connections/preferences';

/** What is stored; null for nothing. */
export function storedViews(preferences: Preferences): Store<unknown> {
  return preferences.value<unknown>('views', stored => stored);
}

/** The ids of the collections that may have views. */
export function viewedCollections(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.flatMap(view => (typeof view?.collection === 'string' ? [view.collection] : [])) : [];
}
