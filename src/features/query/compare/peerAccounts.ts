/**
 * The accounts at other connections from which something came into this session. When someone signs out there, another account signs in, or the
 * connection is changed or removed, what came from there is let go, as the sessions of those connections are (createSessions.ts).
 */
import type { ConnectionSettings } from '../../../session/connections/connections';
import type { Session } from '../../../session/connections/session';
import type { SessionToken } from '../../../session/connections/sessionToken';

/** See the head of the file. */
export interface PeerAccounts {
  /**
   * Begins to watch a connection by the token of a session that was opened for it, and may have ended since.
   * @returns says whether the account there is still the one of this moment
   */
  watch(connection: ConnectionSettings, token: SessionToken): () => boolean;
  /** Calls back with the id of a connection whose account has ended, until the returned function is called. */
  onEnd(listener: (id: string) => void): () => void;
  dispose(): void;
}

interface Watched {
  connection: ConnectionSettings;
  token: SessionToken;
  isOver: boolean;
}

/** Those of a session. */
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
  // Another tab signs out; while this one sleeps it hears nothing of it.
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
      const known = watched.get(connection.id);
      if (known) return isSame(known);
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

/** What a connection is but for its names. */
function leadsTo({ name: _, tokenName: __, presentation: ___, ...rest }: ConnectionSettings): string {
  return JSON.stringify(Object.entries(rest).sort(([one], [other]) => (one < other ? -1 : 1)));
}
