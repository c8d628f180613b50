/** The wire log over the real transport: what is folded into which entry, how it is bounded, that no secret stays in it. */

import { wireLogHar } from '../../../src/features/wire/wireLogHar';
import { systemClock } from '../../../src/lib/clock';
import { createNavigation } from '../../../src/session/navigation/navigation';
import { createWireLog, type WireLog } from '../../../src/session/wire/wireLog';
import { answerBody } from '../../../src/session/wire/wireLogAttempts';
import { readWireFile, writeWireFile } from '../../../src/session/wire/wireLogFile';
import { WIRE_LIMITS } from '../../../src/session/wire/wireLogLimits';
import { summarise, type WireSummary } from '../../../src/session/wire/wireLogSummary';
import type { TransportConfig } from '../../../src/transport/config';
import { createTap } from '../../../src/transport/observe/tap';
import type { Transport, World } from '../../../src/transport/transport';
import { type FakeNetwork, settle } from '../../support/fakeSockets';
import { type Answer, json, scriptedFetch } from '../../support/scriptedFetch';
import { collect, startTransport } from '../../support/startTransport';

beforeEach(() => {
  jest.useFakeTimers({ now: 1_700_000_000_000 });
});
afterEach(() => {
  jest.useRealTimers();
});

const pass = async (ms: number): Promise<void> => {
  await jest.advanceTimersByTimeAsync(ms);
  await settle();
};

interface Logged {
  transport: Transport;
  network: FakeNetwork;
  log: WireLog;
  storage: { values: Map<string, string> };
  go(href: string): void;
  /** Summaries of all entries. */
  read(): WireSummary[];
}

const start = (config: TransportConfig = {}, world: World = {}): Logged => {
  const started = startTransport({ forceFetchDelayMs: 0, ...config }, world);
  let address = '/data/ships';
  const navigation = createNavigation({
    read: () => address,
    push: to => {
      address = to;
    },
    replace: to => {
      address = to;
    },
    listen: () => () => undefined,
  });
  const log = createWireLog({
    tap: started.transport.tap,
    clock: systemClock,
    token: () => started.storage.getItem('apollo-token') ?? '',
    place: () => navigation.address.get().path,
  });
  return { ...started, log, go: href => navigation.go(href), read: () => log.get().entries.map(summarise) };
};
const withAnswers = (...answers: Answer[]): World => ({ fetch: scriptedFetch(...answers).fetch });
const types = (log: WireLog, at = -1): string[] =>
  log
    .get()
    .entries.at(at)
    ?.steps.map(step => step.type) ?? [];

