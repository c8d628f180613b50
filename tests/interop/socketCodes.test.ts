/** Close codes of a websocket: which ones end a subscription, and after which ones it reconnects (contract C24, C36 to C38, C41, M35). */
import { SocketError } from '../../src/transport/observe/failure';
import type { TapEvent } from '../../src/transport/observe/tap';
import { type Host, type RemoteServer, startHost } from '../support/servers/host/startHost';
import { startMutePeer } from './support/mutePeer';
import { type OpenOptions, openTransport } from './support/openTransport';
import { startOwnHost } from './support/ownHost';
import { reconnectGaps } from './support/reconnectGaps';
import { initPayloads, opens, subscribes } from './support/socketLog';
import { values, watch } from './support/watchSource';
import { isReconnecting, watchStatus } from './support/watchStatus';

const FEED = 'subscription Feed($topic: String!) { feed(topic: $topic) }';

let host: Host;
let server: RemoteServer;
let topics = 0;
let topic = '';

beforeAll(async () => {
  host = await startHost();
});
beforeEach(async () => {
  server = await host.start('graphqlWs');
  topic = `topic ${++topics}`;
});
afterEach(() => server.stop('cut'));
afterAll(() => host.kill());

const open = (options: OpenOptions = {}) =>
  openTransport(server.url, { subscriptionRetries: 0, subscriptionRetryDelayMs: 5, reconnectMinMs: 30, ...options });

describe.each([
  ['refuse', 4403, 'Forbidden'],
  ['close4401', 4401, 'Token expired'],
  ['throw', 4500, 'The doorman fell over'],
])('a server whose onConnect does "%s"', (connect, code, reason) => {
  test(`C41 without retries: one connection, one failure with ${code} and "${reason}"`, async () => {
    const transport = open({ wsEndpoint: `${server.wsUrl}?connect=${connect}` });
    const results = await watch(transport.client.subscription(FEED, { topic })).ended;
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({ data: undefined, hasNext: false });
    const cause = results[0]?.error?.networkError;
    expect(cause).toBeInstanceOf(SocketError);
    expect(cause).toMatchObject({ name: 'SocketError', code, reason, retryable: true });
    expect(results[0]?.error?.message).toMatch(new RegExp(`${code}.*${reason}`));
    expect(transport.socket.get()).toMatchObject({ state: 'failed', code });
    // The marker: a socket in a loop would have reconnected before this one.
    await watch(transport.client.subscription('subscription { count(to: 1) }', {})).ended;
    const events = await server.sockets();
    expect(opens(events)).toBe(2);
    expect(subscribes(events)).toHaveLength(0);
  });

  test('C24 C25 with retries: six connections, one failure', async () => {
    const { client } = open({ wsEndpoint: `${server.wsUrl}?connect=${connect}`, subscriptionRetries: 5 });
    const results = await watch(client.subscription(FEED, { topic })).ended;
    expect(results).toHaveLength(1);
    expect(results[0]?.error?.networkError).toMatchObject({ name: 'SocketError', code, reason });
    expect(opens(await server.sockets())).toBe(6);
  });
});

describe.each([1000, 1001, 1005, 1006, 1012, 1013, 1014, 4408, 4499, 4504])('a close with %i', code => {
  test('C36 C39 leads to a reconnect: one new subscribe, no error, no retry budget used', async () => {
    const transport = open();
    const history = watchStatus(transport);
    const waits = reconnectGaps(transport);
    const other = `${topic} too`;
    const [first, second] = [topic, other].map(name => watch(transport.client.subscription(FEED, { topic: name })));
    await host.publish(topic, 1);
    await host.publish(other, 10);
    await Promise.all([first?.has(1), second?.has(1)]);
    await server.closeSockets(code, 'So long');
    await history.until(isReconnecting);
    await server.seen({ event: 'in', type: 'subscribe' }, 4);
    await Promise.all([host.listening(topic, 1), host.listening(other, 1)]);
    await host.publish(topic, 2);
    await host.publish(other, 20);
    expect(values((await first?.has(2)) ?? [], 'feed')).toEqual([1, 2]);
    expect(values((await second?.has(2)) ?? [], 'feed')).toEqual([10, 20]);
    expect([first, second].flatMap(watched => watched?.results.map(({ error }) => error))).toEqual(new Array(4).fill(undefined));

    const events = await server.sockets();
    expect(opens(events)).toBe(2);
    expect(subscribes(events)).toHaveLength(4);
    expect(initPayloads(events)).toHaveLength(2);
    expect(waits).toHaveLength(1);
    expect(waits[0]).toBeGreaterThanOrEqual(29);
    expect(history.all.map(({ state }) => state)).toEqual(['idle', 'connecting', 'live', 'reconnecting', 'connecting', 'live']);
  });
});

