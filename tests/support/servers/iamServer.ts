/** An AppSync API with IAM authorization: every request, handshake and subscription must be signed with one of its known keys. */
import type { IncomingMessage } from 'node:http';
import { execute, parse, subscribe } from 'graphql';
import { createSchema } from 'graphql-yoga';
import { WebSocketServer } from 'ws';
import { allowPages } from '../browser/allowPages';
import { type KnownKeys, refusalOf } from './awsSignature';
import { type StreamServer, schemaOf, start } from './streamServers';

/** What the server received. */
export interface SeenByIam {
  /** Kind, headers, and the reason of a refusal. */
  requests: { kind: string; headers: Record<string, string>; refused: string | null }[];
  /** Types of the websocket's frames. */
  frames: string[];
  /** Names given by the mutation. */
  renamed: string[];
}

export interface IamServer extends StreamServer, Pick<SeenByIam, 'frames' | 'renamed'> {
  asked: SeenByIam['requests'];
  /** Can be changed at any time. */
  keys: KnownKeys;
  /** The URL that HTTP requests are redirected to. */
  redirectTo: string | null;
}

const lower = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

export async function startIam(keys: KnownKeys): Promise<IamServer> {
  const more: Pick<IamServer, 'asked' | 'frames' | 'renamed' | 'keys' | 'redirectTo'> = {
    asked: [],
    frames: [],
    renamed: [],
    keys,
    redirectTo: null,
  };
  const schema = createSchema({
    typeDefs:
      'type Query { hello: String! } type Mutation { rename(name: String!): String! } type Subscription { count(to: Int!): Int! watch: Int! }',
    resolvers: {
      Query: { hello: () => 'hello' },
      Mutation: {
        rename(_root: unknown, { name }: { name: string }) {
          more.renamed.push(name);
          return name;
        },
      },
    },
  });
  const check = (kind: string, method: string, target: string, headers: Record<string, string>, body: Buffer | string) => {
    const [path = '', query = ''] = target.split('?');
    const refusal = refusalOf({ method, path, query, headers, body }, more.keys);
    more.asked.push({ kind, headers, refused: refusal?.errorType ?? null });
    return refusal && { errors: [refusal] };
  };
  const server = await start(({ ticks, http }) => {
    const sockets = new WebSocketServer({ server: http, path: '/graphql/realtime', handleProtocols: () => 'graphql-ws' });
    sockets.on('connection', (socket, upgrade) => {
      const send = (frame: object): void => socket.send(JSON.stringify(frame));
      const offered = (upgrade.headers['sec-websocket-protocol'] ?? '').split(/, */);
      const header = offered.find(name => name.startsWith('header-'))?.slice('header-'.length) ?? '';
      const opening = lower(JSON.parse(Buffer.from(header, 'base64url').toString() || '{}'));
      const refused = check('connect', 'POST', '/graphql/connect', opening, '{}');
      socket.on('message', async text => {
        const { id, type, payload } = JSON.parse(String(text));
        more.frames.push(type);
        if (type === 'connection_init')
          return send(refused ? { type: 'connection_error', payload: refused } : { type: 'connection_ack' });
        if (type !== 'start') return;
        const wrong = check('start', 'POST', '/graphql', lower(payload.extensions.authorization), payload.data);
        if (wrong) return send({ type: 'error', id, payload: wrong });
        const { query, variables } = JSON.parse(payload.data);
        const events = await subscribe({ schema: schemaOf(ticks), document: parse(query), variableValues: variables });
        send({ type: 'start_ack', id });
        for await (const event of events as AsyncIterable<object>) send({ type: 'data', id, payload: event });
        send({ type: 'complete', id });
      });
    });
    return async (request, response) => {
      if (allowPages(request, response)) return;
      const body = await bodyOf(request);
      const headers = lower(request.headers);
      const wrong = check('http', request.method ?? '', request.url ?? '', headers, body);
      const respond = (status: number, json: unknown): void => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
      };
      if (more.redirectTo !== null) return response.writeHead(307, { location: more.redirectTo }).end();
      if (wrong) return respond(403, wrong);
      if (/^multipart/.test(headers['content-type'] ?? '')) return respond(415, { errors: [{ message: 'No uploads' }] });
      const operation =
        request.method === 'GET'
          ? Object.fromEntries(new URLSearchParams(request.url?.split('?')[1]))
          : JSON.parse(body.toString());
      const variableValues = typeof operation.variables === 'string' ? JSON.parse(operation.variables) : operation.variables;
      respond(200, await execute({ schema, document: parse(operation.query), variableValues }));
    };
  });
  return Object.assign(more, server);
}