describe('one entry for each execution', () => {
  it('a query: its name, its screen, what it sent and got, and how long it took', async () => {
    const { transport, log, read } = start(
      {},
      withAnswers(async () => {
        await new Promise(resolve => setTimeout(resolve, 12));
        return json({ data: { ships: [{ name: 'Nordlys' }] } });
      }),
    );
    const asked = transport.client.query('query Ships($n: Int) { ships(n: $n) { name } }', { n: 3 }).toPromise();
    await pass(12);
    await asked;
    const [entry] = log.get().entries;
    expect(entry).toMatchObject({ kind: 'query', name: 'Ships', screen: 'data', partial: false, leftScreen: false });
    const [summary] = read();
    expect(summary).toMatchObject({ title: 'Ships', outcome: 'ok', status: 200, ms: 12, bytesDown: 39, failure: null });
    expect(summary?.stages).toEqual({
      cache: 'passed',
      ssr: 'none',
      auth: 'passed',
      persisted: 'none',
      retry: 'none',
      http: 'ok',
      subscription: 'none',
      result: 'ok',
    });
    const [attempt] = summary?.attempts ?? [];
    expect(attempt?.token).toBe(false);
    expect(JSON.parse(attempt?.request.body.read() ?? '')).toMatchObject({ operationName: 'Ships', variables: { n: 3 } });
    expect(attempt?.response?.body?.read()).toBe('{"data":{"ships":[{"name":"Nordlys"}]}}');
  });

  it('a persisted miss: two attempts in one entry, by hash and in full', async () => {
    const { transport, read } = start(
      { persistedQueries: true },
      withAnswers(json({ errors: [{ message: 'PersistedQueryNotFound' }] }, 404), json({ data: { a: 1 } })),
    );
    await transport.client.query('query A { a }', {}).toPromise();
    const [summary] = read();
    expect(summary).toMatchObject({ outcome: 'ok', persisted: 'miss', status: 200 });
    expect(summary?.attempts.map(({ form, response }) => [form, response?.status])).toEqual([
      ['hash', 404],
      ['text+hash', 200],
    ]);
    expect(summary?.stages).toMatchObject({ persisted: 'warning', http: 'ok' });
    expect(summary?.attempts[0]?.request.body.read()).not.toContain('query A');
  });

  it('a stop: with its cause, and the next query without a hash', async () => {
    const { transport, read } = start({ persistedQueries: true }, withAnswers(json({}, 500), json({ data: { a: 1 } })));
    await transport.client.query('query A { a }', {}).toPromise();
    await transport.client.query('query B { b }', {}).toPromise();
    const [stopped, later] = read();
    expect(stopped).toMatchObject({ outcome: 'ok', persisted: 'stopped', stop: { cause: 'status', status: 500 } });
    expect(stopped?.attempts.map(({ form }) => form)).toEqual(['hash', 'text']);
    expect(later).toMatchObject({ outcome: 'ok', persisted: null });
    expect(later?.attempts).toHaveLength(1);
  });

  it('a hit: answered by hash alone', async () => {
    const { transport, read } = start({ persistedQueries: true }, withAnswers(json({ data: { a: 1 } })));
    await transport.client.query('query A { a }', {}).toPromise();
    expect(read()[0]).toMatchObject({ persisted: 'hit', stages: { persisted: 'ok' } });
  });

  it('an answer from the cache: nothing sent, and what was asked', async () => {
    const { transport, log, read } = start({}, withAnswers(json({ data: { a: { __typename: 'A', id: 1 } } })));
    const query = 'query A($n: Int) { a(n: $n) { id } }';
    await transport.client.query(query, { n: 7 }).toPromise();
    await transport.client.query(query, { n: 7 }).toPromise();
    expect(read().map(({ outcome, attempts }) => [outcome, attempts.length])).toEqual([
      ['ok', 1],
      ['cached', 0],
    ]);
    const step = log.get().entries[1]?.steps[0];
    expect(step?.type === 'cached' && step.variables.read()).toBe('{"n":7}');
    expect(read()[1]?.stages.cache).toBe('ok');
  });

  it('a query that was cancelled, by leaving its screen or on it', async () => {
    const { transport, log, read, go } = start(
      {},
      withAnswers(() => new Promise<Response>(() => undefined)),
    );
    const ask = () => transport.client.query('{ a }', {}, { requestPolicy: 'network-only' }).subscribe(() => undefined);
    const first = ask();
    await settle();
    first.unsubscribe();
    const second = ask();
    await settle();
    go('/live');
    second.unsubscribe();
    expect(read().map(({ outcome }) => outcome)).toEqual(['cancelled', 'cancelled']);
    expect(log.get().entries.map(({ leftScreen, screen }) => [screen, leftScreen])).toEqual([
      ['data', false],
      ['data', true],
    ]);
    expect(read()[0]?.title).toBe('a');
  });

  it('a query that React starts and cancels during a render is not an entry; neither is a second read of the same result', async () => {
    const { transport, read } = start({}, withAnswers(json({ data: { a: 1 } }), json({ data: { a: 2 } })));
    const { client } = transport;
    const query = '{ a }';
    const policy = { requestPolicy: 'cache-and-network' } as const;
    // As useQuery does: a look, then the question itself.
    client.readQuery(query, {}, policy);
    await client.query(query, {}, policy).toPromise();
    expect(read().map(({ outcome }) => outcome)).toEqual(['ok']);
    await pass(5000);
    client.readQuery(query, {});
    await pass(60);
    await client.query(query, {}).toPromise();
    expect(read().map(({ outcome }) => outcome)).toEqual(['ok', 'cached']);
    await pass(5000);
    await client.query(query, {}).toPromise();
    expect(read().map(({ outcome }) => outcome)).toEqual(['ok', 'cached', 'cached']);
  });

  it('each way to fail, classified', async () => {
    const cases: [Answer, object][] = [
      [new TypeError('refused'), { tag: 'network' }],
      [json('<html>', 502, 'text/html'), { tag: 'parse', status: 502 }],
      [json({ message: 'no' }, 503), { tag: 'http', status: 503 }],
      [json({ errors: [{ message: 'boom' }] }), { tag: 'graphql', errors: [{ message: 'boom' }] }],
      [json({ errors: [{ message: 'who?', extensions: { code: 'UNAUTHENTICATED' } }] }), { tag: 'auth', signedOut: true }],
    ];
    for (const [answer, failure] of cases) {
      const { transport, read } = start({}, withAnswers(answer));
      await transport.client.query('{ a }', {}).toPromise();
      expect(read()[0]).toMatchObject({ outcome: 'failed', failure, stages: { result: 'danger' } });
    }
    const { transport, read } = start({}, withAnswers(json({ data: { a: 1, b: null }, errors: [{ message: 'b is broken' }] })));
    await transport.client.query('{ a b }', {}).toPromise();
    expect(read()[0]).toMatchObject({ outcome: 'partial', failure: { tag: 'graphql' } });
  });

  it('a refused document is an entry, too', async () => {
    const { transport, read } = start();
    await transport.client.query('query A { a } query B { b }', {}).toPromise();
    expect(read()[0]).toMatchObject({ outcome: 'failed', failure: { tag: 'refused' }, attempts: [] });
  });

  it('an upload: parts and sizes, how fast it was sent, how long the server worked', async () => {
    const { Xhr, sent } = fakeXhr();
    const { transport, read, log } = start({}, { XMLHttpRequest: Xhr });
    const file = new File([new Uint8Array(2_000_000)], 'photo.png', { type: 'image/png' });
    const answer = transport.client.mutation('mutation Send($f: Upload!) { send(f: $f) }', { f: file }).toPromise();
    await settle();
    const [xhr] = sent;
    for (let step = 1; step <= 100; step++) {
      await pass(5);
      xhr?.progress(step * 20_000, 2_000_000);
    }
    const during = read()[0]?.upload;
    expect(during).toMatchObject({ files: 1, parts: 3, sentBytes: 2_000_000, sendMs: null, working: false });
    expect(during?.rate).toBeCloseTo(4_000_000, -4);
    xhr?.sent();
    expect(read()[0]?.upload).toMatchObject({ sendMs: 500, working: true, serverMs: null });
    await pass(1200);
    xhr?.answer(200, '{"data":{"send":true}}');
    await settle();
    await answer;
    const [summary] = read();
    expect(summary?.upload).toMatchObject({ parts: 3, sendMs: 500, serverMs: 1200, working: false });
    expect(summary).toMatchObject({ outcome: 'ok', ms: 1700 });
    expect(summary?.attempts[0]?.request).toMatchObject({ via: 'xhr' });
    expect(summary?.attempts[0]?.request.body.read()).toContain('"variables":{"f":null}');
    // A hundred reports of progress are thinned out, the first and the last kept.
    const progress = log.get().entries[0]?.steps.filter(step => step.type === 'uploading') ?? [];
    expect(progress.length).toBeGreaterThan(10);
    expect(progress.length).toBeLessThanOrEqual(60);
    expect(progress.at(-1)).toMatchObject({ sent: 2_000_000 });
  });

  it('an upload that was stopped: only the bytes that were sent count', async () => {
    const { Xhr, sent } = fakeXhr();
    const { transport, read, log } = start({}, { XMLHttpRequest: Xhr });
    const file = new File([new Uint8Array(2_000_000)], 'photo.png', { type: 'image/png' });
    const answer = transport.client.mutation('mutation Send($f: Upload!) { send(f: $f) }', { f: file }).toPromise();
    await settle();
    await pass(5);
    sent[0]?.progress(500_000, 2_000_000);
    transport.cancelUpload(Number(log.get().entries[0]?.id));
    await settle();
    await answer;
    expect(read()[0]).toMatchObject({ outcome: 'cancelled', bytesUp: 500_000, upload: { sentBytes: 500_000 } });
    const har = wireLogHar(log.get().entries, { pageUrl: 'https://oriel.test/' });
    expect(har.log.entries[0]?.request.bodySize).toBe(500_000);
  });

  it('the status text, also in a HAR file', async () => {
    const fetch = async () => new Response('{"data":{"a":1}}', { statusText: 'Quite Fine' });
    const { transport, log } = start({}, { fetch });
    await transport.client.query('{ a }', {}).toPromise();
    const har = wireLogHar(log.get().entries, { pageUrl: 'https://oriel.test/' });
    expect(har.log.entries[0]?.response.statusText).toBe('Quite Fine');
  });

  it('a slow response: the received and total size, and one step at its end', async () => {
    let send: (text: string) => void = () => undefined;
    let finish = (): void => undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        send = text => controller.enqueue(new TextEncoder().encode(text));
        finish = () => controller.close();
      },
    });
    const headers = { 'content-type': 'application/json', 'content-length': '16' };
    const { transport, log, read } = start(
      {},
      withAnswers(() => new Response(body, { headers })),
    );
    const asked = transport.client.query('{ a }', {}).toPromise();
    await pass(150);
    send('{"data":');
    await pass(150);
    expect(read()).toMatchObject([{ outcome: 'running', status: 200, bytesDown: 8, ms: null }]);
    expect(read()[0]?.attempts[0]?.receiving).toMatchObject({ bytes: 8, total: 16 });
    expect(read()[0]?.stages.http).toBe('busy');
    const [entry] = readWireFile(writeWireFile(log.get().entries, 0)).entries;
    expect(entry && summarise(entry).attempts[0]?.receiving).toMatchObject({ bytes: 8, total: 16 });
    send('{"a":1}}');
    finish();
    await pass(10);
    await asked;
    expect(read()).toMatchObject([{ outcome: 'ok', status: 200, bytesDown: 16 }]);
    expect(read()[0]?.attempts[0]?.receiving).toBeNull();
    expect(types(log)).toEqual(['started', 'token', 'request', 'response', 'parsed', 'ended']);
  });

  it('a feed over HTTP: live once it is accepted, with each of its messages counted, however they arrive', async () => {
    let send: (text: string) => void = () => undefined;
    let finish = (): void => undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        send = text => controller.enqueue(new TextEncoder().encode(text));
        finish = () => controller.close();
      },
    });
    const { transport, log, read } = start(
      { subscriptions: 'sse' },
      withAnswers(() => new Response(body, { statusText: 'Quite Fine', headers: { 'content-type': 'text/event-stream' } })),
    );
    const feed = await collect(transport);
    await pass(10);
    const message = (tick: number) => `event: next\ndata: {"data":{"tick":${tick}}}\n\n`;
    expect(read()).toMatchObject([{ outcome: 'live', status: 200 }]);
    const har = wireLogHar(log.get().entries, { pageUrl: 'https://oriel.test/' });
    expect(har.log.entries[0]?.response.statusText).toBe('Quite Fine');
    send(message(1));
    await pass(10);
    send(`:\n\n${message(2)}${message(3)}`);
    await pass(10);
    expect(read()).toMatchObject([{ outcome: 'live' }]);
    expect(log.get().entries[0]?.traffic.events).toBe(3);
    send('event: complete\ndata:\n\n');
    finish();
    await pass(10);
    expect(feed.ended()).toBe(true);
    expect(read()).toMatchObject([{ outcome: 'ok' }]);
    expect(log.get().entries[0]?.traffic.events).toBe(3);
  });

  it('a response that was aborted while it arrived: its status, and the received size', async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"data":'));
      },
    });
    const { transport, log, read } = start(
      {},
      withAnswers(() => new Response(body, { headers: { 'content-type': 'text/x' } })),
    );
    const { unsubscribe } = transport.client.query('{ a }', {}).subscribe(() => undefined);
    await pass(150);
    unsubscribe();
    await pass(10);
    expect(read()).toMatchObject([{ outcome: 'cancelled', status: 200, bytesDown: 8 }]);
    const [file] = wireLogHar(log.get().entries, { pageUrl: 'http://x/' }).log.entries;
    expect(file?.response).toMatchObject({ status: 200, bodySize: 8, content: { mimeType: 'text/x' } });
  });

  it('a streamed answer: its parts, counted', async () => {
    const parts = ['{"data":{"a":1},"hasNext":true}', '{"incremental":[{"path":[],"data":{"b":2}}],"hasNext":false}'];
    const body = `${parts.map(part => `\r\n---\r\ncontent-type: application/json\r\n\r\n${part}`).join('')}\r\n-----\r\n`;
    const { transport, log, read } = start({}, withAnswers(json(body, 200, 'multipart/mixed; boundary="-"')));
    await transport.client.query('{ a ... @defer { b } }', {}).toPromise();
    await settle();
    const [summary] = read();
    expect(summary?.outcome).toBe('ok');
    expect(summary?.attempts[0]?.parts.length).toBeGreaterThan(0);
    expect(summary?.bytesDown).toBeGreaterThan(60);
    const [entry] = log.get().entries;
    const answer = entry && summary?.attempts[0] ? answerBody(entry, summary.attempts[0])?.read() : null;
    for (const part of parts) expect(answer).toContain(part);
    const har = wireLogHar(log.get().entries, { pageUrl: 'https://oriel.test/' });
    expect(har.log.entries[0]?.response.content.text).toBe(answer);
  });

  it('a streamed response that repeats the credentials of the request', async () => {
    const body = `---\r\n\r\n{"data":{"youSent":"k3y-of-mine"},"hasNext":false}\r\n-----\r\n`;
    const { transport, log } = start(
      { headers: { 'x-api-key': 'k3y-of-mine' } },
      withAnswers(json(body, 200, 'multipart/mixed; boundary="-"')),
    );
    await transport.client.query('{ youSent ... @defer { b } }', {}).toPromise();
    await settle();
    const file = writeWireFile(log.get().entries, 0);
    expect(file).toContain('youSent');
    expect(file).not.toContain('k3y-of-mine');
  });
});