describe.each([1002, 1011, 4004, 4005, 4400, 4401, 4406, 4409, 4429, 4500])('a close with %i', code => {
  test('M35 C24 is a failure of the subscription, with code and reason; the socket does not reconnect by itself', async () => {
    const transport = open();
    const source = watch(transport.client.subscription(FEED, { topic }));
    await host.publish(topic, 1);
    await source.has(1);
    await server.closeSockets(code, 'No more');
    const results = await source.ended;
    expect(values(results, 'feed')).toEqual([1, undefined]);
    expect(results[1]?.error?.networkError).toMatchObject({ name: 'SocketError', code, reason: 'No more' });
    expect(results[1]).toMatchObject({ hasNext: false });
    expect(transport.socket.get()).toMatchObject({ state: 'failed', code });
    await watch(transport.client.subscription('subscription { count(to: 1) }', {})).ended;
    expect(opens(await server.sockets())).toBe(2);
  });

  test('C24 C26 with retries the subscription continues, and its subscriber gets no error', async () => {
    const { client } = open({ subscriptionRetries: 5 });
    const source = watch(client.subscription(FEED, { topic }));
    await host.publish(topic, 1);
    await source.has(1);
    await server.closeSockets(code, 'No more');
    await server.seen({ event: 'in', type: 'subscribe' }, 2);
    await host.listening(topic, 1);
    await host.publish(topic, 2);
    const results = await source.has(2);
    expect(values(results, 'feed')).toEqual([1, 2]);
    expect(results.map(({ error }) => error)).toEqual([undefined, undefined]);
    expect(opens(await server.sockets())).toBe(2);
  });
});

test('C35 the socket lingers: a subscription soon after reuses it, and 3 s after the last one it closes with 1000', async () => {
  const { client, socket } = open();
  await watch(client.subscription('subscription { count(to: 1) }', {})).ended;
  await watch(client.subscription('subscription { count(to: 2) }', {})).ended;
  const [, last] = await server.seen({ event: 'out', type: 'complete' }, 2);
  const [close] = await server.seen({ event: 'close' });
  expect(close).toMatchObject({ socket: 1, code: 1000 });
  expect((close?.at ?? 0) - (last?.at ?? 0)).toBeGreaterThanOrEqual(2990);
  expect(opens(await server.sockets())).toBe(1);
  expect(socket.get()).toEqual({ state: 'idle' });
});

test('C36 a server that acknowledges and closes with 1000 each time is reconnected with the usual waits, not in a loop', async () => {
  const transport = open({ wsEndpoint: `${server.wsUrl}?connect=close1000`, reconnectMinMs: 20 });
  const waits = reconnectGaps(transport);
  const source = watch(transport.client.subscription(FEED, { topic }));
  await server.seen({ event: 'open' }, 6);
  source.stop();
  expect(waits.length).toBeGreaterThanOrEqual(5);
  for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(19);
  expect(source.results).toEqual([]);
});

test('C37 a server that never acknowledges is dropped at the deadline and tried again, without an error', async () => {
  const transport = open({
    wsEndpoint: `${server.wsUrl}?connect=silent`,
    wsTimeoutMs: 60,
    wsMinTimeoutMs: 60,
    reconnectMinMs: 1,
  });
  const source = watch(transport.client.subscription(FEED, { topic }));
  const closes = await server.seen({ event: 'close' }, 3);
  source.stop();
  const openedAt = (await server.seen({ event: 'open' }, 3)).map(({ at }) => at);
  closes.slice(0, 3).forEach(({ at }, n) => {
    expect(at - (openedAt[n] ?? 0)).toBeGreaterThanOrEqual(50);
  });
  expect(subscribes(await server.sockets())).toEqual([]);
  expect(source.results).toEqual([]);
});

