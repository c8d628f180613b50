/** Starts the undo of creations or deletions from anywhere: its dialog opens on the screen of the collection. */
import type { Session } from '../../../../session/connections/session';
import { href } from '../../../../session/navigation/navigation';
import type { ChangeEntry } from '../review/changeEntry';
import { tableEdits } from './tableEdits';

/** Opens the dialog. @param entries newest first; all are creations, or all are deletions */
export function undoEntries(session: Session, collection: string, entries: readonly ChangeEntry[]): void {
  const screen = href(['data', collection]);
  if (session.navigation.address.get().path !== screen) session.navigation.go(screen);
  tableEdits(session, collection).undoing.set(entries);
}
