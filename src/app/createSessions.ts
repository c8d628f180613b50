/**
 * The session of the connection in use, and the sessions that were in use before it. A session that is left stays open, so that what was begun
 * there goes on. It ends when its connection is changed or removed, and when another account takes its place.
 */
import { createStore, type Readable, type Store } from '../lib/store';
import type { ConnectionSettings, Connections } from '../session/connections/connections';
import { isSameTransport } from '../session/connections/sameTransport';
import type { Session } from '../session/connections/session';

/** What `createSessions` is made from. */
export interface SessionsOptions {
  connections: Connections;
  /** Makes the session of a connection; null while none may be opened. */
  open: (connection: ConnectionSettings) => Session;
  /** False while a link's endpoint is asked about: no session is opened. */
  mayOpen: () => boolean;
}

/** The sessions of one page. */
export interface Sessions {
  /** That of the connection in use; null while none may be opened. */
  current: Readable<Session | null>;
  /** How often the person behind the token has changed. See `App.accountChanges`. */
  accountChanges: Readable<number>;
  /** Changes that were under way when their session ended. See `App.interrupted`. */
  interrupted: Store<readonly string[]>;
  /** Every open session, the one in use first. */
  all(): Session[];
  /** Opens the session of the connection in use where none is in use. */
  openMissing(): void;
  /** Ends the session in use and opens a new one. */
  reopen(): void;
  /** Leaves the session in use open and takes that of the connection in use now. */
  switchOver(): void;
  /** Ends the sessions that were left and whose connection is removed or another one now. */
  endChanged(): void;
  dispose(): void;
}

/** Opens the session of the connection in use. */
export function createSessions({ connections, open, mayOpen }: SessionsOptions): Sessions {
  const interrupted = createStore<readonly string[]>([]);
  const accountChanges = createStore(0);
  /** The sessions that were left, by connection. */
  const left = new Map<string, Session>();
  const end = (ended: Session | null | undefined): void => {
    const names = ended?.underWay() ?? [];
    ended?.dispose();
    if (names.length > 0) interrupted.update(before => [...before, ...names]);
  };
  /** A new session when another account signs in, or this one signs out. */
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
    const known = left.get(connection.id);
    if (known) {
      left.delete(connection.id);
      // As a first visit does: it may have changed meanwhile.
      void known.schema.refresh();
      return known;
    }
    const opened = open(connection);
    watchAccount(opened);
    return opened;
  };
  // Opened at once: a page rendered on the server shows it, and so does the first render over that page.
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
      // The session of a connection that was removed ends here.
      endChanged();
      current.set(take());
    },
    endChanged,
    dispose() {
      for (const each of all()) each.dispose();
    },
  };
}
