/** The parameters and the interface of all kinds of servers. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GraphQLSchema } from 'graphql';
import type { createServerLog } from './serverLog';

/** The parameters of each kind of server. */
export interface ServerOptions {
  /** Port to listen on; 0: any free one. */
  port: number;
  schema: GraphQLSchema;
  log: ReturnType<typeof createServerLog>;
}

/** A listening server. */
export interface RunningServer {
  port: number;
  /** Stops it in the way that its framework intends. Open websockets have been closed before. */
  stop(): Promise<void>;
}

/** No upload may be larger, in bytes. */
export const UPLOAD_LIMIT = 4 * 1024 * 1024;

/** Listens on the loopback address; resolves to the port. */
export async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
  return (server.address() as AddressInfo).port;
}

/** Closes a plain server and whatever requests it still answers. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
