/** Responses of a real server whose connection ends early: they are distinguished from an unreachable server. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTransport } from '../../src/transport/createTransport';
import { failureOf } from '../../src/transport/observe/failure';
import type { TapEvent } from '../../src/transport/observe/tap';

const BEGIN = '{"data":{"ships":[{"id":"1"},';

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const isStreamed = request.url === '/parts';
    response.writeHead(200, {
      'content-type': isStreamed ? 'multipart/mixed; boundary="-"' : 'application/json',
      ...(isStreamed ? {} : { 'content-length': '5000' }),
    });
    const part = '\r\n---\r\ncontent-type: application/json\r\n\r\n{"data":{"a":1},"hasNext":true}\r\n---';
    response.write(isStreamed ? part : BEGIN, () => setTimeout(() => response.destroy(), 50));
  });
});
let base = '';
beforeAll(done => {
  server.listen(0, '127.0.0.1', () => {
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    done();
  });
});
afterAll(() => server.close());

const open = (path: string, isWatched: boolean) => {
  const transport = createTransport({ httpEndpoint: base + path }, { storage: null });
  const events: TapEvent[] = [];
  if (isWatched) transport.tap.subscribe(event => events.push(event));
  return { client: transport.client, events };
};

it.each([true, false])(
  'a response that is cut off is a network failure with its status (with a tap listener: %s)',
  async watched => {
    const { client, events } = open('/', watched);
    const { error } = await client.query('{ ships { id } }', {}).toPromise();
    expect(error?.networkError?.name).toBe('BrokenResponseError');
    expect(failureOf(error)).toMatchObject({ tag: 'network', broke: { status: 200 } });
    const reported = events.find(event => event.type === 'response');
    if (!watched) return;
    expect(reported).toMatchObject({ status: 200, contentType: 'application/json', bytes: BEGIN.length });
    expect(reported && 'body' in reported && reported.body?.()).toBe(BEGIN);
  },
);

it('a streamed response keeps the parts that arrived', async () => {
  const { client } = open('/parts', true);
  const { data, error } = await client.query('{ a ... @defer { b } }', {}).toPromise();
  expect(data).toEqual({ a: 1 });
  expect(failureOf(error)).toMatchObject({ tag: 'network', broke: { status: 200 } });
});

it('an unreachable server is a different failure', async () => {
  const transport = createTransport({ httpEndpoint: 'http://127.0.0.1:9/' }, { storage: null });
  const { error } = await transport.client.query('{ a }', {}).toPromise();
  expect(failureOf(error)).toEqual({ tag: 'network', message: expect.any(String) });
});
