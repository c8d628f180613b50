/**
 * Editing of a table before its code is there: the first edit, or what was staged or sent before, fetches it. What was pressed meanwhile is
 * done when it has come.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Session } from '../../../session/connections/session';
import { useIsTakenOver } from '../../../ui/useIsTakenOver';
import type { TableHandle } from './tableHandle';

/** What the table is given, and whether the code is wanted. */
export interface LaterEditing {
  readonly handle: TableHandle;
  readonly isWanted: boolean;
  readonly onHandle: (handle: TableHandle | null) => void;
  /** Fetches the code: something was changed elsewhere on the screen. */
  readonly want: () => void;
}

/** Waits for the first edit of a collection. */
export function useLaterEditing(session: Session, collection: string): LaterEditing {
  const isTakenOver = useIsTakenOver();
  const [isWanted, setWanted] = useState(false);
  const [real, setReal] = useState<TableHandle | null>(null);
  const pending = useRef<((handle: TableHandle) => void) | null>(null);
  // What the state holds after the next render: a key pressed before that must not wait for a later handle.
  const present = useRef<TableHandle | null>(null);
  useEffect(() => {
    if (hasEdits(session, collection)) setWanted(true);
  }, [session, collection]);
  const starter = useMemo<TableHandle>(() => {
    const later = (run: (handle: TableHandle) => void): true => {
      if (present.current === null) pending.current = run;
      else run(present.current);
      setWanted(true);
      return true;
    };
    return {
      begin: (at, columnId, cell, by) => by !== 'Enter' && later(handle => handle.begin(at, columnId, cell, by)),
      set: (row, columnId, value, name) => void later(handle => handle.set(row, columnId, value, name)),
      copy: block => void later(handle => handle.copy(block)),
      paste: (block, text) => void later(handle => handle.paste(block, text)),
      fill: block => void later(handle => handle.fill(block)),
    };
  }, []);
  const onHandle = useCallback((handle: TableHandle | null) => {
    present.current = handle;
    setReal(handle);
    const run = pending.current;
    if (handle === null || run === null) return;
    pending.current = null;
    run(handle);
  }, []);
  const want = useCallback(() => setWanted(true), []);
  return { handle: real ?? starter, isWanted: isWanted && isTakenOver, onHandle, want };
}

/** True where edits of a collection wait, or were sent from this browser. */
function hasEdits(session: Session, collection: string): boolean {
  if (session.drafts.read(`edits:${collection}`) !== null) return true;
  const log = session.storage.getItem(`oriel:${session.connection.id}:changes`);
  return log?.includes(JSON.stringify(collection)) ?? false;
}
