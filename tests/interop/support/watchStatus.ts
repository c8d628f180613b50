/** Follows the status of a transport's socket and lets a test wait for one. */
import type { SocketStatus } from '../../../src/transport/observe/status';
import type { Transport } from '../../../src/transport/transport';
import { createConditions } from '../../support/servers/host/conditions';
import { within } from '../../support/servers/host/within';

/** The states it went through, and the means to wait for one. */
export interface StatusHistory {
  /** Every status since the call, the present one first. */
  all: SocketStatus[];
  /** Resolves when the status fits; at once, when it does already. */
  until(fits: (status: SocketStatus) => boolean): Promise<SocketStatus>;
}

/** Begins to follow. */
export function watchStatus({ socket }: Transport): StatusHistory {
  const all = [socket.get()];
  const { changed, until } = createConditions();
  socket.subscribe(() => {
    all.push(socket.get());
    changed();
  });
  return {
    all,
    until(fits) {
      const fitting = until(() => fits(socket.get())).then(() => socket.get());
      return within(fitting, () => `a status that fits; it went ${JSON.stringify(all)}`);
    },
  };
}

/** Waits to connect again, and for at least the `attempt`th time. */
export const isReconnecting = (status: SocketStatus, attempt = 1): boolean =>
  status.state === 'reconnecting' && status.attempt >= attempt;
