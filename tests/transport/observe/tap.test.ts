/** The tap: it reports every step without secrets, and does nothing without a listener. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createTransport } from '../../../src/transport/createTransport';
import type { TapEvent } from '../../../src/transport/observe/tap';
import { mask } from '../../../src/transport/secrets/mask';
import { type Answer, json, scriptedFetch } from '../../support/scriptedFetch';
import { collect, startTransport } from '../../support/startTransport';

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.secret.signature';

const record = (...responses: Answer[]) => {
  const { fetch } = scriptedFetch(...responses);
  const transport = createTransport(
    { persistedQueries: true, forceFetchDelayMs: 0 },
    { fetch, storage: { getItem: () => TOKEN } },
  );
  const events: TapEvent[] = [];
  const stop = transport.tap.subscribe(event => events.push(event));
  return { ...transport, events, stop, types: () => events.map(e => e.type) };
};
const DATA = json({ data: { ships: [] } });

it('reports a persisted miss step by step', async () => {
  const { client, types, events } = record(json({ errors: [{ message: 'PersistedQueryNotFound' }] }, 404), DATA);
  await client.query('query Ships { ships }', {}, { screen: 'data' } as never).toPromise();
  const attempt = ['token', 'request', 'response', 'parsed'];
  expect(types()).toEqual(['started', 'hashSent', ...attempt, 'persistedMiss', 'resend', ...attempt, 'ended']);
  expect(events.find(e => e.type === 'persistedMiss')).toMatchObject({ status: 404 });
  expect(new Set(events.map(e => e.operation?.id)).size).toBe(1);
  expect(events[0]?.operation).toMatchObject({ kind: 'query', name: 'Ships', screen: 'data' });
});

it('reports a stop with its reason, a failure with its tag, a cached result, a cancelled query', async () => {
  const stopped = record(json({}, 500), json({ errors: [{ message: 'no' }] }));
  await stopped.client.query('{ a }', {}).toPromise();
  expect(stopped.events.find(e => e.type === 'persistedStop')).toMatchObject({
    status: 500,
    cause: 'status',
  });
  expect(stopped.events.find(e => e.type === 'failed')).toMatchObject({ failure: { tag: 'graphql' } });

  const cached = record(json({ data: { a: 1 } }));
  await cached.client.query('{ a }', {}).toPromise();
  cached.events.length = 0;
  await cached.client.query('{ a }', {}).toPromise();
  expect(cached.types()).toEqual(['cached']);

  const cancelled = record(() => new Promise<Response>(() => {}));
  cancelled.client
    .query('{ a }', {})
    .subscribe(() => {})
    .unsubscribe();
  expect(cancelled.types()).toEqual(['started', 'cancelled']);
});

it('reports an upload with the sizes of its parts', async () => {
  const { client, events } = record(DATA);
  await client
    .mutation('mutation ($f: Upload) { a(f: $f) }', { f: new File(['12345'], 'five.txt', { type: 'text/plain' }) })
    .toPromise();
  const multipart = events.find(e => e.type === 'multipart');
  expect(multipart).toMatchObject({
    parts: [{ name: 'operations' }, { name: 'map' }, { name: '1', fileName: 'five.txt', contentType: 'text/plain', bytes: 5 }],
  });
});

it('contains no token: not the stored one, not one from a sign-in, not that of the websocket', async () => {
  const { client, events } = record(json({ data: { signIn: { token: 'fresh-token-value', echo: TOKEN } } }));
  await client
    .mutation('mutation ($password: String) { signIn(password: $password) { token } }', { password: 'hunter2' })
    .toPromise();
  const { fetch } = scriptedFetch(DATA);
  const socket = startTransport({}, { fetch });
  socket.storage.values.set('apollo-token', TOKEN);
  socket.transport.tap.subscribe(event => events.push(event));
  await collect(socket.transport);
  await socket.network.latest().accept();
  socket.transport.dispose();
  const reported = JSON.stringify(events, (_, value) => (typeof value === 'function' && value.length === 0 ? value() : value));
  expect(reported).toContain('connection_init');
  for (const secret of [TOKEN, 'fresh-token-value', 'hunter2']) expect(reported).not.toContain(secret);
});

it('reports the socket: opening, acknowledgement, frames with sizes, and its end', async () => {
  const { transport, network } = startTransport();
  const types: string[] = [];
  transport.tap.subscribe(event => types.push(event.type === 'frame' ? `${event.direction} ${event.frame}` : event.type));
  await collect(transport);
  await network.latest().accept();
  network.latest().receive({ type: 'next', id: network.latest().subscribes[0]?.id ?? '', payload: { data: { tick: 1 } } });
  transport.dispose();
  expect(types).toEqual([
    'started',
    'socketOpening',
    'socketOpened',
    'out connection_init',
    'in connection_ack',
    'socketAcknowledged',
    'out subscribe',
    'in next',
    'ended',
    'out complete',
    'socketClosed',
  ]);
});

it('reports a refused operation', async () => {
  const refused = record(DATA);
  await refused.client.query('query A { a } query B { b }', {}).toPromise();
  expect(refused.types()).toEqual(['started', 'failed', 'ended']);
});

it('masks what a server echoes, headers that may contain keys, and URLs', async () => {
  const { fetch } = scriptedFetch(json({ errors: [{ message: `Invalid token ${TOKEN}` }] }, 401));
  const transport = createTransport(
    { httpEndpoint: 'https://user:pass@api.test/graphql?key=k3y', headers: { 'x-api-key': 'k3y' } },
    { fetch, storage: { getItem: () => TOKEN } },
  );
  const events: TapEvent[] = [];
  transport.tap.subscribe(event => events.push(event));
  await transport.client.query('{ a }', {}).toPromise();
  const reported = JSON.stringify(events, (_, value) => (typeof value === 'function' && value.length === 0 ? value() : value));
  for (const secret of [TOKEN, 'k3y', 'pass@']) expect(reported).not.toContain(secret);
  expect(reported).toContain('Invalid token •••');
});

it('reports nothing without a listener', async () => {
  const { client, events, stop } = record(DATA);
  stop();
  await client.query('{ a }', {}).toPromise();
  expect(events).toEqual([]);
});

it('mask finds secrets by value and by name, in JSON, in JSON inside JSON and in documents', () => {
  expect(mask('a tok b tok', 'tok')).toBe('a ••• b •••');
  expect(mask('{"accessToken":"abc","name":"token"}', '')).toBe('{"accessToken":"•••","name":"token"}');
  expect(mask('{"body":"{\\"password\\":\\"abc\\"}"}', '')).toBe('{"body":"{\\"password\\":\\"•••\\"}"}');
  expect(mask('mutation { signIn(password: "a\\"b") }', '')).not.toContain('b"');
  expect(mask('nothing here', '')).toBe('nothing here');
});

it.each([
  ['a list', '{"tokens":["ab","cd"],"recoveryTokens": []}', '{"tokens":["•••","•••"],"recoveryTokens": []}'],
  ['a list in JSON in JSON', '{"b":"{\\"secrets\\":[\\"ab\\"]}"}', '{"b":"{\\"secrets\\":[\\"•••\\"]}"}'],
  ['a PIN', '{"pin":1234,"tokenCount":5}', '{"pin":"•••","tokenCount":5}'],
  ['the same in a document', 'mutation { enter(pin: 1234, floor: 5) }', 'mutation { enter(pin: •••, floor: 5) }'],
  ['the same in JSON in JSON', '{"b":"{\\"pin\\":1234}"}', '{"b":"{\\"pin\\":\\"•••\\"}"}'],
  ['a number on a line of its own', '{"q":"{ a(pin:\\n 1234\\n) }"}', '{"q":"{ a(pin:\\n •••\\n) }"}'],
  ['what a variable begins with', 'query($password: String! = "ab") { a }', 'query($password: String! = "•••") { a }'],
  ['a text that urql puts on a line of its own', '{"q":"{ a(token: \\n\\"ab\\") }"}', '{"q":"{ a(token: \\n\\"•••\\") }"}'],
  ['the same with a default', '{"q":"($pin: Int =\\n\\"ab\\")"}', '{"q":"($pin: Int =\\n\\"•••\\")"}'],
  ['a text of several lines', '{ a(token: """a "b" c""", b: """d""") }', '{ a(token: """•••""", b: """d""") }'],
  ['the same in JSON', '{"q":"a(token: \\n\\"\\"\\"a b\\"\\"\\")"}', '{"q":"a(token: \\n\\"\\"\\"•••\\"\\"\\")"}'],
  ['an empty text', '{"token":"","a":"b"} { a(token: "") }', '{"token":"•••","a":"b"} { a(token: "•••") }'],
  ['an empty text in JSON', '{"q":"a(token: \\"\\", b: \\"c\\")"}', '{"q":"a(token: \\"•••\\", b: \\"c\\")"}'],
  ['keys', '{"privateKey":"ab","primaryKey":"cd","pins":"ef"}', '{"privateKey":"•••","primaryKey":"cd","pins":"ef"}'],
])('mask finds %s', (_, text, masked) => {
  expect(mask(text, '')).toBe(masked);
});

it('mask finds a token in every encoding', () => {
  const token = 'a/b+c"d';
  const inJson = JSON.stringify({ said: token });
  for (const text of [token, inJson, inJson.replace('/', '\\/'), JSON.stringify(inJson), `?q=${encodeURIComponent(token)}`])
    expect(mask(text, token)).not.toMatch(/b.*c.*d/);
});

it('masks the value of a header that grants access wherever a server repeats it', async () => {
  const { fetch } = scriptedFetch(
    json({ data: { youSent: 'k3y-of-mine', tenant: 'north' } }),
    json({ errors: [{ message: 'wrong key k3y-of-mine', extensions: { sent: 'k3y-of-mine' } }] }),
    json({ error: 'wrong key k3y-of-mine' }, 403),
  );
  const headers = { 'X-Api-Key': 'k3y-of-mine', 'X-Tenant': 'north' };
  const transport = createTransport({ headers }, { fetch, storage: { getItem: () => null } });
  const events: TapEvent[] = [];
  transport.tap.subscribe(event => events.push(event));
  for (const name of ['One', 'Two', 'Three']) await transport.client.query(`query ${name} { youSent tenant }`, {}).toPromise();
  expect(events.filter(({ type }) => type === 'failed')).toHaveLength(2);
  const reported = JSON.stringify(events, (_, value) => (typeof value === 'function' && value.length === 0 ? value() : value));
  expect(reported).not.toContain('k3y-of-mine');
  expect(reported).toContain('north');
});

describe('a long response', () => {
  // Each arrow takes three bytes, so the ends of pieces split it.
  const whole = `{"data":{"a":1},"more":"${'→ of 1000 '.repeat(400_000)}"}`;
  const pieces = (): ReadableStream<Uint8Array> => {
    const bytes = new TextEncoder().encode(whole);
    let at = 0;
    return new ReadableStream({
      pull(controller) {
        if (at >= bytes.length) {
          controller.close();
          return;
        }
        // A copy, as in a browser.
        controller.enqueue(bytes.slice(at, at + 65_537));
        at += 65_537;
      },
    });
  };
  const serverResponse: Answer = async () => new Response(pieces(), { headers: { 'content-type': 'application/json' } });

  it('is reported without broken characters', async () => {
    const { client, events } = record(serverResponse);
    await client.query('{ a }', {}).toPromise();
    const response = events.find(e => e.type === 'response');
    expect(response).toMatchObject({ bytes: new TextEncoder().encode(whole).length });
    // Not `toEqual`, which would print millions of characters.
    expect(response && 'body' in response && response.body?.() === whole).toBe(true);
  });

  it('is kept as bytes, because its text would take twice the memory', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const { client, events } = record(serverResponse);
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    await client.query('{ a }', {}).toPromise();
    expect(events.some(e => e.type === 'response')).toBe(true);
    // The request's code ends shortly after its result.
    await new Promise(resolve => setImmediate(resolve));
    collectGarbage();
    expect((process.memoryUsage().heapUsed - before) / 1e6).toBeLessThan(3);
  });
});
