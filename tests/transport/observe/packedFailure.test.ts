/** A failure of the server render is the same failure in the browser; otherwise the page would not hydrate. */
import { createTransport } from '../../../src/transport/createTransport';
import { failureOf } from '../../../src/transport/observe/failure';

const QUERY = '{ ships { id } }';
const json = (body: unknown, status = 200, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

/** A response whose connection is lost in its body. */
function broken(): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"data":'));
      controller.error(new TypeError('terminated'));
    },
  });
  return new Response(body, { headers: { 'content-type': 'application/json' } });
}

it.each<[string, () => Response | Promise<Response>]>([
  ['an error of a field', () => json({ data: { ships: null }, errors: [{ message: 'No', path: ['ships'] }] })],
  ['an error with nothing but a message', () => json({ errors: [{ message: 'No' }] })],
  [
    'an error with its code beside the message (AppSync)',
    () => json({ errors: [{ message: 'No', errorType: 'UnauthorizedException' }] }),
  ],
  ['an error with its type beside the message (GitHub)', () => json({ errors: [{ message: 'No', type: 'FORBIDDEN' }] })],
  ['a code in the extensions', () => json({ errors: [{ message: 'No', extensions: { code: 'FORBIDDEN' } }] })],
  ['malformed data', () => json({ data: 'boom' })],
  ['a list in place of data', () => json({ data: [1] })],
  ['no GraphQL at all', () => json({ message: 'down' }, 503)],
  ['a page', () => new Response('<h1>no</h1>', { status: 503, headers: { 'content-type': 'text/html' } })],
  ['an empty response', () => new Response('', { status: 502 })],
  ['a status with errors and data', () => json({ data: { ships: [] }, errors: [{ message: 'No' }] }, 500)],
  ['a request to wait', () => json({ errors: [{ message: 'Slow down' }] }, 429, { 'retry-after': '7' })],
  ['a response that breaks off', broken],
  ['no connection', () => Promise.reject(new TypeError('fetch failed'))],
  ['no connection, in words of its own', () => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:1'))],
])('%s', async (_, respond) => {
  const server = createTransport(
    { httpEndpoint: 'http://api.test/graphql' },
    { isServer: true, storage: null, fetch: async () => respond() },
  );
  const rendered = await server.client.query(QUERY, {}).toPromise();
  const state = JSON.parse(JSON.stringify(server.ssrData()));
  const browser = createTransport(
    { httpEndpoint: 'http://api.test/graphql' },
    { storage: null, ssrState: state, fetch: () => Promise.reject(new Error('asked again')) },
  );
  const restored = await browser.client.query(QUERY, {}).toPromise();
  expect(rendered.error).toBeDefined();
  expect(failureOf(restored.error)).toEqual(failureOf(rendered.error));
  expect(restored.data ?? null).toEqual(rendered.data ?? null);
  server.dispose();
  browser.dispose();
});
