/** Watches the status of the socket of a transport and lets a test wait for one. */
import type { SocketStatus } from '../../../src/transport/observe/status';
import type { Transport } from '../../../src/transport/transport';
import { createConditions } from '../../support/servers/host/conditions';
import { within } from '../../support/servers/host/within';

/** The states so far, and a way to wait for one. */
export interface StatusHistory {
  /** Every status since the call, starting with the current one. */
  all: SocketStatus[];
  /** Resolves once the status fits; at once if it already does. */
  until(fits: (status: SocketStatus) => boolean): Promise<SocketStatus>;
}

/** Starts watching. */
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