describe('subscriptions and their connection', () => {
  it('a feed and its connection are two entries that share their frames', async () => {
    const { transport, network, log, read } = start();
    const ticks = await collect(transport);
    await network.latest().accept();
    const id = network.latest().subscribes[0]?.id ?? '';
    for (const tick of [1, 2]) network.latest().receive({ type: 'next', id, payload: { data: { tick } } });
    expect(log.get().entries.map(({ id: entry, kind, name }) => [entry, kind, name])).toEqual([
      ['1', 'subscription', 'Ticks'],
      ['s1', 'socket', 'ws://test/graphql'],
    ]);
    expect(read().map(({ outcome }) => outcome)).toEqual(['live', 'live']);
    expect(log.find('1')?.traffic).toMatchObject({ events: 2, framesIn: 2, framesOut: 1 });
    expect(log.find('s1')?.traffic).toMatchObject({ events: 2, framesIn: 3, framesOut: 2 });
    expect(log.find('1')?.connection).toBe('s1');
    ticks.unsubscribe();
    expect(read()[0]?.outcome).toBe('cancelled');
    await pass(3000);
    expect(read()[1]).toMatchObject({ outcome: 'closed', close: { code: 1000, byUs: true } });
    transport.dispose();
  });

  it('a retried subscription: waiting with its number, live again, failed after the last', async () => {
    const { transport, network, read } = start({ subscriptionRetries: 2 });
    await collect(transport);
    await network.latest().accept();
    const fail = () =>
      network
        .latest()
        .receive({ type: 'error', id: network.latest().subscribes.at(-1)?.id ?? '', payload: [{ message: 'not yet' }] });
    fail();
    await settle();
    expect(read()[0]).toMatchObject({ outcome: 'waiting', wait: { for: 'retry', ms: 500, attempt: 1, of: 2 }, failure: null });
    await pass(500);
    expect(read()[0]).toMatchObject({ outcome: 'live', retries: 1 });
    fail();
    await pass(1000);
    expect(read()[0]).toMatchObject({ outcome: 'live', retries: 2, wait: { ms: 1000, attempt: 2 } });
    fail();
    await settle();
    expect(read()[0]).toMatchObject({
      outcome: 'failed',
      failure: { tag: 'graphql' },
      stages: { retry: 'warning', result: 'danger' },
    });
    transport.dispose();
  });

  it('a reconnect: a new entry for each connection, the wait at the lost one, all of it seen by the feed', async () => {
    const { transport, network, log, read } = start();
    await collect(transport);
    await network.latest().accept();
    network.latest().lose();
    await settle();
    expect(read()[0]).toMatchObject({ outcome: 'waiting', wait: { for: 'reconnect', ms: 100, attempt: 1, of: null } });
    expect(read()[1]).toMatchObject({ outcome: 'failed', close: { code: 1006, byUs: false }, wait: { ms: 100 } });
    await pass(100);
    await network.latest().accept();
    expect(log.get().entries.map(({ id }) => id)).toEqual(['1', 's1', 's2']);
    expect(read().map(({ outcome }) => outcome)).toEqual(['live', 'failed', 'live']);
    expect(read()[0]).toMatchObject({ reconnects: 1, stages: { subscription: 'busy' } });
    expect(types(log, 0)).toEqual(
      expect.arrayContaining(['socketOpening', 'socketClosed', 'reconnectWait', 'socketAcknowledged', 'frame']),
    );
    expect(log.find('1')?.connection).toBe('s2');
    transport.dispose();
  });

  it('a feed that the server ends is over', async () => {
    const { transport, network, read } = start();
    await collect(transport);
    await network.latest().accept();
    network.latest().receive({ type: 'complete', id: network.latest().subscribes[0]?.id ?? '' });
    await settle();
    expect(read()[0]?.outcome).toBe('ok');
    transport.dispose();
  });
});

