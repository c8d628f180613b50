/** The meaning of websocket close codes for subscriptions. */
import { SocketError } from '../observe/failure';
import type { SocketStatus } from '../observe/status';

/** Code and reason of a close event. */
export interface SocketClose {
  code: number;
  reason: string;
}

/** True for a close after which the same connection cannot succeed: the codes that graphql-ws never retries (M35), and 4403 (C41). */
export function isFatalClose(code: number): boolean {
  if (code >= 1000 && code <= 1999) return ![1000, 1001, 1005, 1006, 1012, 1013, 1014].includes(code);
  return [4004, 4005, 4400, 4401, 4403, 4406, 4409, 4429, 4500].includes(code);
}

/** True if a thrown value or rejection is a close event. */
export const isClose = (cause: unknown): cause is SocketClose =>
  typeof cause === 'object' && cause !== null && 'code' in cause && 'reason' in cause;

/** The status of a socket that closed and is not reopened. */
export const failedStatus = (close: SocketClose): SocketStatus => ({
  state: 'failed',
  code: close.code,
  reason: closeText(close),
});

/** The error of a subscription whose socket ended: by a close (with code and reason, M27), or because the platform refused to open it. */
export function socketError(cause: unknown): SocketError {
  if (isClose(cause)) return new SocketError(closeText(cause), cause.code, cause.reason);
  const message = cause instanceof Error ? cause.message : String(cause);
  return new SocketError(`The websocket could not be used: ${message}`, 0, message);
}

const closeText = ({ code, reason }: SocketClose): string =>
  `The websocket closed with code ${code}${reason ? `: ${reason}` : ''}`;
