/** Combines the status of several streams. A stream that is waiting or connecting takes precedence over a live one. */
import type { SocketStatus } from '../observe/status';

/** Undefined if there is no stream. */
export function combinedStatus(statuses: readonly SocketStatus[]): SocketStatus | undefined {
  const waiting = statuses.filter(status => status.state === 'reconnecting').sort((a, b) => a.nextAt - b.nextAt);
  return (
    waiting[0] ??
    statuses.find(({ state }) => state === 'connecting') ??
    statuses.find(({ state }) => state === 'live') ??
    statuses[0]
  );
}