describe('bounds', () => {
  it('keeps the latest 2,000 entries and counts the dropped ones', async () => {
    const { tap, log } = bare();
    for (let n = 0; n < WIRE_LIMITS.entries + 50; n++) query(tap, `Q${n}`);
    expect(log.get().entries).toHaveLength(WIRE_LIMITS.entries);
    expect(log.get().entries[0]?.name).toBe('Q50');
    expect(log.get().dropped).toBe(50);
  });

  it('drops finished entries before a running feed', () => {
    const { tap, log } = bare();
    const feed = { id: tap.nextId(), key: 1, kind: 'subscription' as const, name: 'Feed' };
    tap.emit({ type: 'started', requestPolicy: 'cache-first', ...nothing }, feed);
    for (let n = 0; n < WIRE_LIMITS.entries + 10; n++) query(tap, `Q${n}`);
    expect(log.get().entries[0]?.name).toBe('Feed');
    expect(log.get().entries).toHaveLength(WIRE_LIMITS.entries);
  });

  it('keeps the first and the latest steps of a busy feed, and counts all', () => {
    const { tap, log } = bare();
    const feed = { id: tap.nextId(), key: 1, kind: 'subscription' as const, name: 'Feed' };
    tap.emit({ type: 'started', requestPolicy: 'cache-first', ...nothing }, feed);
    for (let n = 0; n < 10_000; n++) frame(tap, feed, `{"n":${n}}`);
    const entry = log.find(String(feed.id));
    expect(entry?.traffic).toMatchObject({ events: 10_000 });
    expect(entry?.steps.length).toBeLessThan(WIRE_LIMITS.stepsOfEntry + 100);
    expect((entry?.steps.length ?? 0) + (entry?.letGo ?? 0)).toBe(10_001);
    expect(entry?.steps[0]?.type).toBe('started');
    const last = entry?.steps.at(-1);
    expect(last?.type === 'frame' && last.body?.read()).toBe('{"n":9999}');
  });

  it('keeps at most 40,000 steps of all', () => {
    const { tap, log } = bare();
    for (let n = 0; n < 150; n++) {
      const feed = { id: tap.nextId(), key: n, kind: 'subscription' as const, name: `Feed${n}` };
      tap.emit({ type: 'started', requestPolicy: 'cache-first', ...nothing }, feed);
      for (let m = 0; m < 400; m++) frame(tap, feed, '{}');
      tap.emit({ type: 'ended' }, feed);
    }
    const { entries } = log.get();
    expect(entries.reduce((sum, { steps }) => sum + steps.length, 0)).toBeLessThanOrEqual(WIRE_LIMITS.steps);
    expect(entries.at(-1)?.name).toBe('Feed149');
    expect(entries.length).toBeGreaterThan(80);
  });

  it('keeps 24 MB of bodies, the latest, none above 8 MB unless asked to', () => {
    const { tap, log } = bare();
    for (let n = 0; n < 10; n++) query(tap, `Q${n}`, 5_000_000);
    const texts = () => log.get().entries.map(entry => summarise(entry).attempts[0]?.response?.body?.read()?.length ?? null);
    expect(texts().filter(length => length !== null)).toHaveLength(4);
    expect(texts().at(-1)).toBe(5_000_000);
    query(tap, 'TooLarge', 9_000_000);
    expect(texts().at(-1)).toBeNull();
    expect(summarise(log.get().entries.at(-1) as never).bytesDown).toBe(9_000_000);
    log.keepLarge(true);
    query(tap, 'Large', 60_000_000);
    expect(texts().at(-1)).toBe(60_000_000);
    log.keepLarge(false);
    expect(texts().every(length => length === null)).toBe(true);
  });

  it('builds a body only when it is read', () => {
    const { tap, log } = bare();
    let made = 0;
    query(tap, 'Q', 100, () => {
      made++;
      return 'text';
    });
    expect(log.get().entries.map(summarise)[0]?.bytesDown).toBe(100);
    expect(made).toBe(0);
  });

  it('calls its listeners at most every 100 ms, and works without any', async () => {
    const { tap, log } = bare();
    let told = 0;
    const stop = log.subscribe(() => {
      told++;
    });
    for (let n = 0; n < 50; n++) query(tap, 'Q');
    expect(told).toBe(0);
    const before = log.get();
    await pass(100);
    expect(told).toBe(1);
    expect(log.get()).not.toBe(before);
    expect(log.get()).toBe(log.get());
    stop();
    query(tap, 'Q');
    expect(jest.getTimerCount()).toBe(0);
    expect(log.get().entries).toHaveLength(51);
  });
});

