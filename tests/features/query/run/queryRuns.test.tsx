/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** When a run is reported, compared with its requests, and what is stored of it. For the screen: queryScreen.test.tsx. */
import { waitFor } from '@testing-library/react';
import { shownResult } from '../../../../src/features/query/result/shownResult';
import type { RunRequest } from '../../../../src/features/query/run/queryRun';
import { createQueryRuns } from '../../../../src/features/query/run/queryRuns';
import { MOST_TEXT } from '../../../../src/features/query/run/runResponses';
import { systemClock } from '../../../../src/lib/clock';
import { createWireLog } from '../../../../src/session/wire/wireLog';
import { writeWireFile } from '../../../../src/session/wire/wireLogFile';
import { createTransport } from '../../../../src/transport/createTransport';
import { json, scriptedFetch } from '../../../support/scriptedFetch';
import { startTransport } from '../../../support/startTransport';

const REQUEST: RunRequest = {
  kind: 'query',
  name: null,
  text: '{ port }',
  variables: {},
  headers: [],
  shape: { typename: false, fields: new Map() },
  placeOf: () => null,
  docsOf: () => null,
};

it('a run starts at once, and its request is sent once', async () => {
  const order: string[] = [];
  const { fetch } = scriptedFetch(() => {
    order.push('sent');
    return json({ data: { port: 'Bergen' } });
  });
  const transport = createTransport({ httpEndpoint: 'http://test/graphql', wsEndpoint: null }, { fetch });
  // The first request waits until the token has been read.
  await transport.client.query('{ other }', {}).toPromise();
  order.length = 0;
  const runs = createQueryRuns(transport, systemClock, undefined);
  const isDone = new Promise<void>(resolve => {
    runs.of('1').subscribe(() => {
      const state = runs.of('1').get()?.state ?? '';
      // React renders after the event that changed the state.
      queueMicrotask(() => {
        order.push(state);
        if (state === 'done') resolve();
      });
    });
  });
  expect(runs.run('1', REQUEST)).toBe(true);
  expect(runs.of('1').get()?.state).toBe('running');
  await isDone;
  expect(order.toSorted()).toEqual(['done', 'running', 'sent']);
  expect(order.at(-1)).toBe('done');
  runs.dispose();
  transport.dispose();
});

it('after a miss, the text is that of the last response', async () => {
  const response = '{ "data": { "port": "Oslo" } }';
  const { fetch, requests } = scriptedFetch(json({ errors: [{ message: 'PersistedQueryNotFound' }] }), json(response));
  const { transport } = startTransport({ persistedQueries: true, forceFetchDelayMs: 0 }, { fetch });
  const runs = createQueryRuns(transport, systemClock, undefined);
  runs.run('1', REQUEST);
  await waitFor(() => expect(runs.of('1').get()?.state).toBe('done'));
  expect(requests).toHaveLength(2);
  expect(runs.of('1').get()?.texts.join('')).toBe(response);
  runs.dispose();
  transport.dispose();
});

it('a result without mocked fields is shown unchanged', async () => {
  const { fetch } = scriptedFetch(json({ data: { port: 'Oslo' } }));
  const { transport } = startTransport({ forceFetchDelayMs: 0 }, { fetch });
  const runs = createQueryRuns(transport, systemClock, undefined);
  // biome-ignore lint/correctness/useYield: lists too deep for the stack end it before its first step
  const fill = function* (): Generator<void, unknown> {
    throw new RangeError('Maximum call stack size exceeded');
  };
  runs.run('1', { ...REQUEST, mock: { fields: ['Query.pier'], fill } });
  await waitFor(() => expect(runs.of('1').get()?.state).toBe('done'));
  expect(runs.of('1').get()?.data).toEqual({ port: 'Oslo' });
  runs.dispose();
  transport.dispose();
});

