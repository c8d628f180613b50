/** The wire log of a session: what is recorded, whose token is kept out of it, where the page is, and what outlives a reload. */
import { normalAddress } from '../connections/connections';
import type { Session } from '../connections/session';
import { fingerprint } from '../connections/tokenStorage';
import { rememberSecrets } from '../environments/chooseEnvironment';
import { readKeptWire, writeKeptWire } from './keptWireLog';
import { createWireLog, type WireLog } from './wireLog';

/**
 * The wire log of a session. It is loaded after the first screen; the session has kept what the tap said until then, so nothing is missing
 * from it. Tokens that were kept in the session are held back whenever they were learned.
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
    // Each once: a long session has many tokens, and each is looked for in every row.
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
        // The session of a page that is reloaded does not end: this one has another owner from now on, or another endpoint.
        tabStorage.removeItem(keyOf(session));
        log.dispose();
      },
    };
  });
}

const keyOf = ({ connection }: Session): string => `oriel:wire:${connection.id}`;

/** Names the endpoint and who is known to ask it; a renewed token of the same sign-in is the same owner. */
function ownerOf({ connection, connections, token, pageUrl }: Session): string {
  const { httpEndpoint, wsEndpoint = '', headers } = connection;
  const tokens = connections.tokens(connection);
  const sent = Object.entries(headers).sort(([a], [b]) => (a < b ? -1 : 1));
  const account = token.cookie.get()?.name ?? null;
  const signedInBy = tokens.source().grant ?? tokens.read();
  return fingerprint(JSON.stringify([normalAddress(httpEndpoint, pageUrl), wsEndpoint, sent, signedInBy, account]));
}

/** Puts the rows of the page before back, if they are of the same owner. */
function putBack(session: Session, log: WireLog, earlier: ReturnType<typeof readKeptWire>): void {
  const { connection, token } = session;
  const ifOwn = (): void => {
    if (ownerOf(session) === earlier.owner) log.putBack(earlier.entries());
  };
  if (connection.signIn !== 'gateway' || token.cookie.get()) {
    ifOwn();
    return;
  }
  // The gateway says later who is signed in.
  const stop = token.cookie.subscribe(() => {
    stop();
    ifOwn();
  });
}

/** Writes the latest rows when the page may go away, until the returned function is called. */
function keepOverReload(session: Session, log: WireLog, pages: number): () => void {
  const { pageEvents: page, tabStorage, clock } = session;
  const { document } = page;
  let written: unknown;
  const write = (): void => {
    const { entries } = log.get();
    if (entries === written) return;
    written = entries;
    // The owner is the account of this connection: it says nothing of those at others.
    const own = entries.filter(({ elsewhere }) => elsewhere === undefined);
    writeKeptWire(tabStorage, keyOf(session), own, { owner: ownerOf(session), pages, now: clock.now() });
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
