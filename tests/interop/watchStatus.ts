/** Follows the status of a transport's socket and lets a test wait for one. */
import type { Transport } from '../../src/transport/createTransport';
import type { SocketStatus } from '../../src/transport/status';

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
  const waiting = new Set<() => void>();
  socket.subscribe(() => {
    all.push(socket.get());
    for (const check of [...waiting]) check();
  });
  return {
    all,
    until: fits =>
      new Promise(resolve => {
        const check = (): void => {
          const status = socket.get();
          if (!fits(status)) return;
          waiting.delete(check);
          resolve(status);
        };
        waiting.add(check);
        check();
      }),
  };
}

/** Waits to connect again, and for at least the `attempt`th time. */
export const isReconnecting = (status: SocketStatus, attempt = 1): boolean =>
  status.state === 'reconnecting' && status.attempt >= attempt;
