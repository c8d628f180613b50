/**
 * Editing of a table before its code is loaded. The first edit loads the code, as do staged edits and sent ones from earlier. Actions of
 * the user run when the code is loaded.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Session } from '../../../session/connections/session';
import { linkIn } from '../../../ui/table/gridCell';
import { useIsHydrated } from '../../../ui/useIsHydrated';
import { changesKey, MOST_PARTS } from './review/changesKey';
import type { TableHandle } from './tableHandle';

/** The handle for the table, and whether the editing code is needed. */
export interface LaterEditing {
  readonly handle: TableHandle;
  readonly isWanted: boolean;
  readonly onHandle: (handle: TableHandle | null) => void;
  /** Loads the code: a record was changed elsewhere on the screen. */
  readonly want: () => void;
}

/** Waits for the first edit of a collection. `hasMutations`: true if the API has mutations at all. */
export function useLaterEditing(session: Session, collection: string, hasMutations: boolean): LaterEditing {
  const isHydrated = useIsHydrated();
  const [isWanted, setWanted] = useState(false);
  const [real, setReal] = useState<TableHandle | null>(null);
  const pending = useRef<((handle: TableHandle) => unknown)[]>([]);
  // The latest handle, before React has rendered it: an action started in between must not wait for a later handle.
  const present = useRef<TableHandle | null>(null);
  useEffect(() => {
    if (hasEdits(session, collection)) setWanted(true);
  }, [session, collection]);
  const starter = useMemo<TableHandle>(() => {
    const later = (run: (handle: TableHandle) => unknown): true => {
      if (present.current === null) pending.current.push(run);
      else run(present.current);
      setWanted(true);
      return true;
    };
    return {
      begin(at, columnId, cell, by) {
        if (by === 'Enter') {
          // A click opens the link in the cell, or else the record.
          return hasMutations && later(handle => handle.begin(at, columnId, cell, by) || (linkIn(cell) ?? cell).click());
        }
        // A space alone selects the row.
        if (typeof by !== 'string' && by.typed === ' ') {
          return pending.current.length > 0 && later(handle => handle.begin(at, columnId, cell, by));
        }
        // A typed character may still be a shortcut of the page, because it is not known yet whether the cell can be edited.
        return later(handle => handle.begin(at, columnId, cell, by)) && typeof by === 'string';
      },
      set: (row, columnId, value, name) => void later(handle => handle.set(row, columnId, value, name)),
      copy: block => void later(handle => handle.copy(block)),
      paste: (block, text) => void later(handle => handle.paste(block, text)),
      clear: block => void later(handle => handle.clear(block)),
      fill: (block, rows) => void later(handle => handle.fill(block, rows)),
    };
  }, [hasMutations]);
  const onHandle = useCallback((handle: TableHandle | null) => {
    present.current = handle;
    setReal(handle);
    if (handle !== null) for (const run of pending.current.splice(0)) run(handle);
  }, []);
  const want = useCallback(() => setWanted(true), []);
  return { handle: real ?? starter, isWanted: isWanted && isHydrated, onHandle, want };
}

/** True if edits of a collection are staged, or were sent from this browser. */
function hasEdits(session: Session, collection: string): boolean {
  if (session.drafts.read(`edits:${collection}`) !== null) return true;
  const name = JSON.stringify(collection);
  for (let part = 0; part < MOST_PARTS; part++) {
    const changes = session.storage.getItem(changesKey(session.connection.id, part));
    if (changes === null) return false;
    if (changes.includes(name)) return true;
  }
  return false;
}
