/** Connects the wire log to a session: its tap, its tokens to mask, the current location, and the storage across a reload. */

import { secretsIn } from '../../lib/network/isAwsKeys';
import { type ConnectionSettings, normalAddress } from '../connections/connections';
import { isSameTransport } from '../connections/sameTransport';
import type { Session } from '../connections/session';
import { fingerprint } from '../connections/tokenStorage';
import { rememberSecrets } from '../environments/chooseEnvironment';
import { readKeptWire, writeKeptWire } from './keptWireLog';
import { createWireLog, type WireLog } from './wireLog';

/**
 * Returns the wire log of a session. It is loaded after the first screen, but is complete, because the session has recorded the earlier
 * events of the tap. All tokens known to the session are masked, including later ones.
 */
export function wireOf(session: Session): WireLog {
  return session.part('wire', () => {
    const { tap, isServer, clock, navigation, connections, connection, token, tabStorage } = session;
    const earlier = readKeptWire(tabStorage, keyOf(session));
    const log = createWireLog({
      tap: isServer ? undefined : tap,
      clock,
      token: connections.tokens(connection).read,
      place: () => navigation.address.get().path,
      prefix: earlier.pages === 0 ? '' : `${earlier.pages}-`,
    });
    // Each token is passed on once: a long session has many tokens, and `hide` searches every row.
    const hidden = new Set<string>();
    const hide = (): void => {
      for (const secret of token.known.get()) {
        if (!hidden.has(secret)) log.hide(secret);
        hidden.add(secret);
      }
    };
    hide();
    token.known.subscribe(hide);
    if (isServer) return log;
    rememberSecrets(session);
    putBack(session, log, earlier);
    const stop = keepOverReload(session, log, earlier.pages);
    return {
      ...log,
      dispose() {
        stop();
        // A reload does not dispose the session. So a disposed session means that its settings were saved, or that another account signed
        // in, whose log must not contain these rows.
        const saved = savedSettings(session);
        if (saved) store(session, log, earlier.pages, saved);
        else tabStorage.removeItem(keyOf(session));
        log.dispose();
      },
    };
  });
}

/**
 * The connection with its new settings, if they are the only reason why the session ended: no user was signed in, or the same sign-in
 * continues.
 */
function savedSettings({ connections, options, token }: Session): ConnectionSettings | null {
  const saved = connections.list.get().find(({ id }) => id === options.connection.id);
  if (!saved || isSameTransport(saved, options.connection)) return null;
  // All tokens of a session belong to one sign-in.
  const now = secretsIn(connections.tokens(saved).read());
  const isSame = now.length > 0 && now.every(secret => token.known.get().includes(secret));
  return isSame || !token.signedIn.get() ? saved : null;
}

const keyOf = ({ connection }: Session): string => `oriel:wire:${connection.id}`;

/** Fingerprint of the endpoint and the signed-in account. A renewed token of the same sign-in has the same owner. */
function ownerOf({ connections, token, pageUrl }: Session, connection: ConnectionSettings): string {
  const { httpEndpoint, wsEndpoint = '', headers } = connection;
  const tokens = connections.tokens(connection);
  const sent = Object.entries(headers).sort(([a], [b]) => (a < b ? -1 : 1));
  const account = token.cookie.get()?.name ?? null;
  const signedInBy = tokens.source().grant ?? tokens.read();
  return fingerprint(JSON.stringify([normalAddress(httpEndpoint, pageUrl), wsEndpoint, sent, signedInBy, account]));
}

/** Restores the rows of the previous page if they have the same owner. */
function putBack(session: Session, log: WireLog, earlier: ReturnType<typeof readKeptWire>): void {
  const { connection, token } = session;
  const ifOwn = (): void => {
    if (ownerOf(session, connection) === earlier.owner) log.putBack(earlier.entries());
  };
  if (connection.signIn !== 'gateway' || token.cookie.get()) {
    ifOwn();
    return;
  }
  // With a gateway the account is known only after its response.
  const stop = token.cookie.subscribe(() => {
    stop();
    ifOwn();
  });
}

/** Stores the latest rows whenever the page is hidden, until the returned function is called. */
function keepOverReload(session: Session, log: WireLog, pages: number): () => void {
  const { pageEvents: page } = session;
  const { document } = page;
  let written: unknown;
  const write = (): void => {
    const { entries } = log.get();
    if (entries === written) return;
    written = entries;
    store(session, log, pages, session.connection);
  };
  const onHidden = (): void => {
    if (document?.visibilityState === 'hidden') write();
  };
  page.addEventListener?.('pagehide', write);
  document?.addEventListener?.('visibilitychange', onHidden);
  return () => {
    page.removeEventListener?.('pagehide', write);
    document?.removeEventListener?.('visibilitychange', onHidden);
  };
}

/** Stores the latest rows for a session with the given settings. */
function store(session: Session, log: WireLog, pages: number, settings: ConnectionSettings): void {
  // The owner describes the account of this connection only, so rows of other connections are not stored.
  const own = log.get().entries.filter(({ elsewhere }) => elsewhere === undefined);
  const owner = ownerOf(session, settings);
  writeKeptWire(session.tabStorage, keyOf(session), own, { owner, pages, now: session.clock.now() });
}
