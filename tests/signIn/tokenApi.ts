/** An API that requires a sign-in: notes that are read, added and get files, and a feed. It accepts tokens of the provider until they expire. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSchema, GraphQLError, graphql } from 'graphql';
import { useServer as serveSockets } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import { allowPages } from '../support/browser/allowPages';
import type { IdentityProvider } from '../support/hosting/identityProvider';
import { readBody } from '../support/hosting/upstreamServer';

const schema = buildSchema(`
  scalar Upload
  type Note { id: ID! text: String! size: Int }
  type Query { notes(limit: Int, offset: Int): [Note!]! note(id: ID!): Note }
  type Mutation { addNote(text: String!): Note! attachFile(name: String!, file: Upload!): Note! }
  type Tick { n: Int! }
  type Subscription { ticks: Tick! }
`);

/** A running API. */
export interface TokenApi {
  /** http://127.0.0.1:…/graphql */
  url: string;
  /** How often each mutation ran, by the text that it sent. */
  runs: Map<string, number>;
  /** Numbers of reads, of requests that were refused because of their token, and of websockets. */
  counts: { reads: number; refused: number; sockets: number; socketsWithOldTokens: number };
  close(): void;
}

/** Starts one. */
export async function startTokenApi(provider: IdentityProvider): Promise<TokenApi> {
  const runs: TokenApi['runs'] = new Map();
  const counts: TokenApi['counts'] = { reads: 0, refused: 0, sockets: 0, socketsWithOldTokens: 0 };
  const notes = [{ id: '0', text: 'The first note', size: 0 }];
  const expiryOf = (bearer: unknown): number => {
    const token = provider.tokens.get(String(bearer).replace(/^Bearer /, ''));
    return token?.kind === 'access_token' ? token.expiresAt : 0;
  };
  const add = (text: string, size: number) => {
    runs.set(text, (runs.get(text) ?? 0) + 1);
    const note = { id: String(notes.length), text, size };
    notes.push(note);
    return note;
  };
  const rootValue = {
    notes({ limit = 50, offset = 0 }: { limit?: number; offset?: number }) {
      counts.reads += 1;
      return notes.slice(offset, offset + limit);
    },
    note: ({ id }: { id: string }) => notes[Number(id)] ?? null,
    addNote: ({ text }: { text: string }) => add(text, text.length),
    attachFile: ({ name, file }: { name: string; file: Blob }) => add(name, file.size),
    async *ticks() {
      for (let n = 1; ; n++) {
        yield { ticks: { n } };
        await new Promise(resolve => setTimeout(resolve, 500));
      }
    },
  };
  const server = createServer(async (request, response) => {
    if (allowPages(request, response)) return;
    const { query, variables, operationName } = await bodyOf(request);
    response.setHeader('content-type', 'application/json');
    if (expiryOf(request.headers.authorization) <= Date.now()) {
      counts.refused += 1;
      const error = { message: 'Sign in', extensions: { code: 'UNAUTHENTICATED' } };
      return response.writeHead(401).end(JSON.stringify({ errors: [error] }));
    }
    const result = await graphql({ schema, rootValue, source: query, variableValues: variables, operationName });
    return response.end(JSON.stringify(result));
  });
  const sockets = new WebSocketServer({ server, path: '/graphql' });
  serveSockets(
    {
      schema,
      roots: { subscription: { ticks: () => rootValue.ticks() } },
      onConnect({ connectionParams, extra }) {
        const expiresAt = expiryOf(connectionParams?.Authorization);
        if (expiresAt <= Date.now()) throw new GraphQLError('Sign in');
        counts.sockets += 1;
        // A socket is closed soon after its token has expired.
        const timer = setTimeout(
          () => {
            counts.socketsWithOldTokens += 1;
            extra.socket.close(4403, 'The token has expired');
          },
          expiresAt - Date.now() + 1000,
        );
        extra.socket.once('close', () => clearTimeout(timer));
        return true;
      },
    },
    sockets,
  );
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
    runs,
    counts,
    close() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Asked {
  query: string;
  variables: Record<string, unknown>;
  operationName?: string;
}

/** A request, with its file in the variables if it has one. */
async function bodyOf(request: IncomingMessage): Promise<Asked> {
  const type = request.headers['content-type'] ?? '';
  const body = await readBody(request);
  if (!type.startsWith('multipart/')) return JSON.parse(body.toString());
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const operation = JSON.parse(String(form.get('operations'))) as Asked;
  return { ...operation, variables: { ...operation.variables, file: form.get('1') } };
}
