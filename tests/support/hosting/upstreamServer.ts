import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** A real HTTP server as the API behind the gateway. */
export interface UpstreamServer {
  /** 'http://127.0.0.1:<port>' */
  origin: string;
  port: number;
  /** All received requests, upgrades included, in order. */
  requests: IncomingMessage[];
  /** Number of open connections. */
  sockets: Set<Socket>;
  close(): Promise<void>;
}

/** Starts a server on a free port, or on the given one, for a restart. */
export async function upstreamServer(
  handle: (request: IncomingMessage, answer: ServerResponse) => void,
  upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void,
  port = 0,
): Promise<UpstreamServer> {
  const requests: IncomingMessage[] = [];
  const sockets = new Set<Socket>();
  const server = createHttpServer((request, response) => {
    requests.push(request);
    handle(request, response);
  });
  if (upgrade !== undefined) {
    server.on('upgrade', (request, socket, head) => {
      requests.push(request);
      upgrade(request, socket, head);
    });
  }
  server.on('connection', socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${address.port}`,
    port: address.port,
    requests,
    sockets,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise(resolve => {
        server.close(() => resolve());
      });
    },
  };
}

/** Reads a whole body. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
