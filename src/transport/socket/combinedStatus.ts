/** One status of several streams: what holds up any of them is shown first. */
import type { SocketStatus } from '../observe/status';

/** undefined where there is no stream. */
export function combinedStatus(statuses: readonly SocketStatus[]): SocketStatus | undefined {
  const waiting = statuses.filter(status => status.state === 'reconnecting').sort((a, b) => a.nextAt - b.nextAt);
  return (
    waiting[0] ??
    statuses.find(({ state }) => state === 'connecting') ??
    statuses.find(({ state }) => state === 'live') ??
    statuses[0]
  );
}
