/** The session of another connection, opened for one question and closed after it, so that it never outlives a sign-out or a new token there. */
import type { ConnectionSettings } from '../../../session/connections/connections';
import type { Session } from '../../../session/connections/session';

/** Calls `use` with the session of `connection`. */
export async function withPeer<T>(
  session: Session,
  connection: ConnectionSettings,
  use: (peer: Session) => Promise<T>,
): Promise<T> {
  const { options } = session;
  // What the page brought with it is the answers of another endpoint.
  const world = { ...options.world, ssrState: undefined };
  const peer = session.open({ ...options, connection, schema: undefined, world });
  try {
    return await use(peer);
  } finally {
    peer.dispose();
  }
}
