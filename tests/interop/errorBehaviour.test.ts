/** The request parameter `onError`, with a server that supports it (Grafast) and one that refuses unknown parameters (Yoga). */
import { createServer, type Server } from 'node:http';
import { createSchema, createYoga } from 'graphql-yoga';
import type { Rewrite } from '../../src/transport/pipelineContext';
import { grafastServer } from '../support/servers/grafastServer';
import { closeServer, listen } from '../support/servers/host/runningServer';
import { startTransport } from '../support/startTransport';

const SDL = 'type Query { ship: Ship } type Ship { id: Int! name: String! }';
const fails = (): never => {
  throw new Error('no name');
};

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await closeServer(server);
});

const ask = async (server: Server, rewrite?: Rewrite) => {
  servers.push(server);
  const port = await listen(server, 0);
  const { transport } = startTransport({ httpEndpoint: `http://127.0.0.1:${port}/graphql`, forceFetchDelayMs: 0 }, { fetch });
  const { data, error } = await transport.client
    .query<{ ship: Record<string, unknown> | null }>('{ ship { id name } }', {}, rewrite ? { rewrite } : {})
    .toPromise();
  transport.dispose();
  return { ship: data?.ship, messages: error?.graphQLErrors.map(({ message }) => message), status: error?.networkError };
};
const onErrorNull: Rewrite = body => ({ ...body, onError: 'NULL' });

const yogaServer = (): Server =>
  createServer(
    createYoga({
      schema: createSchema({ typeDefs: SDL, resolvers: { Query: { ship: () => ({ id: 1 }) }, Ship: { name: fails } } }),
      logging: false,
      maskedErrors: false,
    }),
  );

test('a server that supports it sets only the failed field to null, and without it responds as usual', async () => {
  expect(await ask(await grafastServer(SDL), onErrorNull)).toMatchObject({ ship: { id: 1, name: null }, messages: ['no name'] });
  expect(await ask(await grafastServer(SDL))).toMatchObject({ ship: null, messages: ['no name'] });
});

test('a server that does not support it can refuse the request, so it is sent only if it is announced', async () => {
  expect(await ask(yogaServer(), onErrorNull)).toMatchObject({ ship: undefined });
  expect(await ask(yogaServer())).toMatchObject({ ship: null, messages: ['no name'] });
});
