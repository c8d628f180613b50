/**
 * Graceful shutdown. Node's `server.close` waits for all connections, websockets included, so it may never finish and does not know which
 * connections are in use. This file tracks them.
 */
import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The connections of one server. */
export interface Drain {
  /** Resolves when no response is in progress, after `limitMs` at the latest. */
  responsesSent(limitMs: number): Promise<void>;
  /** Closes all remaining connections. */
  cut(): void;
}

/** Starts to track a server. Call it before the server listens. */
export function drain(server: Server): Drain {
  const sockets = new Set<Duplex>();
  const responses = new Set<ServerResponse>();
  const waiting = new Set<() => void>();
  server.on('connection', (socket: Duplex) => {
    // ignoreUpgrade.ts reports a connection again.
    if (sockets.has(socket)) return;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', (_request, response: ServerResponse) => {
    responses.add(response);
    response.once('close', () => {
      responses.delete(response);
      if (responses.size === 0) for (const resolve of waiting) resolve();
    });
  });
  return {
    async responsesSent(limitMs) {
      if (responses.size === 0) return;
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>(resolve => {
        waiting.add(resolve);
        timer = setTimeout(resolve, limitMs);
      });
      clearTimeout(timer);
    },
    cut() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
