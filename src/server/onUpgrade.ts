/**
 * Hands over the upgrades of a server. Node leaves two things to the handler. It removes its own listener for errors, so that a connection
 * which is reset would end the process. And it reports an upgrade while responses to earlier requests of the connection are unfinished;
 * whatever the handler sends would come before them or between their parts.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Handles an upgrade. `head`: what has arrived after the header section. */
type HandleUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** One connection. */
interface Connection {
  /** Number of unfinished responses. */
  open: number;
  /** Hands over the upgrade that waits for them. */
  next: (() => void) | null;
}

/** Calls `handle` for each upgrade, once all earlier responses of its connection are sent. Call it before the server listens. */
export function onUpgrade(server: Server, handle: HandleUpgrade): void {
  const connections = new WeakMap<Duplex, Connection>();
  const connectionOf = (socket: Duplex): Connection => {
    const known = connections.get(socket) ?? { open: 0, next: null };
    connections.set(socket, known);
    return known;
  };
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = connectionOf(socket);
    connection.open += 1;
    response.once('close', () => {
      connection.open -= 1;
      if (connection.open > 0) return;
      const { next } = connection;
      connection.next = null;
      next?.();
    });
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const connection = connectionOf(socket);
    if (!socket.listeners('error').includes(ignore)) socket.on('error', ignore);
    const next = (): void => {
      if (!socket.destroyed && !socket.writableEnded) handle(request, socket, head);
    };
    if (connection.open === 0) next();
    else connection.next = next;
  });
}

/** The connection closes after an error, which all who use it notice. */
function ignore(): void {}
