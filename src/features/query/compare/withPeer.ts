/**
 * Opens the session of another connection for one request and closes it afterwards, so that it never outlives a sign-out or a new token
 * there.
 */
import type { ConnectionSettings } from '../../../session/connections/connections';
import type { Session } from '../../../session/connections/session';
import { peerAccountsOf } from './peerAccounts';

/**
 * Calls `use` with the session of `connection`. `isSame` returns whether the account is still the one at the start. Wire shows its requests
 * beside those of this connection, until that account ends.
 */
export async function withPeer<T>(
  session: Session,
  connection: ConnectionSettings,
  use: (peer: Session, isSame: () => boolean) => Promise<T>,
): Promise<T> {
  const { options, connections } = session;
  const wire = await wireLogOf(session);
  // The state from server rendering contains results of another endpoint.
  const world = { ...options.world, ssrState: undefined };
  const peer = session.open({ ...options, connection, schema: undefined, world });
  const isSame = peerAccountsOf(session).watch(connection, peer.token);
  const stopWire = wire?.follow(connection, peer.tap, connections.tokens(connection).read);
  const hide = (): void => {
    for (const secret of peer.token.known.get()) wire?.hide(secret);
  };
  hide();
  const stopHiding = peer.token.known.subscribe(hide);
  try {
    return await use(peer, isSame);
  } finally {
    peer.dispose();
    stopHiding();
    stopWire?.();
    if (!isSame()) wire?.forget(connection.id);
  }
}

/** Returns the log of this session; null if its code cannot be loaded, then Wire does not show these requests. */
async function wireLogOf(session: Session) {
  const loaded = await import(/* webpackChunkName: "wire-log" */ '../../../session/wire/wireOf').catch(() => null);
  if (!loaded) return null;
  const log = loaded.wireOf(session);
  session.part('peerRows', () => ({ dispose: peerAccountsOf(session).onEnd(id => log.forget(id)) }));
  return log;
}
