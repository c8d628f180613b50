/**
 * Detects that a feed stays disconnected because the sign-in has ended. A browser does not report that a websocket was refused with status
 * 401.
 */
import { useEffect, useRef, useState } from 'react';
import type { Session } from '../../../session/connections/session';
import { useReadable } from '../../../ui/useReadable';

/** Returns true once the gateway reports that the user is signed out. Asks the gateway at each attempt to reconnect. */
export function useEndedSignIn(session: Session, isLost: boolean): boolean {
  const account = useReadable(session.token.cookie);
  const socket = useReadable(session.transport.socket);
  const [isEnded, setIsEnded] = useState(false);
  const wasSignedIn = useRef(false);
  if (account !== null) wasSignedIn.current = true;
  const isAsking = isLost && session.connection.signIn === 'gateway' && wasSignedIn.current;
  const attempt = isAsking && socket.state === 'reconnecting' ? socket.attempt : null;
  const isLive = socket.state === 'live';
  useEffect(() => {
    // The gateway accepts websockets of signed-in users only, so the sign-in is valid.
    if (isLive) setIsEnded(false);
  }, [isLive]);
  useEffect(() => {
    if (attempt === null) return;
    let isGone = false;
    import(/* webpackChunkName: "gateway-account" */ '../../../session/signIn/gateway')
      .then(({ fetchGatewayAccount }) => fetchGatewayAccount(session))
      .then(
        answer => {
          if (!isGone && answer.isReached) setIsEnded(answer.name === null);
        },
        // Ignored: the next attempt asks again.
        () => undefined,
      );
    return () => {
      isGone = true;
    };
  }, [session, attempt]);
  return isLost && isEnded;
}
