/** Whether a feed stays lost because the sign-in has ended: a browser does not say that a websocket was refused with 401. */
import { useEffect, useRef, useState } from 'react';
import type { Session } from '../../../session/connections/session';
import { useReadable } from '../../../ui/text/useReadable';

/** True once the gateway that signs in says that no one is signed in any more. It is asked at each attempt of a connection that is lost. */
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
    // The gateway lets through only those who are signed in.
    if (isLive) setIsEnded(false);
  }, [isLive]);
  useEffect(() => {
    if (attempt === null) return;
    let isGone = false;
    import(/* webpackChunkName: "gateway-account" */ '../../../session/signIn/gateway')
      .then(({ askGatewayAccount }) => askGatewayAccount(session))
      .then(
        answer => {
          if (!isGone && answer.isReached) setIsEnded(answer.name === null);
        },
        // It is asked again at the next attempt.
        () => undefined,
      );
    return () => {
      isGone = true;
    };
  }, [session, attempt]);
  return isLost && isEnded;
}
