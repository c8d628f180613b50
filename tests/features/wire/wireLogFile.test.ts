/** Exports of the wire log: a HAR that is valid against its schema, and a file that Oriel can open. */
import { createRequire } from 'node:module';
import { wireLogHar } from '../../../src/features/wire/wireLogHar';
import { systemClock } from '../../../src/lib/clock';
import { createWireLog } from '../../../src/session/wire/wireLog';
import type { WireEntry } from '../../../src/session/wire/wireLogEntry';
import { readWireFile, WireFileError, writeWireFile } from '../../../src/session/wire/wireLogFile';
import { summarise } from '../../../src/session/wire/wireLogSummary';
import type { Transport } from '../../../src/transport/transport';
import { settle } from '../../support/fakeSockets';
import fc from '../../support/fastCheck';
import { json, scriptedFetch } from '../../support/scriptedFetch';
import { collect, startTransport } from '../../support/startTransport';
import { validateHar } from '../../support/validateHar';

const load = createRequire(__filename);
/** A miss, an upload, a network error, a cached result, a feed that failed and was retried, a lost connection. */
const busyLog = async (): Promise<{ entries: readonly WireEntry[]; transport: Transport }> => {
  const { fetch } = scriptedFetch(
    json({ errors: [{ message: 'PersistedQueryNotFound' }] }, 404),
    json({ data: { ships: ['Nordlys'] } }),
    json({ data: { send: true } }),
    new TypeError('refused'),
  );
  const { transport, network } = startTransport(
    { persistedQueries: true, forceFetchDelayMs: 0, httpEndpoint: '/graphql', wsEndpoint: 'ws://test/graphql?x=1' },
    { fetch },
  );
  const log = createWireLog({ tap: transport.tap, clock: systemClock, token: () => '' });
  const { client } = transport;
  await client.query('query Ships { ships }', {}).toPromise();
  await client.query('query Ships { ships }', {}).toPromise();
  const file = new File(['12345'], 'five.txt', { type: 'text/plain' });
  await client.mutation('mutation Send($f: Upload!) { send(f: $f) }', { f: file }).toPromise();
  await client.mutation('mutation Lost { lost }', {}).toPromise();
  await collect(transport);
  await network.latest().accept();
  const id = network.latest().subscribes[0]?.id ?? '';
  network.latest().receive({ type: 'next', id, payload: { data: { tick: 1 } } });
  network.latest().receive({ type: 'error', id, payload: [{ message: 'no' }] });
  network.latest().lose(1006);
  await settle();
  return { entries: log.get().entries, transport };
};

const options = { pageUrl: 'https://oriel.test/wire' };
const { version } = load('../../../package.json') as { version: string };

