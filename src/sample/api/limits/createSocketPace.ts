/**
 * Backpressure for a websocket: reading from a client pauses while too many bytes wait to be sent to it or too many of its operations are
 * queued. Frames that are not read stay on the client's side, so that a flood of messages takes neither memory nor CPU time on the server.
 */
import type { WebSocket } from 'ws';

export interface SocketPace {
  /** Resolves when one more operation may run. Call `leave` after each. */
  enter(): Promise<void>;
  leave(): void;
  /** Call this after data has been passed to the socket, and after it has been sent. */
  look(): void;
  /** True while reading is paused because of queued operations; pongs of the client are not read then. */
  readonly holding: boolean;
}

/** Maximum number of queries and mutations of one socket that run at the same time. */
const MOST_RUNNING = 8;
/** Number of queued operations from which reading pauses. */
const MOST_WAITING = 32;
/** Number of unsent bytes above which reading pauses. */
const MOST_UNSENT_BYTES = 512 * 1024;

export function createSocketPace(socket: WebSocket): SocketPace {
  let running = 0;
  const waiting: (() => void)[] = [];
  const crowded = (): boolean => waiting.length >= MOST_WAITING;
  const look = (): void => {
    if (socket.readyState !== socket.OPEN) return;
    const hold = crowded() || socket.bufferedAmount > MOST_UNSENT_BYTES;
    if (hold && !socket.isPaused) socket.pause();
    if (!hold && socket.isPaused) socket.resume();
  };
  return {
    async enter() {
      if (running < MOST_RUNNING) {
        running++;
        return;
      }
      const turn = new Promise<void>(resolve => waiting.push(resolve));
      look();
      await turn;
    },
    leave() {
      const next = waiting.shift();
      // The place passes to the next operation.
      if (next) next();
      else running--;
      look();
    },
    look,
    get holding() {
      return crowded();
    },
  };
}
