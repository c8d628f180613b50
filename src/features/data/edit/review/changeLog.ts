/** The changes sent from this browser to the address of a connection, newest first. Values that contain a secret are not stored. */
import { remembered } from '../../../../lib/remembered';
import { createStore, type Readable } from '../../../../lib/store';
import { normalAddress } from '../../../../session/connections/connections';
import type { Session } from '../../../../session/connections/session';
import { holdsSecret } from '../sending/storedEdits';
import { accountName } from './accountName';
import type { ChangeEntry } from './changeEntry';
import { createStoredChanges, type StoredChange } from './storedChanges';

/** State of the undo of a change. `begun` is stored before the undo is sent, because the page may be closed before its outcome is known. */
export type UndoState = 'open' | 'begun' | 'done';

/** The list of changes. */
export interface ChangeLog extends Readable<readonly ChangeEntry[]> {
  /** Returns the entry that is now in the list. */
  add(entry: Omit<ChangeEntry, 'id' | 'undone' | 'undoing' | 'account'>): ChangeEntry;
  mark(id: string, undo: UndoState): void;
}

/** Opens the change log of a session's connection. */
export function createChangeLog(session: Session): ChangeLog {
  const { storage, connection } = session;
  const stored = createStoredChanges(storage, connection.id);
  const address = normalAddress(connection.httpEndpoint, session.pageUrl);
  // On another server, the same key is another record, so its changes are neither listed nor undone.
  const own = remembered((part: readonly StoredChange[]): readonly ChangeEntry[] =>
    part.flatMap(({ address: sentTo, ...entry }) => (sentTo === undefined || sentTo === address ? [entry] : [])),
  );
  const entries = (): readonly ChangeEntry[] => stored.parts().flatMap(own);
  const store = createStore(entries(), []);
  return {
    get: store.get,
    subscribe: store.subscribe,
    rendered: store.rendered,
    add(entry) {
      const edits = entry.edits.filter(edit => !holdsSecret([edit.before, edit.after]));
      let number = 0;
      while (stored.has(`${entry.at}-${number}`)) number++;
      const account = accountName(session) ?? undefined;
      const added = { ...entry, edits, account, id: `${entry.at}-${number}`, undone: false };
      stored.add({ ...added, address });
      store.set(entries());
      return added;
    },
    mark(id, undo) {
      stored.change(id, entry => ({ ...entry, undone: undo === 'done', undoing: undo === 'begun' }));
      store.set(entries());
    },
  };
}
