/**
 * Platform objects that are passed in, or found in the global scope, may offer less than a browser's: sockets with `addEventListener` only, responses
 * that are no `Response`, a `window` separate from Node's global scope, no TextEncoder. The clauses hold there too.
 */
import { createHash } from 'node:crypto';
import { sha256 } from '../../src/lib/text/sha256';
import { createTransport } from '../../src/transport/createTransport';
import { fakeNetwork, settle } from '../support/fakeSockets';
import { memoryStorage } from '../support/memoryStorage';
import { collect, startTransport } from '../support/startTransport';

/** Runs `work` with replaced globals; undefined removes one. */
async function withGlobals(names: Record<string, unknown>, work: () => Promise<void>): Promise<void> {
  const before = Object.keys(names).map(name => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const [name, value] of Object.entries(names)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  try {
    await work();
  } finally {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  }
}

describe('sockets', () => {
  /** A server that acknowledges the connection and sends one event for each subscription. */
  const respond = (raw: string, say: (frame: unknown) => void): void => {
    const { type, id } = JSON.parse(raw) as { type: string; id?: string };
    if (type === 'connection_init') say({ type: 'connection_ack' });
    if (type === 'subscribe') say({ type: 'next', id, payload: { data: { tick: 1 } } });
  };
  const soon = (work: () => void): void => void Promise.resolve().then(work);

  class ListenersOnly extends EventTarget {
    readyState = 0;
    constructor() {
      super();
      soon(() => {
        this.readyState = 1;
        this.notify(new Event('open'));
      });
    }
    notify(event: Event): void {
      this.dispatchEvent(event);
    }
    send(data: string): void {
      soon(() => respond(data, frame => this.notify(new MessageEvent('message', { data: JSON.stringify(frame) }))));
    }
    close(code?: number): void {
      this.readyState = 3;
      soon(() => this.notify(Object.assign(new Event('close'), { code, reason: '' })));
    }
  }
  class Both extends ListenersOnly {
    override notify(event: Event): void {
      super.notify(event);
      (this as unknown as Record<string, ((event: Event) => void) | undefined>)[`on${event.type}`]?.(event);
    }
  }
  class Stateless {
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    onclose: (() => void) | null = null;
    constructor() {
      soon(() => this.onopen?.());
    }
    send(data: string): void {
      soon(() => respond(data, frame => this.onmessage?.({ data: JSON.stringify(frame) })));
    }
    close(): void {
      soon(() => this.onclose?.());
    }
  }

  it.each([
    ['that call listeners only', ListenersOnly],
    ['that call listeners and properties', Both],
    ['without readyState', Stateless],
  ])('C31 events of sockets %s are delivered once, C4 and a new token closes them once', async (_, Socket) => {
    jest.useFakeTimers();
    try {
      let made = 0;
      class Counted extends (Socket as new () => object) {
        constructor() {
          super();
          made++;
        }
      }
      const storage = memoryStorage();
      const transport = createTransport({}, { WebSocket: Counted as unknown as typeof WebSocket, storage });
      const ticks = await collect(transport);
      expect(ticks.results.map(result => result.data)).toEqual([{ tick: 1 }]);
      storage.values.set('apollo-token', 'new');
      transport.notifyTokenChanged();
      await jest.advanceTimersByTimeAsync(100);
      await settle();
      expect(made).toBe(2);
      expect(ticks.results.map(result => result.data)).toEqual([{ tick: 1 }, { tick: 1 }]);
      transport.dispose();
      expect(ticks.ended()).toBe(true);
    } finally {
      jest.useRealTimers();
    }
  });

  it.each([
    ['stands still', 0],
    ['is set back by an hour', -3_600_000],
  ])('C38 silence is detected when the clock %s', async (_, jump) => {
    jest.useFakeTimers();
    const { transport, network } = startTransport();
    await collect(transport);
    await network.latest().accept();
    const frozen = Date.now() + jump;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => frozen);
    try {
      await jest.advanceTimersByTimeAsync(15_000);
      expect(network.latest().sent.filter(frame => frame.type === 'ping')).toHaveLength(1);
      await jest.advanceTimersByTimeAsync(15_000);
      expect(network.sockets[0]?.closedBy?.code).toBe(4499);
    } finally {
      transport.dispose();
      clock.mockRestore();
      jest.useRealTimers();
    }
  });
});

