/**
 * Servers with subscriptions over other protocols than graphql-transport-ws, in this process on free ports: Yoga (SSE by default),
 * graphql-sse's own handler, subscriptions-transport-ws, Apollo Server (none), and a scripted Apollo Router (multipart).
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { execute, GraphQLError, parse, subscribe } from 'graphql';
import { createHandler as createHttpHandler } from 'graphql-http/lib/use/http';
import { createHandler } from 'graphql-sse/lib/use/http';
import { createSchema, createYoga } from 'graphql-yoga';
import { SubscriptionServer } from 'subscriptions-transport-ws';

/** A received request. */
export interface SeenRequest {
  method: string;
  accept: string;
  authorization: string;
}

/** A listening server. */
export interface StreamServer {
  url: string;
  requests: SeenRequest[];
  /** Init payloads of websockets. */
  inits: unknown[];
  /** Sends another event on each running stream of `Watch`. */
  tick(): void;
  /** Cuts all connections without a word. */
  cut(): void;
  close(): Promise<void>;
}

/** How a server is made: its handler, and what else listens to the HTTP server. */
type Make = (parts: {
  seen: StreamServer;
  ticks: Set<() => void>;
  http: Server;
}) => (request: IncomingMessage, response: ServerResponse) => unknown;

const tickSource = (ticks: Set<() => void>) =>
  async function* watch() {
    let n = 0;
    let wake: () => void = () => {};
    let pending = 0;
    const hear = (): void => {
      pending += 1;
      wake();
    };
    ticks.add(hear);
    try {
      for (;;) {
        while (pending === 0)
          await new Promise<void>(resolve => {
            wake = resolve;
          });
        pending -= 1;
        n += 1;
        yield { watch: n };
      }
    } finally {
      ticks.delete(hear);
    }
  };

export const schemaOf = (ticks: Set<() => void>) =>
  createSchema({
    typeDefs: /* GraphQL */ `
      type Query { hello: String! }
      type Subscription { count(to: Int!): Int! refused: Int! fails: Int watch: Int! }
    `,
    resolvers: {
      Query: { hello: () => 'hello' },
      Subscription: {
        count: {
          async *subscribe(_root: unknown, { to }: { to: number }) {
            for (let n = 1; n <= to; n++) yield { count: n };
          },
        },
        refused: {
          subscribe() {
            throw new GraphQLError('not here');
          },
        },
        fails: {
          async *subscribe() {
            yield { fails: new GraphQLError('broken') };
          },
        },
        watch: { subscribe: tickSource(ticks) },
      },
    },
  });

export async function start(make: Make): Promise<StreamServer> {
  const ticks = new Set<() => void>();
  const sockets = new Set<Socket>();
  const http = createServer();
  const seen: StreamServer = {
    url: '',
    requests: [],
    inits: [],
    tick() {
      for (const tick of [...ticks]) tick();
    },
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    close: () =>
      new Promise(resolve => {
        for (const socket of sockets) socket.destroy();
        http.close(() => resolve());
      }),
  };
  const handle = make({ seen, ticks, http });
  http.on('connection', socket => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  http.on('request', (request, response) => {
    const { accept = '', authorization = '' } = request.headers;
    seen.requests.push({ method: request.method ?? '', accept, authorization });
    return handle(request, response);
  });
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));
  seen.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/graphql`;
  return seen;
}

export const startYoga = (): Promise<StreamServer> =>
  start(({ ticks }) => createYoga({ schema: schemaOf(ticks), logging: false, maskedErrors: false }) as never);

export const startGraphqlSse = (): Promise<StreamServer> => start(({ ticks }) => createHandler({ schema: schemaOf(ticks) }));

/** graphql-sse's handler behind a server that has only single connection mode: a request without a token of a stream is refused. */
export const startSingleStream = (): Promise<StreamServer> =>
  start(({ ticks }) => {
    const handle = createHandler({ schema: schemaOf(ticks) });
    return (request, response) => {
      const hasToken = request.headers['x-graphql-event-stream-token'] !== undefined;
      return request.method === 'PUT' || hasToken ? handle(request, response) : response.writeHead(404).end();
    };
  });

/** The same beside graphql-http, which answers all other requests. */
export const startSingleStreamBesideHttp = (): Promise<StreamServer> =>
  start(({ ticks }) => {
    const handle = createHandler({ schema: schemaOf(ticks) });
    const handleHttp = createHttpHandler({ schema: schemaOf(ticks) });
    return (request, response) => {
      const hasToken = request.headers['x-graphql-event-stream-token'] !== undefined;
      return request.method === 'PUT' || hasToken ? handle(request, response) : handleHttp(request, response);
    };
  });

/** A server that gives every request the same answer. */
export const startStatus = (status: number, body: object = {}): Promise<StreamServer> =>
  start(() => (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });

export const startLegacy = (): Promise<StreamServer> =>
  start(({ ticks, http, seen }) => {
    SubscriptionServer.create(
      {
        schema: schemaOf(ticks),
        execute: execute as never,
        subscribe: subscribe as never,
        keepAlive: 1000,
        onConnect(payload: { Authorization?: string }) {
          seen.inits.push(payload);
          if (payload.Authorization === 'Bearer wrong') throw new Error('wrong token');
        },
      },
      { server: http, path: '/graphql' },
    );
    return createYoga({ schema: schemaOf(ticks), logging: false }) as never;
  });

/** An Apollo Router, as far as its multipart protocol goes: heartbeats, payloads, errors of the transport, the end. */
export const startRouter = (): Promise<StreamServer> =>
  start(({ ticks }) => async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(404).end();
    const { query = '' } = JSON.parse(await textOf(request)) as { query?: string };
    if (!/multipart\/mixed;[^,]*\bsubscriptionSpec="?1\.0"?/.test(request.headers.accept ?? '')) {
      response.writeHead(406, { 'content-type': 'application/json' });
      return response.end(JSON.stringify({ errors: [{ message: 'Accept multipart/mixed' }] }));
    }
    const part = (json: object): boolean =>
      response.write(`\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(json)}\r\n--graphql`);
    response.writeHead(200, { 'content-type': 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0' });
    response.write('--graphql');
    part({});
    if (query.includes('fails')) {
      part({ payload: null, errors: [{ message: 'lost the subgraph' }] });
      return response.end('--\r\n');
    }
    const events = (await subscribe({
      schema: schemaOf(ticks),
      document: parse(query),
      variableValues: { to: 3 },
    })) as AsyncIterable<object>;
    response.on('close', () => void (events as AsyncGenerator<object>).return?.(undefined));
    for await (const payload of events) part({ payload });
    return response.end('--\r\n');
  });

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
