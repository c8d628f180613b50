/** Which events form which entry of the wire log, with the real transport. */
import { wireLogHar } from '../../../src/features/wire/wireLogHar';
import { responseBodyOf } from '../../../src/session/wire/wireLogAttempts';
import { readWireFile, writeWireFile } from '../../../src/session/wire/wireLogFile';
import { summarise } from '../../../src/session/wire/wireLogSummary';
import { pass, settle } from '../../support/fakeSockets';
import { type Answer, json } from '../../support/scriptedFetch';
import { collect } from '../../support/startTransport';
import { start, types, withAnswers } from './loggedTransport';

beforeEach(() => {
  jest.useFakeTimers({ now: 1_700_000_000_000 });
});
afterEach(() => {
  jest.useRealTimers();
});

describe('one entry for each execution', () => {
  it('a query: its name, screen, request, response and duration', async () => {
    const { transport, log, read } = start(
      {},
      withAnswers(async () => {
        await new Promise(resolve => setTimeout(resolve, 12));
        return json({ data: { ships: [{ name: 'Nordlys' }] } });
      }),
    );
    const result = transport.client.query('query Ships($n: Int) { ships(n: $n) { name } }', { n: 3 }).toPromise();
    await pass(12);
    await result;
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

  it('a persisted hit: answered by hash alone', async () => {
    const { transport, read } = start({ persistedQueries: true }, withAnswers(json({ data: { a: 1 } })));
    await transport.client.query('query A { a }', {}).toPromise();
    expect(read()[0]).toMatchObject({ persisted: 'hit', stages: { persisted: 'ok' } });
  });

  it('a cached result: nothing sent, and the operation', async () => {
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

  it('a query that was cancelled, by leaving its screen or by the user', async () => {
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
    // As useQuery does: a read of the cache, then the query itself.
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

  it('each kind of failure', async () => {
    const cases: [Answer, object][] = [
      [new TypeError('refused'), { tag: 'network' }],
      [json('<html>', 502, 'text/html'), { tag: 'parse', status: 502 }],
      [json({ message: 'no' }, 503), { tag: 'http', status: 503 }],
      [json({ errors: [{ message: 'boom' }] }), { tag: 'graphql', errors: [{ message: 'boom' }] }],
      [json({ errors: [{ message: 'who?', extensions: { code: 'UNAUTHENTICATED' } }] }), { tag: 'auth', signedOut: true }],
    ];
    for (const [response, failure] of cases) {
      const { transport, read } = start({}, withAnswers(response));
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

  it('an upload: parts and sizes, its speed, and the time of the server', async () => {
    const { Xhr, sent } = fakeXhr();
    const { transport, read, log } = start({}, { XMLHttpRequest: Xhr });
    const file = new File([new Uint8Array(2_000_000)], 'photo.png', { type: 'image/png' });
    const response = transport.client.mutation('mutation Send($f: Upload!) { send(f: $f) }', { f: file }).toPromise();
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
    await response;
    const [summary] = read();
    expect(summary?.upload).toMatchObject({ parts: 3, sendMs: 500, serverMs: 1200, working: false });
    expect(summary).toMatchObject({ outcome: 'ok', ms: 1700 });
    expect(summary?.attempts[0]?.request).toMatchObject({ via: 'xhr' });
    expect(summary?.attempts[0]?.request.body.read()).toContain('"variables":{"f":null}');
    // Only some of a hundred progress events are kept, with the first and the last.
    const progress = log.get().entries[0]?.steps.filter(step => step.type === 'uploading') ?? [];
    expect(progress.length).toBeGreaterThan(10);
    expect(progress.length).toBeLessThanOrEqual(60);
    expect(progress.at(-1)).toMatchObject({ sent: 2_000_000 });
  });

  it('an upload that was stopped: only the bytes that were sent count', async () => {
    const { Xhr, sent } = fakeXhr();
    const { transport, read, log } = start({}, { XMLHttpRequest: Xhr });
    const file = new File([new Uint8Array(2_000_000)], 'photo.png', { type: 'image/png' });
    const response = transport.client.mutation('mutation Send($f: Upload!) { send(f: $f) }', { f: file }).toPromise();
    await settle();
    await pass(5);
    sent[0]?.progress(500_000, 2_000_000);
    transport.cancelUpload(Number(log.get().entries[0]?.id));
    await settle();
    await response;
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
    const result = transport.client.query('{ a }', {}).toPromise();
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
    await result;
    expect(read()).toMatchObject([{ outcome: 'ok', status: 200, bytesDown: 16 }]);
    expect(read()[0]?.attempts[0]?.receiving).toBeNull();
    expect(types(log)).toEqual(['started', 'token', 'request', 'response', 'parsed', 'ended']);
  });

  it('a feed over HTTP: live once it is accepted, and each message is counted, however it arrives', async () => {
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

  it('an aborted response: its status and the received size', async () => {
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

  it('a streamed response: the number of its parts', async () => {
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
    const serverResponse = entry && summary?.attempts[0] ? responseBodyOf(entry, summary.attempts[0])?.read() : null;
    for (const part of parts) expect(serverResponse).toContain(part);
    const har = wireLogHar(log.get().entries, { pageUrl: 'https://oriel.test/' });
    expect(har.log.entries[0]?.response.content.text).toBe(serverResponse);
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

  it('a reconnect: a new entry for each connection, the wait in the lost one, and all steps in the feed', async () => {
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

interface FakeXhr {
  progress(sent: number, total: number): void;
  sent(): void;
  answer(status: number, body: string): void;
}

/** XMLHttpRequests that the test controls. */
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
