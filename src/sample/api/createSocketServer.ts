/**
 * GraphQL over websocket (https://github.com/enisdenjo/graphql-ws/blob/master/PROTOCOL.md), served by graphql-ws on sockets of ws. A socket
 * adapter of our own instead of `graphql-ws/use/ws`: integers are written without loss, and trouble goes to the log, not to the console.
 * Operations run through the same engine as over HTTP, with the same limits.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { GraphQLError } from 'graphql';
import { CloseCode, handleProtocols, makeServer } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { asGraphQLError, type HarbourYoga, type TransportContext } from './createYogaServer';
import { unwrapIntegers } from './losslessJson';

export interface SocketServer {
  /** Takes over an HTTP upgrade. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes every socket with 1001. */
  close(): Promise<void>;
}

const MOST_MESSAGE_BYTES = 1024 * 1024;
const PING_EVERY_MS = 12_000;
/** How long a client may take to answer a close before its socket is cut. */
const CLOSE_WAIT_MS = 1000;

/** @param log told about errors that were masked and sockets that broke. */
export function createSocketServer(yoga: HarbourYoga, log: (line: string) => void): SocketServer {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MOST_MESSAGE_BYTES, handleProtocols });
  const server = makeServer<Record<string, unknown>, { request: IncomingMessage }>({
    async onSubscribe(context, _id, payload) {
      const transport: TransportContext = {
        authorization: authorizationOf(context.connectionParams),
        remoteAddress: context.extra.request.socket.remoteAddress ?? '',
      };
      const { schema, execute, subscribe, parse, validate, contextFactory } = yoga.getEnveloped({
        ...transport,
        params: payload,
      } as never);
      try {
        const document = parse(payload.query);
        const errors = validate(schema, document) as readonly GraphQLError[];
        if (errors.length > 0) return errors;
        return {
          schema,
          document,
          operationName: payload.operationName,
          variableValues: payload.variables,
          contextValue: await contextFactory(),
          rootValue: { execute, subscribe },
        };
      } catch (error) {
        // A syntax error belongs to its operation; thrown from here it would close the socket and take the other feeds along.
        return [asGraphQLError(error, log)];
      }
    },
    execute: args => (args.rootValue as { execute: (args: unknown) => never }).execute({ ...args, rootValue: undefined }),
    subscribe: args => (args.rootValue as { subscribe: (args: unknown) => never }).subscribe({ ...args, rootValue: undefined }),
  });

  const serve = (socket: WebSocket, request: IncomingMessage): void => {
    let heard = true;
    const ping = setInterval(() => {
      if (!heard) return socket.terminate();
      heard = false;
      socket.ping();
    }, PING_EVERY_MS);
    socket.on('pong', () => {
      heard = true;
    });
    socket.on('error', error => log(`websocket error: ${error.message}`));
    const closed = server.opened(
      {
        protocol: socket.protocol,
        send: text =>
          new Promise((done, fail) => {
            if (socket.readyState !== socket.OPEN) return done();
            socket.send(unwrapIntegers(text), error => (error ? fail(error) : done()));
          }),
        close: (code, reason) => socket.close(code, reason),
        onMessage: listener =>
          socket.on('message', async data => {
            heard = true;
            try {
              await listener(String(data));
            } catch (error) {
              log(`websocket message failed: ${error instanceof Error ? error.message : String(error)}`);
              socket.close(CloseCode.InternalServerError, 'Internal server error');
            }
          }),
      },
      { request },
    );
    socket.once('close', (code, reason) => {
      clearInterval(ping);
      closed(code, String(reason)).catch((error: Error) => log(`websocket close failed: ${error.message}`));
    });
  };

  return {
    handleUpgrade(request, socket, head) {
      sockets.handleUpgrade(request, socket, head, webSocket => serve(webSocket, request));
    },
    async close() {
      const open = [...sockets.clients];
      for (const socket of open) socket.close(1001, 'Going away');
      const cut = setTimeout(() => {
        for (const socket of open) socket.terminate();
      }, CLOSE_WAIT_MS);
      await Promise.all(
        open.map(socket => socket.readyState === socket.CLOSED || new Promise(done => socket.once('close', done))),
      );
      clearTimeout(cut);
      sockets.close();
    },
  };
}

/** The token is looked for where clients put it: at the top, or under `headers`, in either spelling. */
function authorizationOf(params: Record<string, unknown> | undefined): string | null {
  const headers = params?.headers as Record<string, unknown> | undefined;
  const values = [params?.Authorization, params?.authorization, headers?.Authorization, headers?.authorization];
  return values.find((value): value is string => typeof value === 'string') ?? null;
}
