/** Subscriptions over HTTP: large events are truncated in a worker, and later events wait for them. */
import type { CombinedError } from '@urql/core';
import { cutFrame } from '../../../../src/features/query/result/large/cutFrame';
import { resolveConfig, type TransportConfig } from '../../../../src/transport/config';
import { createTap } from '../../../../src/transport/observe/tap';
import type { SocketOptions } from '../../../../src/transport/socket/socket';
import { openHttpStream } from '../../../../src/transport/socket/streams/httpStream';
import { refusalOf } from '../../../../src/transport/socket/streams/refusal';
import { memoryStorage } from '../../../support/memoryStorage';
import { collect, startTransport } from '../../../support/startTransport';

const LARGE = 'x'.repeat(1_500_000);
const eventOf = (n: number, text = ''): object => ({ data: { n, text } });
const EVENTS = [eventOf(1), eventOf(2, LARGE), eventOf(3)];
const part = (value: unknown): string => `\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(value)}\r\n--graphql`;

/** Bodies with three events. */
const BODIES: [name: string, type: string, body: string][] = [
  ['sse', 'text/event-stream', EVENTS.map(event => `event: next\ndata: ${JSON.stringify(event)}\n\n`).join('')],
  [
    'sse-single',
    'text/event-stream',
    EVENTS.map(event => `event: next\ndata: ${JSON.stringify({ id: '1', payload: event })}\n\n`).join(''),
  ],
  ['multipart', 'multipart/mixed; boundary=graphql', `--graphql${EVENTS.map(payload => part({ payload })).join('')}`],
  ['multipart without payloads', 'multipart/mixed; boundary=graphql', `--graphql${EVENTS.map(part).join('')}`],
];

/** The events of a body in pieces, in order of delivery. */
async function eventsOf(type: string, body: string, cut: SocketOptions['cutFrame']) {
  const seen: { n: number; length: number; cut: unknown }[] = [];
  const pieces = body.match(/[\s\S]{1,65536}/g) ?? [];
  await new Promise<void>(resolve => {
    const stream = openHttpStream({
      socket: { config: resolveConfig({}), tap: createTap(), cutFrame: cut } as unknown as SocketOptions,
      open: async () => {
        const bytes = new ReadableStream<Uint8Array>({
          start(controller) {
            for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
          },
        });
        return new Response(bytes, { headers: { 'content-type': type } });
      },
      onStatus: () => {},
      onOpen: () => {},
      onMessage(message) {
        if (message.type !== 'next') return;
        const { n, text } = message.payload.data as { n: number; text: string };
        seen.push({ n, length: text.length, cut: message.payload.extensions?.cut });
        if (n < 3) return;
        stream.stop();
        resolve();
      },
      onRead: () => {},
      onLost: () => {},
      onEnd: () => resolve(),
    });
  });
  return seen;
}

describe.each(BODIES)('%s', (_name, type, body) => {
  it('a large event is truncated, and the events stay in order', async () => {
    const given: number[] = [];
    const seen = await eventsOf(type, body, async text => {
      given.push(text.length);
      await new Promise(resolve => setTimeout(resolve));
      return cutFrame(text);
    });
    expect(seen.map(({ n }) => n)).toEqual([1, 2, 3]);
    expect(seen.map(({ length }) => length)).toEqual([0, 1001, 0]);
    expect(seen.map(({ cut }) => cut)).toEqual([undefined, given[0], undefined]);
    expect(given).toHaveLength(1);
  });

  it('a large event is read whole if nothing truncates it, or truncation fails', async () => {
    expect(await eventsOf(type, body, undefined)).toMatchObject([{ n: 1 }, { n: 2, length: LARGE.length }, { n: 3 }]);
    const failing = (): Promise<string> => Promise.reject(new Error('no worker'));
    expect(await eventsOf(type, body, failing)).toMatchObject([{ n: 1 }, { n: 2, length: LARGE.length }, { n: 3 }]);
  });
});

