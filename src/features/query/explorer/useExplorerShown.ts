/** Whether the explorer is shown beside the document: as the user left it, by default if there is space. */
import { useSyncExternalStore } from 'react';
import type { Session } from '../../../session/connections/session';
import { useReadable } from '../../../ui/useReadable';

/** At this page width there is space for three columns. */
const ROOM = '(width >= 1280px)';

/**
 * Returns the state and its setter. During server rendering the width is unknown: the page reserves the space, and query.css hides it if it
 * is too narrow.
 */
export function useExplorerShown(session: Session): [boolean, (shown: boolean) => void] {
  const store = session.preferences.value('queryExplorer', stored => (typeof stored === 'boolean' ? stored : null));
  const chosen = useReadable(store);
  const hasRoom = useSyncExternalStore(watch, isWide, () => true);
  return [chosen ?? hasRoom, store.set];
}

function watch(changed: () => void): () => void {
  if (typeof matchMedia === 'undefined') return () => undefined;
  const query = matchMedia(ROOM);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

function isWide(): boolean {
  return typeof matchMedia !== 'undefined' && matchMedia(ROOM).matches;
}
