/**
 * A real GraphQL Yoga server with websockets by graphql-ws: notes that can be listed, added and illustrated, and a feed of ticks. Yoga streams
 * feeds as server-sent events; Apollo's multipart protocol, which it does not know, is added here.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type GraphQLSchema, parse, subscribe } from 'graphql';
import { useServer as serveWebSockets } from 'graphql-ws/use/ws';
import { createSchema, createYoga } from 'graphql-yoga';
import { WebSocketServer } from 'ws';

export interface NotesServer {
  /** http://127.0.0.1:port */
  origin: string;
  /** The notes that mutations added, in order. */
  notes: { id: string; text: string }[];
  /** Texts that `updateNote` wrote, in order. */
  updates: readonly string[];
  /** The number of active subscriptions. */
  running(): number;
  /** `notes` also returns rows of about this many bytes in total. */
  grow(bytes: number): void;
  close(): Promise<void>;
}

const typeDefs = `
  scalar File
  type Note { id: ID!, text: String! }
  type Tick { number: Int! }
  type Query { notes: [Note!]!, note(id: ID!): Note }
  type Mutation { addNote(text: String!): Note!, updateNote(id: ID!, text: String!): Note!, addPicture(file: File!): Note! }
  type Load { number: Int!, bytes: Int!, notes: [Note!]! }
  type Subscription { ticks(everyMs: Int! = 100): Tick!, loads(bytes: Int!): Load! }
`;

/** Starts one on a free port. */
export async function startNotesServer(): Promise<NotesServer> {
  const notes = Array.from({ length: 20 }, (_, at) => ({ id: String(at), text: `Note ${at}` }));
  const updates: string[] = [];
  const subscriptions = new Set<object>();
  const add = (text: string): { id: string; text: string } => {
    const note = { id: String(notes.length), text };
    notes.push(note);
    return note;
  };
  async function* ticks(everyMs: number): AsyncGenerator<{ ticks: { number: number } }> {
    const me = {};
    subscriptions.add(me);
    try {
      for (let number = 0; ; number++) {
        yield { ticks: { number } };
        await new Promise(resolve => setTimeout(resolve, everyMs));
      }
    } finally {
      subscriptions.delete(me);
    }
  }
  /** Small events, except for the second one. */
  async function* loads(bytes: number): AsyncGenerator<{ loads: { number: number; bytes: number; notes: object[] } }> {
    const text = 'x'.repeat(100);
    const large = Array.from({ length: Math.ceil(bytes / 120) }, (_, at) => ({ id: String(at), text }));
    for (let number = 0; ; number++) {
      yield { loads: { number, bytes, notes: number === 1 ? large : [] } };
      await new Promise(resolve => setTimeout(resolve, 500));
    }
  }
  const schema = createSchema({
    typeDefs,
    resolvers: {
      Query: { notes: () => notes, note: (_root, { id }: { id: string }) => notes.find(note => note.id === id) },
      Mutation: {
        addNote: (_root, { text }: { text: string }) => add(text),
        updateNote: (_root, { id, text }: { id: string; text: string }) => {
          updates.push(text);
          const note = notes.find(each => each.id === id);
          if (!note) throw new Error('There is no such note');
          note.text = text;
          return note;
        },
        addPicture: async (_root, { file }: { file: File }) =>
          add(`${file.name}, ${(await file.arrayBuffer()).byteLength} bytes`),
      },
      Subscription: {
        ticks: { subscribe: (_root, { everyMs }: { everyMs: number }) => ticks(everyMs) },
        loads: { subscribe: (_root, { bytes }: { bytes: number }) => loads(bytes) },
      },
    },
  });
  const yoga = createYoga({ schema, logging: false, cors: { origin: '*' } });
  const server = createServer((request, response) => {
    if (request.headers.accept?.includes('subscriptionSpec')) void streamParts(schema, request, response);
    else void yoga(request, response);
  });
  const sockets = new WebSocketServer({ server, path: '/graphql' });
  const live = serveWebSockets({ schema }, sockets);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    notes,
    updates,
    running: () => subscriptions.size,
    grow(bytes) {
      for (let left = bytes; left > 0; left -= 1000) add('x'.repeat(1000));
    },
    async close() {
      await live.dispose();
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

/** Answers a subscription by Apollo's multipart protocol: a heartbeat at once, and a part for each event. */
async function streamParts(schema: GraphQLSchema, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const piece of request) body += piece;
  const { query, variables } = JSON.parse(body) as { query: string; variables?: Record<string, unknown> };
  response.writeHead(200, {
    'content-type': 'multipart/mixed;boundary="graphql";subscriptionSpec="1.0"',
    'access-control-allow-origin': '*',
  });
  const part = (value: object): void =>
    void response.write(`\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(value)}\r\n--graphql`);
  response.write('--graphql');
  part({});
  const events = await subscribe({ schema, document: parse(query), variableValues: variables ?? {} });
  if (!('next' in events)) return void response.end();
  response.once('close', () => void events.return(undefined));
  for await (const payload of events) part({ payload });
}