it('of a response that never ends, only a bounded text is kept', async () => {
  let body!: ReadableStreamDefaultController<Uint8Array>;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      body = controller;
    },
  });
  const { fetch } = scriptedFetch(() => new Response(stream, { headers: { 'content-type': 'text/event-stream' } }));
  const { transport } = startTransport({ forceFetchDelayMs: 0 }, { fetch });
  const runs = createQueryRuns(transport, systemClock, undefined);
  const now = () => runs.of('1').get();
  const event = (port: string): string => `event: next\ndata: ${JSON.stringify({ data: { port }, hasNext: true })}\n\n`;
  runs.run('1', REQUEST);
  body.enqueue(new TextEncoder().encode(event('Oslo')));
  await waitFor(() => expect(now()?.data).toEqual({ port: 'Oslo' }));
  expect(now()?.texts.join('')).toBe(event('Oslo'));
  body.enqueue(new TextEncoder().encode(event('x'.repeat(MOST_TEXT))));
  body.enqueue(new TextEncoder().encode(event('Bergen')));
  // Megabytes take a while on a busy machine.
  await waitFor(() => expect(now()?.data).toEqual({ port: 'Bergen' }), { timeout: 60_000 });
  expect(now()?.texts).toEqual([]);
  runs.dispose();
  transport.dispose();
});

it('a mutation whose tab was closed is in progress until its result arrives', async () => {
  let respond = (): void => {};
  const { fetch, requests } = scriptedFetch(
    () =>
      new Promise<Response>(resolve => {
        respond = () => resolve(json({ data: { rename: true } }));
      }),
  );
  const { transport } = startTransport({ forceFetchDelayMs: 0 }, { fetch });
  const runs = createQueryRuns(transport, systemClock, undefined);
  runs.run('1', { ...REQUEST, kind: 'mutation', name: 'Rename', text: 'mutation Rename { rename }' });
  await waitFor(() => expect(requests).toHaveLength(1));
  runs.drop('1');
  expect(runs.underWay()).toEqual(['Rename']);
  respond();
  await waitFor(() => expect(runs.underWay()).toEqual([]));
  expect(runs.of('1').get()).toBeNull();
  runs.dispose();
  transport.dispose();
});

/** Differs from others only in what stands in place of the plain text when it is sent. */
const withArgument = (code: string, kind: RunRequest['kind'] = 'query'): RunRequest => {
  const text = `${kind} { ...F(code: "${code}") } fragment F($code: String) on Root { port(code: $code) }`;
  const plain = `${kind} { ...F } fragment F on Root { port(code: $code) }`;
  return { ...REQUEST, kind, text, plain, rewrite: body => ({ ...body, query: text }) };
};

it('two tabs whose queries differ only in arguments of fragments send separate requests', async () => {
  const { fetch, requests } = scriptedFetch(({ json: body }) =>
    json({ data: { port: body?.query?.includes('"NO"') ? 'Bergen' : 'Malmö' } }),
  );
  const { transport } = startTransport({ forceFetchDelayMs: 0 }, { fetch });
  const runs = createQueryRuns(transport, systemClock, undefined);
  runs.run('1', withArgument('NO'));
  runs.run('2', withArgument('SE'));
  await waitFor(() => expect(['1', '2'].map(tab => runs.of(tab).get()?.state)).toEqual(['done', 'done']));
  expect(requests).toHaveLength(2);
  expect(['1', '2'].map(tab => runs.of(tab).get()?.data)).toEqual([{ port: 'Bergen' }, { port: 'Malmö' }]);
  runs.dispose();
  transport.dispose();
});

it('queries that differ only in other parts of the body send separate requests', async () => {
  const { fetch, requests } = scriptedFetch(json({ data: { port: 'Bergen' } }));
  const { transport } = startTransport({ forceFetchDelayMs: 0 }, { fetch });
  const runs = createQueryRuns(transport, systemClock, undefined);
  runs.run('1', { ...REQUEST, rewrite: body => ({ ...body, onError: 'NULL' }) });
  runs.run('2', { ...REQUEST, rewrite: body => ({ ...body, onError: 'HALT' }) });
  await waitFor(() => expect(['1', '2'].map(tab => runs.of(tab).get()?.state)).toEqual(['done', 'done']));
  expect(requests.map(({ json: body }) => (body as { onError?: string }).onError)).toEqual(['NULL', 'HALT']);
  runs.dispose();
  transport.dispose();
});