describe('responses that are not a Response', () => {
  const body = '{"data":{"name":"é"}}';
  const giveBody = async (): Promise<string> => body;
  it.each([
    ['text and headers', { status: 200, headers: { get: () => 'application/json' }, text: giveBody }],
    ['text alone', { status: 200, text: giveBody }],
    ['json alone', { status: 200, json: async () => JSON.parse(body) }],
    ['headers as an object', { status: 200, headers: { 'content-type': 'application/json' }, text: giveBody }],
  ])('C16 are read from %s, also with a tap listener', async (_, response) => {
    for (const tapped of [false, true]) {
      const transport = createTransport({}, { fetch: (async () => response) as unknown as typeof fetch, storage: null });
      const bytes: number[] = [];
      if (tapped) transport.tap.subscribe(event => event.type === 'response' && bytes.push(event.bytes));
      const { data, error } = await transport.client.query('{ name }', {}).toPromise();
      expect([error?.message, data]).toEqual([undefined, { name: 'é' }]);
      expect(bytes).toEqual(tapped ? [22] : []);
    }
  });
});

describe('scopes', () => {
  it('C4 and C40 events of a window that is not the global scope are received', async () => {
    jest.useFakeTimers();
    const window = Object.assign(new EventTarget(), { document: new EventTarget(), location: { href: 'https://page.test/app' } });
    await withGlobals({ window, addEventListener: undefined }, async () => {
      const network = fakeNetwork();
      const { transport, storage } = startTransport({ httpEndpoint: '/graphql' }, {}, network);
      await collect(transport);
      expect(network.latest().url).toBe('wss://page.test/graphql');
      await network.latest().accept();
      storage.values.set('apollo-token', 'new');
      window.dispatchEvent(Object.assign(new Event('storage'), { key: 'apollo-token' }));
      await jest.advanceTimersByTimeAsync(100);
      expect(network.sockets).toHaveLength(2);
      network.latest().lose();
      await settle();
      window.document.dispatchEvent(new Event('resume'));
      await settle();
      expect(network.sockets).toHaveLength(3);
      transport.dispose();
    });
    jest.useRealTimers();
  });

  it('C23 the hash is the same without TextEncoder', async () => {
    const texts = ['', 'query { a }', 'ä€😀', 'half \ud83d pair', '\ude00'];
    const wanted = texts.map(text => createHash('sha256').update(new TextEncoder().encode(text)).digest('hex'));
    await withGlobals({ TextEncoder: undefined }, async () => {
      expect(await Promise.all(texts.map(sha256))).toEqual(wanted);
    });
  });

  it('C32 files are sent by fetch if an XMLHttpRequest cannot produce a Response', async () => {
    const sent: string[][] = [];
    const XMLHttpRequest = jest.fn();
    const fetch = async (_url: string, init: { body: FormData }) => {
      sent.push([...init.body.keys()]);
      return { status: 200, text: async () => '{"data":{"a":1}}' };
    };
    await withGlobals({ fetch, XMLHttpRequest, Headers: undefined, Response: undefined }, async () => {
      const transport = createTransport({}, { storage: null });
      const file = new File(['x'], 'x.txt');
      const { data } = await transport.client.mutation('mutation Up($file: Upload!) { a(file: $file) }', { file }).toPromise();
      expect(data).toEqual({ a: 1 });
    });
    expect(XMLHttpRequest).not.toHaveBeenCalled();
    expect(sent).toEqual([['operations', 'map', '1']]);
  });
});
