/**
 * GraphQL over websocket (https://github.com/enisdenjo/graphql-ws/blob/master/PROTOCOL.md), served by graphql-ws on sockets of ws. The
 * adapter below replaces `graphql-ws/use/ws`: it writes integers without loss of digits, and sends errors to the log, not to the console.
 * Operations run through the same engine and limits as over HTTP, at the pace that createSocketPace.ts allows.
 */
import { setMaxListeners } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { GraphQLError, getOperationAST } from 'graphql';
import { CloseCode, handleProtocols, makeServer, type Server, type ServerOptions } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { createClientLimit } from '../../lib/network/clientLimit';
import { asGraphQLError, type HarbourYoga, type TransportContext } from './createYogaServer';
import { createSocketPace, type SocketPace } from './limits/createSocketPace';
import { unwrapIntegers } from './losslessJson';

/** The state of one socket. */
interface Connection {
  remoteAddress: string;
  /** Aborted when the socket has closed. */
  gone: AbortSignal;
  pace: SocketPace;
  /** Ids of the running queries and mutations. */
  running: Set<string>;
  /** Ids of the open subscriptions. */
  feeds: Set<string>;
  /** Number of subscriptions that were refused. */
  refused: number;
  close(code: number, reason: string): void;
}

type Options = ServerOptions<Record<string, unknown>, Connection>;
type GraphQLServer = Server<Connection>;

/** Refuses an upgrade with an HTTP status, and closes the connection. */
export type Refuse = (status: number, message: string) => void;

export interface SocketServer {
  /** Takes over an HTTP upgrade. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: string, refuse: Refuse): void;
  /** Closes all sockets with code 1001. */
  close(): Promise<void>;
}

const MOST_MESSAGE_BYTES = 1024 * 1024;
const PING_EVERY_MS = 12_000;
/** Maximum number of subscriptions of one socket. */
const MOST_FEEDS = 100;
/** Maximum number of sockets of one client. */
const MOST_SOCKETS = 100;
/** A socket is closed after more refused subscriptions than this. */
const MOST_REFUSALS = 100;
/** Time for a client to respond to a close frame before its socket is terminated. */
const CLOSE_WAIT_MS = 1000;

