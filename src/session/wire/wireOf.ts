/** The wire log of a session: what is recorded, whose token is kept out of it, and where the page is. */
import type { Session } from '../connections/session';
import { rememberSecrets } from '../environments/chooseEnvironment';
import { createWireLog, type WireLog } from './wireLog';

/**
 * The wire log of a session. It is loaded after the first screen; the session has kept what the tap said until then, so nothing is missing
 * from it. Tokens that were kept in the session are held back whenever they were learned.
 */
export function wireOf(session: Session): WireLog {
  return session.part('wire', () => {
    const { tap, isServer, clock, navigation, connections, connection, token } = session;
    const log = createWireLog({
      tap: isServer ? undefined : tap,
      clock,
      token: connections.tokens(connection).read,
      place: () => navigation.address.get().path,
    });
    const hide = (): void => {
      for (const secret of token.known.get()) log.hide(secret);
    };
    hide();
    token.known.subscribe(hide);
    if (!isServer) rememberSecrets(session);
    return log;
  });
}
