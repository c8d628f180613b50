/**
 * Keeps a websocket's client from running ahead: its frames are not read while much of what was sent to it waits to be taken, or while many
 * of its operations wait to be run. What is not read stays with the client, so that a flood costs the server neither memory nor its turn.
 */
import type { WebSocket } from 'ws';

export interface SocketPace {
  /** Resolves when one more operation may run. Each is to be followed by `leave`. */
  enter(): Promise<void>;
  leave(): void;
  /** To be called when something was handed to the socket, and when it was taken. */
  look(): void;
  /** True while it is the server that does not read: the client cannot be heard then. */
  readonly holding: boolean;
}

/** Queries and mutations of one socket that run at a time. */
const MOST_RUNNING = 8;
/** How many may wait before nothing more is read. */
const MOST_WAITING = 32;
/** Bytes that may wait for a slow reader before nothing more is read from it. */
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
      // Its place goes to the next one.
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
