/**
 * The graphql-ws server on ws. The URL selects what onConnect does (`/graphql?connect=refuse`), so that one server is enough for all tests.
 */
import { createServer, type Server } from 'node:http';
import type { GraphQLSchema } from 'graphql';
import { type Extra, useServer as serveGraphqlWs } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import { closeServer, listen, type RunningServer, type ServerOptions } from './host/runningServer';
import type { ServerLog } from './host/serverLog';

/** Behaviour of onConnect, by the `connect` parameter of the URL. */
const CONNECT: Record<string, (extra: Extra, params: Record<string, unknown> | undefined) => boolean | Promise<boolean>> = {
  refuse: () => false,
  throw: () => {
    throw new Error('The doorman fell over');
  },
  close4401: ({ socket }) => {
    socket.close(4401, 'Token expired');
    return new Promise(() => {});
  },
  /** Acknowledges, then closes as an idle server does. */
  close1000: ({ socket }) => {
    setImmediate(() => socket.close(1000, 'Bye'));
    return true;
  },
  silent: () => new Promise(() => {}),
  /** Accepts only one token. */
  token: ({ socket }, params) => {
    if (params?.Authorization === 'Bearer good') return true;
    socket.close(4401, 'Token expired');
    return new Promise(() => {});
  },
};

/** Serves `schema` over websockets at /graphql of `server`. The returned function says goodbye to all (1001) and stops. */
export function attachGraphqlWs(server: Server, schema: GraphQLSchema, log: ServerLog): () => Promise<void> {
  const sockets = new WebSocketServer({ server, path: '/graphql' });
  sockets.on('connection', (socket, request) => log.watch(socket, request));
  const { dispose } = serveGraphqlWs(
    {
      schema,
      connectionInitWaitTimeout: 3000,
      onConnect: ({ extra, connectionParams }) => {
        const { searchParams } = new URL(extra.request.url ?? '', 'ws://server');
        return CONNECT[searchParams.get('connect') ?? '']?.(extra, connectionParams) ?? true;
      },
    },
    sockets,
  );
  return async () => dispose();
}

/** A server for websockets only. */
export async function startGraphqlWs({ port, schema, log }: ServerOptions): Promise<RunningServer> {
  const server = createServer((_, response) => response.writeHead(404).end());
  const dispose = attachGraphqlWs(server, schema, log);
  const listening = await listen(server, port);
  return {
    port: listening,
    async stop() {
      await dispose();
      await closeServer(server);
    },
  };
}