describe('HAR 1.2', () => {
  it('is valid against the schema of the specification, which rejects an invalid file', async () => {
    const { entries, transport } = await busyLog();
    const har = JSON.parse(JSON.stringify(wireLogHar(entries, options)));
    expect(validateHar(har)).toEqual([]);
    expect(validateHar(JSON.parse(JSON.stringify(wireLogHar([], options))))).toEqual([]);
    delete har.log.entries[0].request.method;
    expect(validateHar(har)).not.toEqual([]);
    transport.dispose();
  });

  it('contains each request with its response, and the frames in the form that Chrome writes', async () => {
    const { entries, transport } = await busyLog();
    const { log } = wireLogHar(entries, options);
    expect(log).toMatchObject({ version: '1.2', creator: { name: 'Oriel', version } });
    const [hash, full, upload, lost, socket] = log.entries;
    expect(log.entries).toHaveLength(5);
    expect(hash).toMatchObject({
      request: { method: 'POST', url: 'https://oriel.test/graphql' },
      response: { status: 404 },
      comment: 'query Ships hash',
      _resourceType: 'fetch',
    });
    expect(JSON.parse(full?.request.postData?.text ?? '')).toMatchObject({ operationName: 'Ships', query: expect.any(String) });
    expect(full?.response.content).toMatchObject({
      text: '{"data":{"ships":["Nordlys"]}}',
      mimeType: 'application/json',
      size: 30,
    });
    expect(upload?.request.postData?.params).toEqual([
      { name: 'operations', value: expect.stringContaining('"f":null') },
      { name: 'map' },
      { name: '1', fileName: 'five.txt', contentType: 'text/plain' },
    ]);
    expect(lost?.response).toMatchObject({ status: 0, content: { size: 0 } });
    expect(socket).toMatchObject({
      request: { method: 'GET', url: 'ws://test/graphql?x=%E2%80%A2%E2%80%A2%E2%80%A2' },
      response: { status: 101 },
      _resourceType: 'websocket',
    });
    expect(socket?._webSocketMessages?.map(({ type, opcode, data }) => [type, opcode, JSON.parse(data).type])).toEqual([
      ['send', 1, 'connection_init'],
      ['receive', 1, 'connection_ack'],
      ['send', 1, 'subscribe'],
      ['receive', 1, 'next'],
      ['receive', 1, 'error'],
    ]);
    for (const { time, timings } of log.entries) {
      expect(time).toBeGreaterThanOrEqual(0);
      expect(timings.send + timings.wait + timings.receive).toBe(time);
    }
    transport.dispose();
  });

  it('has the URL of a GET, and no body', async () => {
    const { fetch } = scriptedFetch(json({ data: { ships: [] } }));
    const { transport } = startTransport({ queryMethod: 'get', persistedQueries: true }, { fetch });
    const log = createWireLog({ tap: transport.tap, clock: systemClock, token: () => '' });
    await transport.client.query('query Ships { ships }', {}).toPromise();
    const har = JSON.parse(JSON.stringify(wireLogHar(log.get().entries, options)));
    expect(validateHar(har)).toEqual([]);
    const [{ request }] = har.log.entries;
    expect(request).toMatchObject({ method: 'GET', url: expect.stringContaining('?'), bodySize: 0 });
    expect(request).not.toHaveProperty('postData');
    transport.dispose();
  });

  it.each([
    ['websocket', 'ws://test/graphql', 'graphql-transport-ws'],
    ['legacy-websocket', 'ws://test/graphql', 'graphql-ws'],
    // Without the second one that it offers, which holds the credentials.
    ['auto', 'wss://a.appsync-realtime-api.eu-west-1.amazonaws.com/graphql', 'graphql-ws'],
  ] as const)('names the subprotocol of a websocket: %s, %s', async (subscriptions, wsEndpoint, protocol) => {
    const { transport } = startTransport({ subscriptions, wsEndpoint, headers: { 'x-api-key': 'hunter2' } });
    const log = createWireLog({ tap: transport.tap, clock: systemClock, token: () => '' });
    await collect(transport);
    const read = readWireFile(writeWireFile(log.get().entries, 0));
    for (const entries of [log.get().entries, read.entries]) {
      const socket = wireLogHar(entries, options).log.entries.find(({ _resourceType }) => _resourceType === 'websocket');
      expect(socket?.request.headers).toEqual([{ name: 'Sec-WebSocket-Protocol', value: protocol }]);
    }
    transport.dispose();
  });

  it('has the frames of a legacy websocket with the names that were sent', async () => {
    const { transport, network } = startTransport({ subscriptions: 'legacy-websocket', wsEndpoint: 'ws://test/graphql' });
    const log = createWireLog({ tap: transport.tap, clock: systemClock, token: () => '' });
    const { unsubscribe } = await collect(transport);
    const peer = network.latest();
    await peer.accept();
    peer.receive({ type: 'ka' });
    const id = peer.sent.find(({ type }) => type === 'start')?.id ?? '';
    peer.receive({ type: 'data', id, payload: { data: { tick: 1 } } });
    await settle();
    unsubscribe();
    await settle();
    const entry = wireLogHar(log.get().entries, options).log.entries.find(({ _resourceType }) => _resourceType === 'websocket');
    const ours = entry?._webSocketMessages?.filter(({ type }) => type === 'send').map(({ data }) => JSON.parse(data).type);
    expect(ours).toEqual(peer.sent.map(({ type }) => type));
    expect(entry?._webSocketMessages?.filter(({ type }) => type === 'receive').map(({ data }) => JSON.parse(data))).toEqual([
      { type: 'connection_ack' },
      { type: 'ka' },
      { type: 'data', id, payload: { data: { tick: 1 } } },
    ]);
    transport.dispose();
  });
});

