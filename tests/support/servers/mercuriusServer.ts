/** Mercurius 16 on Fastify, with or without automatic persisted queries; uploads by mercurius-upload, and its own websocket server. */
import type { Socket } from 'node:net';
import { fastify } from 'fastify';
import mercurius from 'mercurius';
import mercuriusUpload from 'mercurius-upload';
import type { WebSocket } from 'ws';
import { type RunningServer, type ServerOptions, UPLOAD_LIMIT } from './host/runningServer';
import { withRealIntegers } from './schemas/realIntegers';

/** The additions of @fastify/websocket to a route. It has no hook for a socket before the route. */
interface WebsocketRoute {
  wsHandler?: (socket: WebSocket, request: { raw: import('node:http').IncomingMessage }) => unknown;
}

/** Starts Mercurius. */
export async function startMercurius({
  port,
  schema,
  log,
  persisted,
}: ServerOptions & { persisted: boolean }): Promise<RunningServer> {
  const app = fastify({ forceCloseConnections: true });
  const connections = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  app.addHook('onRoute', route => {
    const websocketRoute = route as WebsocketRoute;
    const handler = websocketRoute.wsHandler;
    if (!handler) return;
    websocketRoute.wsHandler = function (this: unknown, socket, request) {
      log.watch(socket, request.raw);
      return handler.call(this, socket, request);
    };
  });
  app.addHook('onSend', async (_request, _reply, payload) => (typeof payload === 'string' ? withRealIntegers(payload) : payload));
  await app.register(mercuriusUpload, { maxFileSize: UPLOAD_LIMIT, maxFiles: 10 });
  await app.register(mercurius, {
    schema,
    subscription: true,
    ...(persisted ? { persistedQueryProvider: mercurius.persistedQueryDefaults.automatic(100) } : {}),
  });
  const url = await app.listen({ port, host: '127.0.0.1' });
  return {
    port: Number(new URL(url).port),
    async stop() {
      const closed = app.close();
      // @fastify/websocket forgets the sockets of upgrades it answered with 404, and the server would wait for them for ever.
      for (const socket of connections) socket.destroy();
      await closed;
    },
  };
}