describe('a refusal', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] }));
  afterEach(() => jest.useRealTimers());

  it('C37 a response that is no stream and does not end is aborted after the limit, and requested again', async () => {
    const states: string[] = [];
    let opened = 0;
    const stream = openHttpStream({
      socket: { config: resolveConfig({}), tap: createTap() } as unknown as SocketOptions,
      open: async signal => {
        opened += 1;
        const endless = new ReadableStream<Uint8Array>({
          start: controller => signal.addEventListener('abort', () => controller.error(signal.reason)),
        });
        return new Response(endless, { status: 500, headers: { 'content-type': 'text/html' } });
      },
      onStatus: ({ state }) => states.push(state),
      onOpen: () => {},
      onMessage: () => {},
      onRead: () => {},
      onLost: () => {},
      onEnd: () => states.push('ended'),
    });
    await jest.advanceTimersByTimeAsync(29_999);
    expect(states).toEqual(['connecting']);
    await jest.advanceTimersByTimeAsync(1);
    await jest.advanceTimersByTimeAsync(100);
    expect(states.slice(0, 3)).toEqual(['connecting', 'reconnecting', 'connecting']);
    expect(opened).toBe(2);
    stream.stop();
  });
});

it('C5a a stream whose request has headers of the connection is not redirected, and the error says so', async () => {
  const elsewhere = new Response(null, { status: 307, headers: { location: 'https://elsewhere.test/' } });
  const redirects: unknown[] = [];
  const fetch = async (_: unknown, { redirect }: RequestInit = {}): Promise<Response> => {
    redirects.push(redirect);
    return elsewhere;
  };
  const config = { subscriptions: 'sse', headers: { 'X-Api-Key': 'secret' }, subscriptionRetries: 0 } as const;
  const { transport } = startTransport(config, { fetch: fetch as typeof globalThis.fetch });
  const { results } = await collect(transport);
  for (let turns = 0; turns < 20 && results.length === 0; turns++) await new Promise(resolve => setImmediate(resolve));
  expect(redirects).toEqual(['manual']);
  expect(results.map(({ error }) => error?.message)).toEqual([expect.stringMatching(/redirect, which is not followed/)]);
  transport.dispose();
});

it('of very many errors of a refusal the first ones are kept', async () => {
  const errors = Array.from({ length: 200_000 }, () => ({ message: 'no' }));
  const { refusal } = await refusalOf(new Response(JSON.stringify({ errors }), { status: 400 }));
  expect((refusal as CombinedError).graphQLErrors).toHaveLength(1001);
});

it('C5a a refusal with a Location header that is no redirect is reported as a refusal', async () => {
  const { refusal } = await refusalOf(
    new Response('{"errors":[{"message":"No feed of this name"}]}', { status: 201, headers: { location: '/feeds' } }),
  );
  expect(refusal).toEqual([{ message: 'No feed of this name' }]);
});

describe('a token that changes', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] }));
  afterEach(() => jest.useRealTimers());

  it.each(['sse', 'sse-single', 'multipart'] as const)(
    'C2 C4 C6 %s is sent over HTTP, and again 100 ms after a token change before the response',
    async subscriptions => {
      const storage = memoryStorage({ 'apollo-token': 'old' });
      const requests: [method: unknown, bearer: string | null, isAborted: () => boolean][] = [];
      const fetch = (_: unknown, { method, headers, signal }: RequestInit = {}): Promise<Response> => {
        requests.push([method, new Headers(headers).get('authorization'), () => signal?.aborted === true]);
        if (method === 'PUT') return Promise.resolve(new Response('stream', { status: 201 }));
        return new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
        });
      };
      const { transport } = startTransport({ subscriptions }, { fetch: fetch as typeof globalThis.fetch, storage });
      const { results } = await collect(transport);
      await jest.advanceTimersByTimeAsync(50);
      const [, bearer, isAborted] = requests.at(-1) ?? [];
      expect([bearer, isAborted?.()]).toEqual(['Bearer old', false]);
      const before = requests.length;
      storage.values.delete('apollo-token');
      transport.notifyTokenChanged();
      await jest.advanceTimersByTimeAsync(99);
      expect([isAborted?.(), requests.length]).toEqual([true, before]);
      await jest.advanceTimersByTimeAsync(1);
      expect(requests.slice(before).map(([, now]) => now)).toEqual(requests.slice(0, before).map(() => null));
      expect(results).toEqual([]);
      transport.dispose();
      expect(jest.getTimerCount()).toBe(0);
    },
  );
});