describe('a file of Oriel', () => {
  it('restores every entry with every step and every text', async () => {
    const { entries, transport } = await busyLog();
    const file = readWireFile(writeWireFile(entries, 1_700_000_000_000));
    expect(file.savedAt).toBe(1_700_000_000_000);
    expect(file.entries.map(entry => entry.steps.map(step => step.type))).toEqual(
      entries.map(entry => entry.steps.map(step => step.type)),
    );
    const plain = (list: readonly WireEntry[]) =>
      JSON.parse(
        JSON.stringify(list, (key, value) =>
          key === 'revision' ? undefined : typeof value?.read === 'function' ? value.read() : value,
        ),
      );
    expect(plain(file.entries)).toEqual(plain(entries));
    expect(file.entries.map(summarise).map(s => s.outcome)).toEqual(entries.map(summarise).map(s => s.outcome));
    expect(readWireFile(writeWireFile([], 0)).entries).toEqual([]);
    transport.dispose();
  });

  const problem = (text: string): string => {
    try {
      readWireFile(text);
      return 'none';
    } catch (error) {
      if (!(error instanceof WireFileError)) throw error;
      return `${error.problem} ${error.place}`.trim();
    }
  };

  it('reports the error and its position in a file that is foreign, newer or damaged', async () => {
    expect(problem('<html>')).toBe('notJson');
    expect(problem('')).toBe('notJson');
    expect(problem('[]')).toBe('notWire');
    expect(problem('{"log":{"version":"1.2","entries":[]}}')).toBe('notWire');
    expect(problem('{"format":"oriel-wire","version":2,"savedAt":0,"entries":[]}')).toBe('newer');
    expect(problem(`{"format":"oriel-wire","version":1,"savedAt":0,"entries":${JSON.stringify(Array(2001).fill({}))}}`)).toBe(
      'tooLarge',
    );
    const { entries, transport } = await busyLog();
    const text = writeWireFile(entries, 0);
    const spoil = (change: (file: { entries: { steps: Record<string, unknown>[] }[] }) => void): string => {
      const file = JSON.parse(text);
      change(file);
      return problem(JSON.stringify(file));
    };
    expect(spoil(file => Object.assign(file.entries[1] ?? {}, { kind: 'cake' }))).toBe('damaged entries[1].kind');
    expect(spoil(file => Object.assign(file.entries[0]?.steps[1] ?? {}, { at: 1e300 }))).toBe('damaged entries[0].steps[1].at');
    expect(spoil(file => Object.assign(file.entries[0]?.steps[0] ?? {}, { type: 'constructor' }))).toBe(
      'damaged entries[0].steps[0].type',
    );
    expect(spoil(file => file.entries.push(file.entries[0] as never))).toBe(`damaged entries[${entries.length}].id`);
    transport.dispose();
  });

  it('is refused if it holds more steps or errors than a log, or is nested too deeply', async () => {
    const { entries, transport } = await busyLog();
    transport.dispose();
    const [first] = JSON.parse(writeWireFile(entries, 0)).entries as Record<string, unknown>[];
    const file = (steps: readonly unknown[]): string =>
      JSON.stringify({ format: 'oriel-wire', version: 1, savedAt: 0, entries: [{ ...first, steps }] });
    const failed = (errors: readonly unknown[]) => ({ at: 0, type: 'failed', failure: { tag: 'graphql', message: '', errors } });
    expect(problem(file(Array(40_000).fill({ at: 0, type: 'ended' })))).toBe('none');
    expect(problem(file(Array(40_001).fill({ at: 0, type: 'ended' })))).toBe('tooLarge');
    expect(problem(file([failed(Array(1000).fill({ message: 'no' }))]))).toBe('none');
    expect(problem(file([failed(Array(20_000).fill({ message: 'no' }))]))).toBe('tooLarge');
    const deep = `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`;
    expect(problem(file([failed([{ message: '', extensions: {} }])]).replace('"extensions":{}', `"extensions":${deep}`))).toBe(
      'notJson',
    );
  });

  it('is read or refused with any part replaced, and reading never throws', async () => {
    const { entries, transport } = await busyLog();
    transport.dispose();
    const original = JSON.parse(writeWireFile(entries, 0));
    const paths: string[][] = [];
    const walk = (value: unknown, path: string[]): void => {
      paths.push(path);
      if (typeof value === 'object' && value !== null)
        for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key]);
    };
    walk(original, []);
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.jsonValue(), (path, value) => {
        const holder = { whole: structuredClone(original) as unknown };
        const steps = ['whole', ...path];
        let place = holder as Record<string, unknown>;
        for (const step of steps.slice(0, -1)) place = place[step] as Record<string, unknown>;
        place[steps.at(-1) ?? ''] = value;
        let read: WireEntry[];
        try {
          read = readWireFile(JSON.stringify(holder.whole)).entries;
        } catch (error) {
          expect(error).toBeInstanceOf(WireFileError);
          return;
        }
        for (const entry of read) summarise(entry);
        wireLogHar(read, options);
      }),
      { numRuns: 500 },
    );
  });
});