it('two subscriptions that differ only in arguments of fragments are sent separately', async () => {
  const { transport, network } = startTransport({ forceFetchDelayMs: 0 });
  const runs = createQueryRuns(transport, systemClock, undefined);
  runs.run('1', withArgument('NO', 'subscription'));
  runs.run('2', withArgument('SE', 'subscription'));
  await waitFor(() => expect(network.sockets).not.toHaveLength(0));
  await network.latest().accept();
  await waitFor(() => expect(network.latest().subscribes).toHaveLength(2));
  runs.dispose();
  transport.dispose();
});

it('Wire gets the text that is sent, so a secret argument of a fragment is not in its file', async () => {
  const { fetch } = scriptedFetch(json({ data: { save: true } }));
  const { transport } = startTransport({ forceFetchDelayMs: 0 }, { fetch });
  const log = createWireLog({ tap: transport.tap, clock: systemClock, token: () => '' });
  const runs = createQueryRuns(transport, systemClock, undefined);
  const text = 'query Q($p: String!) { ...L(secret: $p) } fragment L($secret: String) on Query { save(secret: $secret) }';
  const plain = 'query Q($p: String!) { ...L } fragment L on Query { save(secret: $secret) }';
  runs.run('1', { ...REQUEST, text, plain, variables: { p: 'hunter2hunter2' }, rewrite: body => ({ ...body, query: text }) });
  await waitFor(() => expect(runs.of('1').get()?.state).toBe('done'));
  const file = writeWireFile(log.get().entries, 0);
  expect(file).toContain('...L(secret: $p)');
  expect(file).not.toContain('hunter2');
  runs.dispose();
  transport.dispose();
});

it('a feed has one mark for each time that its connection was lost and restored', async () => {
  jest.useFakeTimers({ now: 0 });
  try {
    const { transport, network } = startTransport();
    const runs = createQueryRuns(transport, systemClock, undefined);
    runs.run('1', { ...REQUEST, kind: 'subscription', text: 'subscription Ticks { tick }' });
    const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
    await pass(0);
    const tick = (value: number) => {
      const socket = network.latest();
      socket.receive({ type: 'next', id: socket.subscribes[0]?.id ?? '', payload: { data: { tick: value } } });
    };
    await network.latest().accept();
    tick(1);
    await pass(1000);
    network.latest().lose();
    await pass(0);
    while (network.sockets.length < 2) await pass(100);
    await network.latest().accept();
    const back = Date.now();
    await pass(500);
    tick(2);
    tick(3);
    await pass(1000);
    const run = runs.of('1').get();
    if (!run) throw new Error('There is no run');

    const [third, second, gap, first, ...others] = shownResult(run) as { gap?: { from: string; to: string } }[];
    expect([third, second, first, others]).toEqual([{ data: { tick: 3 } }, { data: { tick: 2 } }, { data: { tick: 1 } }, []]);
    expect(gap).toEqual({
      gap: { from: expect.any(String), to: new Date(back).toISOString(), reason: 'connection' },
    });
    expect(Date.parse(gap?.gap?.from ?? '')).toBeLessThan(back);
    runs.dispose();
    transport.dispose();
  } finally {
    jest.useRealTimers();
  }
});

it('a subscription that is sent again says why the server refused it, without secrets, until it is accepted', async () => {
  jest.useFakeTimers({ now: 0 });
  try {
    const { transport, network } = startTransport();
    const runs = createQueryRuns(transport, systemClock, undefined);
    const text = 'subscription Ticks($password: String) { tick(password: $password) }';
    runs.run('1', { ...REQUEST, kind: 'subscription', text, variables: { password: 'hunter2hunter2' } });
    await jest.advanceTimersByTimeAsync(0);
    network.latest().lose(4403, 'Not for hunter2hunter2');
    await jest.advanceTimersByTimeAsync(100);
    expect(runs.of('1').get()).toMatchObject({ state: 'running', refusal: expect.stringMatching(/^Not for (?!hunter2)/) });
    while (network.sockets.length < 2) await jest.advanceTimersByTimeAsync(100);
    await network.latest().accept();
    expect(runs.of('1').get()).toMatchObject({ state: 'running', isConnected: true, refusal: null });
    runs.dispose();
    transport.dispose();
  } finally {
    jest.useRealTimers();
  }
});