describe('a frozen page', () => {
  beforeEach(() => jest.useFakeTimers({ now: 0, doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] }));
  afterEach(() => jest.useRealTimers());
  /** Lets the stream read the available chunks. */
  const settle = async (): Promise<void> => {
    for (let turns = 0; turns < 20; turns++) await new Promise(resolve => setImmediate(resolve));
  };

  /** An open stream whose first event arrived at 0. */
  async function opened(config: TransportConfig = {}) {
    const lost: number[] = [];
    let control!: ReadableStreamDefaultController<Uint8Array>;
    const stream = openHttpStream({
      socket: { config: resolveConfig(config), tap: createTap() } as unknown as SocketOptions,
      open: async () => {
        const bytes = new ReadableStream<Uint8Array>({
          start(each) {
            control = each;
          },
        });
        return new Response(bytes, { headers: { 'content-type': 'text/event-stream' } });
      },
      onStatus: () => {},
      onOpen: () => {},
      onMessage: () => {},
      onRead: () => {},
      onLost: since => void lost.push(since),
      onEnd: () => {},
    });
    const send = async (text = 'event: next\ndata: {"data":{"n":1}}\n\n'): Promise<void> => {
      control.enqueue(new TextEncoder().encode(text));
      await settle();
    };
    await settle();
    await send();
    return { stream, lost, send, cut: () => control.error(new TypeError('network error')) };
  }

  it('without an event: the gap begins at the last event before it, even if events were buffered for the page', async () => {
    const { stream, lost, send, cut } = await opened();
    // Nothing runs for ten seconds; then the buffered event is read before the end.
    jest.setSystemTime(10_000);
    await send();
    cut();
    await settle();
    expect(lost).toEqual([0]);
    stream.stop();
  });

  it('C49 without a limit on silence, a stream with heartbeats is never dropped', async () => {
    const { stream, lost, send } = await opened({ wsTimeoutMs: 0 });
    await send(':\n\n');
    await jest.advanceTimersByTimeAsync(100_000);
    expect(lost).toEqual([]);
    stream.stop();
  });

  it('whose stream survived: the next gap begins at the last event', async () => {
    const { stream, lost, send, cut } = await opened();
    jest.setSystemTime(10_000);
    await send();
    for (let seconds = 0; seconds < 3; seconds++) await jest.advanceTimersByTimeAsync(1000);
    await send();
    await jest.advanceTimersByTimeAsync(500);
    cut();
    await settle();
    expect(lost).toEqual([13_000]);
    stream.stop();
    expect(jest.getTimerCount()).toBe(0);
  });

  describe('in a hidden tab, whose timers run once a minute', () => {
    const before = Object.getOwnPropertyDescriptor(globalThis, 'document');
    beforeEach(() => {
      Object.defineProperty(globalThis, 'document', { configurable: true, value: { visibilityState: 'hidden' } });
    });
    afterEach(() => {
      if (before === undefined) Reflect.deleteProperty(globalThis, 'document');
      else Object.defineProperty(globalThis, 'document', before);
    });

    it('does not count as frozen: the gap begins at the last event, also when the tab becomes visible', async () => {
      const { stream, lost, send, cut } = await opened();
      for (let now = 12_000; now <= 120_000; now += 12_000) {
        jest.setSystemTime(now);
        await send();
      }
      Object.defineProperty(globalThis, 'document', { configurable: true, value: { visibilityState: 'visible' } });
      jest.setSystemTime(150_000);
      await send();
      cut();
      await settle();
      expect(lost).toEqual([150_000]);
      stream.stop();
    });

    it('counts as frozen after more than a minute: the gap begins at the last event before', async () => {
      const { stream, lost, send, cut } = await opened();
      jest.setSystemTime(600_000);
      await send();
      cut();
      await settle();
      expect(lost).toEqual([0]);
      stream.stop();
    });
  });
});

