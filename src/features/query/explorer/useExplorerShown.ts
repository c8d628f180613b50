/** Whether the explorer stands beside the document: as the person left it, and before that wherever there is room. */
import { useSyncExternalStore } from 'react';
import type { Session } from '../../../session/connections/session';
import { useReadable } from '../../../ui/text/useReadable';

/** From this width of the page on there is room for three columns. */
const ROOM = '(width >= 1280px)';

/** The state, and how to change it. A server knows no width: its page keeps the room, and hides it where there is none (query.css). */
export function useExplorerShown(session: Session): [boolean, (shown: boolean) => void] {
  const kept = session.preferences.value('queryExplorer', stored => (typeof stored === 'boolean' ? stored : null));
  const chosen = useReadable(kept);
  const hasRoom = useSyncExternalStore(watch, isWide, () => true);
  return [chosen ?? hasRoom, kept.set];
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