describe('pause and clear', () => {
  it('while paused, nothing new is recorded, and requests in flight are recorded to their end', () => {
    const { tap, log } = bare();
    const first = begin(tap, 'First');
    log.pause(true);
    expect(log.get().paused).toBe(true);
    query(tap, 'Second');
    tap.emit({ type: 'ended' }, first);
    expect(log.get().entries.map(({ name, endedAt }) => [name, endedAt !== null])).toEqual([['First', true]]);
    log.pause(false);
    query(tap, 'Third');
    expect(log.get().entries.map(({ name }) => name)).toEqual(['First', 'Third']);
  });

  it('what started while paused and continues gets an entry that says so', () => {
    const { tap, log } = bare();
    log.pause(true);
    const feed = { id: tap.nextId(), key: 1, kind: 'subscription' as const, name: 'Feed' };
    tap.emit({ type: 'started', requestPolicy: 'cache-first', ...nothing }, feed);
    tap.emit({ type: 'socketOpening', url: 'ws://test/graphql', attempt: 1 });
    frame(tap, feed, '{}');
    expect(log.get().entries).toEqual([]);
    log.pause(false);
    frame(tap, feed, '{}');
    expect(log.get().entries.map(({ kind, partial }) => [kind, partial])).toEqual([
      ['subscription', true],
      ['socket', true],
    ]);
    expect(
      log
        .get()
        .entries.map(summarise)
        .map(({ outcome }) => outcome),
    ).toEqual(['live', 'live']);
  });

  it('clear removes finished entries and keeps running ones', () => {
    const { tap, log } = bare();
    query(tap, 'Over');
    const open = begin(tap, 'Open');
    log.clear();
    expect(log.get().entries.map(({ name }) => name)).toEqual(['Open']);
    tap.emit({ type: 'ended' }, open);
    expect(log.get().entries[0]?.endedAt).not.toBeNull();
  });

  it('hydration shows no entries, although requests were sent before it', () => {
    const { tap, log } = bare();
    query(tap, 'Early');
    expect(log.get().entries).toHaveLength(1);
    expect(log.rendered?.().entries).toEqual([]);
  });

  it('nothing is recorded without a tap, and nothing more after dispose', () => {
    expect(createWireLog({ tap: undefined, clock: systemClock, token: () => '' }).get().entries).toEqual([]);
    const { tap, log } = bare();
    log.dispose();
    query(tap, 'Late');
    expect(log.get().entries).toEqual([]);
    expect(tap.active).toBe(false);
  });
});