it('a server without streams is not asked again, and its message about a header is not shown as the reason', async () => {
  const body = '{"errors":[{"message":"The header Accept does not accept application/json"}]}';
  const { refusal } = await refusalOf(new Response(body, { status: 406 }));
  expect(refusal).toMatchObject({ name: 'SocketError', retryable: false, message: expect.stringMatching(/other than a stream/) });
});

it.each([
  ['GATEWAY_UNREACHABLE', 502],
  ['GATEWAY_TIMEOUT', 504],
])('C36 the %s of a gateway is no answer of the API: the stream is requested again', async (code, status) => {
  const body = JSON.stringify({ errors: [{ message: 'The API cannot be reached', extensions: { code } }] });
  await expect(refusalOf(new Response(body, { status }))).rejects.toThrow(`HTTP ${status}`);
});

it('C24 other GraphQL errors with such a status fail the subscription', async () => {
  const body = '{"errors":[{"message":"overloaded","extensions":{"code":"REQUEST_RATE_LIMITED"}}]}';
  const { refusal } = await refusalOf(new Response(body, { status: 503 }));
  expect(refusal).toMatchObject({ graphQLErrors: [{ message: 'overloaded' }] });
});

it('C31 a complete event without data ends the subscription, although the response stays open', async () => {
  const fetch = async (): Promise<Response> => {
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        for (const piece of ['event: next\ndata: {"data":{"tick":1}}\n\nevent: comp', 'lete\n\n', ':\n\n']) {
          controller.enqueue(new TextEncoder().encode(piece));
          await new Promise(resolve => setImmediate(resolve));
        }
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  const { transport } = startTransport({ subscriptions: 'sse' }, { fetch });
  const { results } = await collect(transport);
  for (let turns = 0; turns < 20 && results.length < 2; turns++) await new Promise(resolve => setImmediate(resolve));
  expect(results.map(({ data, hasNext }) => [data, hasNext])).toEqual([
    [{ tick: 1 }, true],
    [undefined, false],
  ]);
  transport.dispose();
});

it('the reason of a status shows the GraphQL errors of a response that is no stream', async () => {
  const body = JSON.stringify({ errors: [{ message: 'No feeds' }, { message: 'here' }] });
  const fetch = async (): Promise<Response> => new Response(body, { headers: { 'content-type': 'application/json' } });
  const config = { subscriptions: 'auto', wsEndpoint: null, subscriptionRetries: 0 } as const;
  const { transport } = startTransport(config, { fetch });
  const { results } = await collect(transport);
  for (let turns = 0; turns < 40 && results.length === 0; turns++) await new Promise(resolve => setImmediate(resolve));
  expect(results.map(({ error }) => error?.message)).toEqual(['[GraphQL] No feeds\n[GraphQL] here']);
  expect(transport.socket.get()).toEqual({ state: 'failed', code: 0, reason: 'No feeds; here' });
  transport.dispose();
});

it.each(['sse', 'multipart', 'auto'] as const)('C6 the header Accept of %s needs no permission by CORS', async subscriptions => {
  const accepted = new Set<string>();
  const fetch = async (_: unknown, { headers }: RequestInit = {}): Promise<Response> => {
    accepted.add(new Headers(headers).get('accept') ?? '');
    return new Response(null, { status: 404 });
  };
  const { transport } = startTransport({ subscriptions, wsEndpoint: null, subscriptionRetries: 0 }, { fetch } as never);
  const { results } = await collect(transport);
  for (let turns = 0; turns < 40 && results.length === 0; turns++) await new Promise(resolve => setImmediate(resolve));
  expect(accepted.size).toBeGreaterThan(0);
  for (const accept of accepted) {
    expect(accept.length).toBeLessThanOrEqual(128);
    // The bytes that the Fetch standard calls unsafe.
    expect(accept).not.toMatch(/["():<>?@[\\\]{}]/);
  }
  transport.dispose();
});