/** @param log called with masked errors and socket errors */
export function createSocketServer(yoga: HarbourYoga, log: (line: string) => void): SocketServer {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MOST_MESSAGE_BYTES,
    handleProtocols,
    // At most one message of a socket in each turn of the event loop: thousands that arrive in one packet would block the thread.
    allowSynchronousEvents: false,
  });
  const refusals = new WeakMap<Duplex, Refuse>();
  sockets.on('wsClientError', (error, socket) => refusals.get(socket)?.(400, error.message));
  const limit = createClientLimit(MOST_SOCKETS);
  const server = makeServer<Record<string, unknown>, Connection>({
    onSubscribe: subscriber(yoga, log),
    onComplete({ extra }, id) {
      extra.feeds.delete(id);
      if (extra.running.delete(id)) extra.pace.leave();
    },
    execute: args => (args.rootValue as { execute: (args: unknown) => never }).execute({ ...args, rootValue: undefined }),
    subscribe: args => (args.rootValue as { subscribe: (args: unknown) => never }).subscribe({ ...args, rootValue: undefined }),
  });

  return {
    handleUpgrade(request, socket, head, address, refuse) {
      const release = limit.hold(address);
      if (release === null) return refuse(429, 'This client has too many websockets open. Close others first.');
      socket.once('close', release);
      refusals.set(socket, refuse);
      sockets.handleUpgrade(request, socket, head, webSocket => serveSocket(server, webSocket, address, log));
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

/** Prepares an operation: parses and validates it, and counts it among those of its socket. */
function subscriber(yoga: HarbourYoga, log: (line: string) => void): NonNullable<Options['onSubscribe']> {
  return async ({ connectionParams, extra }, id, payload) => {
    const transport: TransportContext = {
      authorization: authorizationOf(connectionParams),
      remoteAddress: extra.remoteAddress,
      gone: extra.gone,
    };
    const { schema, execute, subscribe, parse, validate, contextFactory } = yoga.getEnveloped({
      ...transport,
      params: payload,
    } as never);
    try {
      const document = parse(payload.query);
      const errors = validate(schema, document) as readonly GraphQLError[];
      if (errors.length > 0) return errors;
      if (getOperationAST(document, payload.operationName)?.operation === 'subscription') {
        if (extra.feeds.size >= MOST_FEEDS) return refuseFeed(extra);
        extra.feeds.add(id);
      } else {
        await extra.pace.enter();
        extra.running.add(id);
      }
      return {
        schema,
        document,
        operationName: payload.operationName,
        variableValues: payload.variables,
        contextValue: await contextFactory(),
        rootValue: { execute, subscribe },
      };
    } catch (error) {
      // A syntax error belongs to its operation. If it were thrown here, the socket would be closed with all its subscriptions.
      return [asGraphQLError(error, log)];
    }
  };
}

/** Serves one socket until it has closed. */
function serveSocket(server: GraphQLServer, socket: WebSocket, remoteAddress: string, log: (line: string) => void): void {
  const gone = new AbortController();
  // Each subscription of the socket adds a listener.
  setMaxListeners(0, gone.signal);
  let isAlive = true;
  const ping = setInterval(() => {
    if (!isAlive && !pace.holding) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, PING_EVERY_MS);
  socket.on('pong', () => {
    isAlive = true;
  });
  const pace = createSocketPace(socket);
  // The library responds with a pong.
  socket.on('ping', pace.look);
  socket.on('error', error => log(`websocket error: ${error.message}`));
  const closed = server.opened(
    {
      protocol: socket.protocol,
      send: text =>
        new Promise((done, fail) => {
          // Rejected, so that the source stops: otherwise the subscription would go on without a reader.
          if (socket.readyState !== socket.OPEN) return fail(new SocketGone());
          socket.send(unwrapIntegers(text), error => {
            pace.look();
            if (error) fail(error);
            else done();
          });
          pace.look();
        }),
      close: (code, reason) => socket.close(code, reason),
      onMessage: listener =>
        socket.on('message', async data => {
          isAlive = true;
          try {
            await listener(String(data));
          } catch (error) {
            if (error instanceof SocketGone || socket.readyState !== socket.OPEN) return;
            log(`websocket message failed: ${error instanceof Error ? error.message : String(error)}`);
            socket.close(CloseCode.InternalServerError, 'Internal server error');
          }
        }),
    },
    {
      remoteAddress,
      gone: gone.signal,
      pace,
      running: new Set(),
      feeds: new Set(),
      refused: 0,
      close: (code, reason) => socket.close(code, reason),
    },
  );
  socket.once('close', (code, reason) => {
    clearInterval(ping);
    gone.abort();
    closed(code, String(reason)).catch((error: Error) => log(`websocket close failed: ${error.message}`));
  });
}

/** Rejects the sending of a message to a closed socket. */
class SocketGone extends Error {
  constructor() {
    super('the websocket is closed');
  }
}

/** Sent when a client exceeds its subscription limit. A client that keeps trying is disconnected. */
function refuseFeed(connection: Connection): GraphQLError[] {
  connection.refused++;
  if (connection.refused > MOST_REFUSALS) connection.close(4429, 'Too many subscriptions');
  const extensions = { code: 'TOO_MANY_SUBSCRIPTIONS', most: MOST_FEEDS };
  return [new GraphQLError(`A websocket can have at most ${MOST_FEEDS} open subscriptions.`, { extensions })];
}

/** Finds the token in the places where clients put it: at the top level or under `headers`, in either spelling. */
function authorizationOf(params: Record<string, unknown> | undefined): string | null {
  const headers = params?.headers as Record<string, unknown> | undefined;
  const values = [params?.Authorization, params?.authorization, headers?.Authorization, headers?.authorization];
  return values.find((value): value is string => typeof value === 'string') ?? null;
}