describe('secrets', () => {
  const OPAQUE = 'opaque-token-7f3a9';
  const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJuaWxzIn0.c2lnbmF0dXJl';

  /** Everything that can be seen or taken away. */
  const everything = (log: WireLog): string =>
    JSON.stringify(wireLogHar(log.get().entries, { pageUrl: 'https://oriel.test/' })) +
    writeWireFile(log.get().entries, 0) +
    JSON.stringify(log.get().entries);

  it('no token appears anywhere: header, echo in an answer, in an error, in a frame, in an address, in a configured header', async () => {
    for (const token of [OPAQUE, JWT]) {
      const { transport, network, storage, log } = start(
        {
          httpEndpoint: `http://nils:${token}@test/graphql?api_key=${token}`,
          wsEndpoint: `ws://test/graphql?token=${token}`,
          headers: { 'x-hasura-admin-secret': 'configured-secret' },
        },
        withAnswers(
          new Response(JSON.stringify({ data: { echo: `you sent ${token}` } }), {
            headers: { 'set-cookie': `t=${token}`, 'x-token': token },
          }),
          json({ errors: [{ message: `bad token ${token}`, extensions: { code: 'UNAUTHENTICATED', token } }] }, 401),
          json(`<html>${token}</html>`, 500, 'text/html'),
        ),
      );
      storage.values.set('apollo-token', token);
      const options = { requestPolicy: 'network-only' as const };
      await transport.client.query(`{ echo(text: "${token}") }`, { token }, options).toPromise();
      await transport.client.query('query E($t: String) { echo(text: $t) }', { t: token }, options).toPromise();
      await transport.client.query('{ page }', {}, options).toPromise();
      await collect(transport, 'subscription S($t: String) { s(t: $t) }', { t: token });
      await network.latest().accept();
      const id = network.latest().subscribes[0]?.id ?? '';
      network.latest().receive({ type: 'next', id, payload: { data: { s: token } } });
      network.latest().lose(4500, `bad ${token}`);
      await settle();
      expect(network.latest().inits[0]?.payload).toMatchObject({ Authorization: `Bearer ${token}` });
      const seen = everything(log);
      expect(seen).toContain('you sent •••');
      expect(seen).toContain('bad token •••');
      expect(seen).not.toContain(token);
      expect(seen).not.toContain('configured-secret');
      // The old one stays hidden when another has come.
      storage.values.set('apollo-token', 'another-token');
      expect(everything(log)).not.toContain(token);
      transport.dispose();
    }
  });

  it('signing in: neither the code that was sent nor the token that was received, whatever their names', async () => {
    const { transport, log } = start(
      {},
      withAnswers(json({ data: { signIn: OPAQUE } }), json({ data: { login: { key: OPAQUE } } })),
    );
    await transport.client.mutation('mutation Door($code: String!) { signIn(code: $code) }', { code: '4711-0815' }).toPromise();
    await transport.client.mutation('mutation { login(user: "nils", word: "sesame") { key } }', {}).toPromise();
    const seen = everything(log);
    expect(seen).toContain('signIn');
    for (const secret of [OPAQUE, '4711-0815', 'sesame']) expect(seen).not.toContain(secret);
  });

  it('credentials have many names: keys, one-time codes, numbers', async () => {
    const { transport, log } = start(
      {},
      withAnswers(
        json({ data: { createApiKey: { id: 'k1', key: OPAQUE } } }),
        json({ data: { requestOtp: { code: '83105' } } }),
        json({ data: { logIn: { ok: true } } }),
      ),
    );
    await transport.client.mutation('mutation { createApiKey { id key } }', {}).toPromise();
    await transport.client.mutation('mutation { requestOtp { code } }', {}).toPromise();
    await transport.client.mutation('mutation { logIn(member: 48151623) { ok } }', {}).toPromise();
    const seen = everything(log);
    for (const secret of [OPAQUE, '83105', '48151623']) expect(seen).not.toContain(secret);
  });

  it('a variable that a secret argument takes, in a query and in a subscription', async () => {
    const { transport, network, log } = start({}, withAnswers(json({ data: { open: true } })));
    await transport.client
      .query('query Q($w: String, $n: Int) { open(password: $w, n: $n) }', { w: 'sesame', n: 4711 })
      .toPromise();
    await collect(transport, 'subscription S($w: String) { s(password: $w) }', { w: 'sesame' });
    await network.latest().accept();
    await settle();
    const seen = everything(log);
    expect(seen).not.toContain('sesame');
    expect(seen).toContain('4711');
    transport.dispose();
  });

  it('similar names stay readable', async () => {
    const { transport, log } = start({}, withAnswers(json({ data: { addToCatalog: { id: 'catalog-item-1' } } })));
    const document = 'mutation A($input: CatalogInput!) { addToCatalog(input: $input) { id } }';
    await transport.client.mutation(document, { input: { name: 'Blog Only', code: 'NL' } }).toPromise();
    const seen = everything(log);
    for (const plain of ['catalog-item-1', 'Blog Only', 'NL']) expect(seen).toContain(plain);
  });

  it('a token learned later is masked in earlier entries', async () => {
    const { transport, log } = start(
      {},
      withAnswers(json({ data: { ticket: OPAQUE } }), json({ errors: [{ message: `hm, ${OPAQUE}` }] })),
    );
    await transport.client.mutation('mutation { buy { ticket } }', {}).toPromise();
    await transport.client.mutation('mutation { sell }', {}).toPromise();
    expect(everything(log)).toContain(OPAQUE);
    log.hide(OPAQUE);
    expect(everything(log)).not.toContain(OPAQUE);
  });
});

