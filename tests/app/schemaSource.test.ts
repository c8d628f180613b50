/** The schema for rendered pages: how often the server queries it. */
import { createSchemaSource } from '../../src/app/schemaSource';
import { schemaServer } from '../support/schemaServer';

it('requests the schema from a failing endpoint once per second, whatever the number of rendered pages', async () => {
  let now = 1_000_000;
  const server = schemaServer('type Query { ships: [ID!] }');
  server.intercept = () => new Response('down', { status: 503 });
  const clock = { now: () => now, after: (ms: number, action: () => void) => setTimeout(action, ms), cancel: clearTimeout };
  const source = createSchemaSource({ httpEndpoint: '/graphql', fetch: server.fetch, clock: clock as never });
  expect(await source.get()).toHaveProperty('failure');
  const requestCount = server.requests.length;
  expect(await source.get()).toHaveProperty('failure');
  expect(server.requests).toHaveLength(requestCount);
  server.intercept = undefined;
  now += 1000;
  expect(await source.get()).toHaveProperty('introspection');
});
