/**
 * Ending without cutting an answer. Node's `server.close` waits for every connection, websockets included, so it neither ends in time nor
 * knows which connections are in the middle of something; this keeps that knowledge.
 */
import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The connections of one server. */
export interface Drain {
  /** Resolves when no answer is under way any more, at the latest after `limitMs`. */
  answersSent(limitMs: number): Promise<void>;
  /** Ends every connection that is still there. */
  cut(): void;
}

/** Begins to watch the server; to be called before it listens. */
export function drain(server: Server): Drain {
  const sockets = new Set<Duplex>();
  const answers = new Set<ServerResponse>();
  const waiting = new Set<() => void>();
  server.on('connection', (socket: Duplex) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', (_request, answer: ServerResponse) => {
    answers.add(answer);
    answer.once('close', () => {
      answers.delete(answer);
      if (answers.size === 0) for (const resolve of waiting) resolve();
    });
  });
  return {
    async answersSent(limitMs) {
      if (answers.size === 0) return;
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
