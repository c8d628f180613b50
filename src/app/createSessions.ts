/**
 * The session of the current connection, and the sessions that were used before it. A session stays open after switching to another
 * connection, so that its running operations continue. It ends when its connection is changed or removed, or when the user changes.
 */
import { createStore, type Readable, type Store } from '../lib/store';
import type { ConnectionSettings, Connections } from '../session/connections/connections';
import { isSameTransport } from '../session/connections/sameTransport';
import type { Session } from '../session/connections/session';

/** Options of `createSessions`. */
export interface SessionsOptions {
  connections: Connections;
  /** Creates the session of a connection. */
  open: (connection: ConnectionSettings) => Session;
  /** False while the user is asked about a link's endpoint: no session may be opened. */
  mayOpen: () => boolean;
}

/** The sessions of one page. */
export interface Sessions {
  /** The session of the current connection; null while none may be opened. */
  current: Readable<Session | null>;
  /** How often the user behind the token has changed. See `App.accountChanges`. */
  accountChanges: Readable<number>;
  /** Changes that were in flight when their session ended. See `App.interrupted`. */
  interrupted: Store<readonly string[]>;
  /** All open sessions, the current one first. */
  all(): Session[];
  /** Opens the session of the current connection if none is open. */
  openMissing(): void;
  /** Ends the current session and opens a new one. */
  reopen(): void;
  /** Keeps the current session open and switches to that of the current connection. */
  switchOver(): void;
  /** Ends background sessions whose connection was removed or changed. */
  endChanged(): void;
  dispose(): void;
}

/** Creates the sessions and opens that of the current connection. */
export function createSessions({ connections, open, mayOpen }: SessionsOptions): Sessions {
  const interrupted = createStore<readonly string[]>([]);
  const accountChanges = createStore(0);
  /** Background sessions by connection id. */
  const left = new Map<string, Session>();
  const end = (ended: Session | null | undefined): void => {
    const names = ended?.underWay() ?? [];
    ended?.dispose();
    if (names.length > 0) interrupted.update(before => [...before, ...names]);
  };
  /** Replaces a session when another user signs in or its user signs out. */
  const watchAccount = (opened: Session): void => {
    const { id } = opened.connection;
    const endAccount = (): void => {
      if (left.get(id) === opened) {
        left.delete(id);
        end(opened);
      }
      if (current.get() !== opened) return;
      reopen();
      accountChanges.update(count => count + 1);
    };
    const { signedIn, replaced } = opened.token;
    replaced.subscribe(endAccount);
    signedIn.subscribe(() => {
      if (!signedIn.get()) endAccount();
    });
  };
  const take = (): Session | null => {
    if (!mayOpen()) return null;
    const connection = connections.current.get();
    const existing = left.get(connection.id);
    if (existing) {
      left.delete(connection.id);
      // Like a first visit, because the schema may have changed in the meantime.
      void existing.schema.refresh();
      return existing;
    }
    const opened = open(connection);
    watchAccount(opened);
    return opened;
  };
  // Opened at once, because the server render and the hydration over it show it.
  const current: Store<Session | null> = createStore(take());
  const reopen = (): void => {
    const before = current.get();
    current.set(take());
    end(before);
  };
  const endChanged = (): void => {
    for (const [id, other] of left) {
      const now = connections.list.get().find(connection => connection.id === id);
      if (now && isSameTransport(now, other.connection)) continue;
      left.delete(id);
      end(other);
    }
  };
  const all = (): Session[] => [current.get(), ...left.values()].filter(each => each !== null);
  return {
    current,
    accountChanges,
    interrupted,
    all,
    openMissing() {
      if (!current.get()) current.set(take());
    },
    reopen,
    switchOver() {
      const before = current.get();
      if (before) left.set(before.connection.id, before);
      // Ends the session if its connection was removed.
      endChanged();
      current.set(take());
    },
    endChanged,
    dispose() {
      for (const each of all()) each.dispose();
    },
  };
}
