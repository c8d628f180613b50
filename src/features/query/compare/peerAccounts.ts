/**
 * Watches the accounts of other connections whose data is in this session. When the user signs out there, another account signs in, or the
 * connection is changed or removed, data from that connection is removed, like the sessions of those connections (createSessions.ts).
 */
import type { ConnectionSettings } from '../../../session/connections/connections';
import type { Session } from '../../../session/connections/session';
import type { SessionToken } from '../../../session/connections/sessionToken';

/** The watched accounts. */
export interface PeerAccounts {
  /**
   * Starts to watch a connection, by the token of a session that was opened for it and that can have ended since.
   * @returns a function that returns whether the account is still the same
   */
  watch(connection: ConnectionSettings, token: SessionToken): () => boolean;
  /** Calls the listener with the ID of a connection whose account has ended, until the returned function is called. */
  onEnd(listener: (id: string) => void): () => void;
  dispose(): void;
}

interface Watched {
  connection: ConnectionSettings;
  token: SessionToken;
  isOver: boolean;
}

/** Returns the watched accounts of a session. */
export function peerAccountsOf(session: Session): PeerAccounts {
  return session.part('peerAccounts', () => createPeerAccounts(session));
}

function createPeerAccounts({ connections, pageEvents }: Session): PeerAccounts {
  const watched = new Map<string, Watched>();
  const listeners = new Set<(id: string) => void>();
  const end = (one: Watched): void => {
    if (one.isOver) return;
    one.isOver = true;
    watched.delete(one.connection.id);
    for (const listener of [...listeners]) listener(one.connection.id);
  };
  const check = (): void => {
    for (const one of [...watched.values()]) {
      const now = connections.list.get().find(({ id }) => id === one.connection.id);
      if (now && leadsTo(now) === leadsTo(one.connection)) one.token.reload();
      else end(one);
    }
  };
  const { document } = pageEvents;
  const stops = [connections.list.subscribe(check), connections.current.subscribe(check)];
  // Another browser tab can sign out. A suspended page gets no event of that, so it checks when it resumes.
  pageEvents.addEventListener?.('storage', check);
  pageEvents.addEventListener?.('pageshow', check);
  document?.addEventListener?.('visibilitychange', check);
  return {
    watch(connection, token) {
      check();
      const isSame = (one: Watched) => (): boolean => {
        check();
        return !one.isOver;
      };
      const existing = watched.get(connection.id);
      if (existing) return isSame(existing);
      const one: Watched = { connection, token, isOver: false };
      watched.set(connection.id, one);
      token.replaced.subscribe(() => end(one));
      token.signedIn.subscribe(() => {
        if (!token.signedIn.get()) end(one);
      });
      return isSame(one);
    },
    onEnd(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    dispose() {
      for (const stop of stops) stop();
      pageEvents.removeEventListener?.('storage', check);
      pageEvents.removeEventListener?.('pageshow', check);
      document?.removeEventListener?.('visibilitychange', check);
      watched.clear();
      listeners.clear();
    },
  };
}

/** Returns the settings of a connection as text, without its names. */
function leadsTo({ name: _, tokenName: __, presentation: ___, ...rest }: ConnectionSettings): string {
  return JSON.stringify(Object.entries(rest).sort(([one], [other]) => (one < other ? -1 : 1)));
}