test('C37 a connection that is never upgraded is dropped at a deadline that grows by a fifth', async () => {
  const transport = open({ wsEndpoint: await startMutePeer(), wsMinTimeoutMs: 40, reconnectMinMs: 1, reconnectMaxMs: 1 });
  const steps: TapEvent[] = [];
  const fourth = new Promise<void>(resolve => {
    transport.tap.subscribe(event => {
      if (event.type === 'socketOpening' || event.type === 'socketClosed') steps.push(event);
      if (event.type === 'socketClosed' && steps.length === 8) resolve();
    });
  });
  // Measured from the previous close: on a busy machine, the step "opening" can be reported later than the deadline begins.
  let before = Date.now();
  const source = watch(transport.client.subscription(FEED, { topic }));
  await fourth;
  source.stop();
  [40, 48, 57.6, 69.12].forEach((deadline, n) => {
    const [opening, closed] = [steps[2 * n], steps[2 * n + 1]];
    expect([opening?.type, closed?.type]).toEqual(['socketOpening', 'socketClosed']);
    expect((closed?.at ?? 0) - before).toBeGreaterThanOrEqual(Math.floor(deadline) - 1);
    before = closed?.at ?? 0;
  });
  expect(source.results).toEqual([]);
});

test('C26 a connection alone is no success: six fatal closes before the first event use up the budget', async () => {
  const { client } = open({ subscriptionRetries: 5, subscriptionRetryDelayMs: 1 });
  const source = watch(client.subscription(FEED, { topic }));
  // After 1012 it reconnects, which neither uses nor restores the budget.
  for (const [n, code] of [4500, 4500, 1012, 4500, 4500, 4500, 4500].entries()) {
    await server.seen({ event: 'in', type: 'subscribe' }, n + 1);
    await server.closeSockets(code, 'Not yet');
  }
  const results = await source.ended;
  expect(results).toHaveLength(1);
  expect(results[0]?.error?.networkError).toMatchObject({ code: 4500 });
  expect(opens(await server.sockets())).toBe(7);
});

test('C38 a silent socket gets a ping, and is kept if it responds', async () => {
  // Long enough for a busy machine to respond in time.
  const { client } = open({ wsTimeoutMs: 1000, wsMinTimeoutMs: 0 });
  const source = watch(client.subscription(FEED, { topic }));
  await server.seen({ event: 'in', type: 'ping' }, 3);
  await host.publish(topic, 1);
  expect(values(await source.has(1), 'feed')).toEqual([1]);
  const events = await server.sockets();
  expect(opens(events)).toBe(1);
  expect(events.filter(({ event }) => event === 'close')).toEqual([]);
});

test('C38 a ping of the server gets a pong', async () => {
  const { client } = open();
  watch(client.subscription(FEED, { topic }));
  await host.listening(topic, 1);
  await server.send('{"type":"ping"}');
  expect(await server.seen({ event: 'in', type: 'pong' })).toHaveLength(1);
});

test('a frame that is not a message of the protocol closes the socket; with retries the subscription continues', async () => {
  const { client } = open({ subscriptionRetries: 5 });
  const source = watch(client.subscription(FEED, { topic }));
  await host.listening(topic, 1);
  await server.send('this is no JSON');
  const [close] = await server.seen({ event: 'close' });
  expect(close).toMatchObject({ code: 4004 });
  await server.seen({ event: 'in', type: 'subscribe' }, 2);
  await host.listening(topic, 1);
  await host.publish(topic, 7);
  const results = await source.has(1);
  expect(values(results, 'feed')).toEqual([7]);
  expect(results[0]?.error).toBeUndefined();
});

test('C38 C37 C39 the socket of a frozen server is dropped; the subscription continues when the server does', async () => {
  const frozen = await startOwnHost();
  const stuck = await frozen.start('graphqlWs');
  const transport = openTransport(stuck.url, {
    subscriptionRetries: 0,
    wsTimeoutMs: 600,
    wsMinTimeoutMs: 40,
    reconnectMinMs: 5,
    reconnectMaxMs: 20,
  });
  const history = watchStatus(transport);
  const source = watch(transport.client.subscription(FEED, { topic }));
  await frozen.publish(topic, 1);
  await source.has(1);
  frozen.freeze();
  // The kernel still accepts connections, but none is upgraded: each attempt ends at its own deadline.
  await history.until(status => isReconnecting(status, 4));
  frozen.thaw();
  await history.until(({ state }) => state === 'live');
  await stuck.seen({ event: 'in', type: 'subscribe' }, 2);
  await frozen.listening(topic, 1);
  await frozen.publish(topic, 2);
  expect(values(await source.has(2), 'feed')).toEqual([1, 2]);
  expect(source.results.map(({ error }) => error)).toEqual([undefined, undefined]);
});