describe('a body that is stored outside of the log', () => {
  const got = { status: 200, contentType: 'application/json', firstByteMs: 1, ms: 1, headers: {} };
  const bodyOf = (log: WireLog) => {
    const step = log.get().entries[0]?.steps.find(each => each.type === 'response');
    return step?.type === 'response' ? step.body : undefined;
  };

  it('is read when it is shown, without secrets, also where one is cut in two', async () => {
    const { tap, log } = bare();
    log.hide('opaque-secret');
    const text = `${'x'.repeat(95)}opaque-secret${'y'.repeat(30_000)}`;
    const operation = begin(tap, 'Large');
    const laterBody = async (bytes: number) => text.slice(0, bytes);
    tap.emit({ type: 'response', ...got, bytes: text.length, laterBody }, operation);
    const body = bodyOf(log);
    expect(body?.bytes).toBe(text.length);
    expect(body?.read()).toBeNull();
    const whole = await body?.later?.(text.length);
    expect(whole).toContain('y'.repeat(30_000));
    expect(whole).not.toContain('opaque-secret');
    for (let length = 90; length < 120; length++) expect(await body?.later?.(length)).not.toMatch(/xo/);
  });

  it('does not count towards the limit of the log, and is gone once it is released', async () => {
    const { tap, log } = bare();
    query(tap, 'Kept', 1000);
    for (let turn = 0; turn < 10; turn++)
      tap.emit({ type: 'response', ...got, bytes: 50_000_000, laterBody: async () => null }, begin(tap, `Large${turn}`));
    expect(bodyOf(log)?.read()).toHaveLength(1000);
    const last = log.get().entries.at(-1)?.steps.at(-1);
    expect(last?.type === 'response' && (await last.body?.later?.(1000))).toBeNull();
  });
});

const nothing = { query: () => '', variables: () => '{}' };

/** A log over a tap of its own, for what needs no transport. */
function bare() {
  const tap = createTap();
  return { tap, log: createWireLog({ tap, clock: systemClock, token: () => '' }) };
}

type BareTap = ReturnType<typeof createTap>;

function begin(tap: BareTap, name: string) {
  const operation = { id: tap.nextId(), key: 1, kind: 'query' as const, name };
  tap.emit({ type: 'started', requestPolicy: 'network-only', ...nothing }, operation);
  return operation;
}

function query(tap: BareTap, name: string, bytes = 10, body = () => 'x'.repeat(bytes)): void {
  const operation = begin(tap, name);
  const sent = { method: 'POST', url: '/graphql', via: 'fetch' as const, headers: {} };
  tap.emit({ type: 'request', ...sent, bytes: 2, body: () => '{}' }, operation);
  const got = { status: 200, contentType: 'application/json', firstByteMs: 1, ms: 1, headers: {} };
  tap.emit({ type: 'response', ...got, bytes, body }, operation);
  tap.emit({ type: 'ended' }, operation);
}

function frame(tap: BareTap, operation: Parameters<BareTap['emit']>[1], text: string): void {
  tap.emit({ type: 'frame', direction: 'in', frame: 'next', bytes: text.length, body: () => text }, operation);
}

interface FakeXhr {
  progress(sent: number, total: number): void;
  sent(): void;
  answer(status: number, body: string): void;
}

/** XMLHttpRequests under the test's hand. */
function fakeXhr() {
  const sent: FakeXhr[] = [];
  class Xhr {
    upload: { onprogress?: (event: object) => void; onload?: (event: object) => void } = {};
    onload?: () => void;
    status = 0;
    response: ArrayBuffer | null = null;
    total = 0;
    open() {}
    setRequestHeader() {}
    onabort?: () => void;
    abort() {
      this.onabort?.();
    }
    getAllResponseHeaders = () => 'content-type: application/json\r\n';
    send() {
      sent.push({
        progress: (loaded, total) => {
          this.total = total;
          this.upload.onprogress?.({ loaded, total });
        },
        sent: () => this.upload.onload?.({ loaded: this.total }),
        answer: (status, body) => {
          this.status = status;
          this.response = new TextEncoder().encode(body).buffer as ArrayBuffer;
          this.onload?.();
        },
      });
    }
  }
  return { Xhr: Xhr as unknown as typeof XMLHttpRequest, sent };
}
