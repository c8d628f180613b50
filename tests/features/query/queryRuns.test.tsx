/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** When a run is reported, beside what goes over the wire, and what is kept of it. How the screen shows it: queryScreen.test.tsx. */
import { waitFor } from '@testing-library/react';
import type { RunRequest } from '../../../src/features/query/queryRun';
import { createQueryRuns, MOST_TEXT } from '../../../src/features/query/queryRuns';
import { systemClock } from '../../../src/lib/clock';
import { createTransport } from '../../../src/transport/createTransport';
import { json, scriptedFetch } from '../../support/scriptedFetch';
import { startTransport } from '../../support/startTransport';

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

it('a run is under way at once, and its request goes out once', async () => {
  const order: string[] = [];
  const { fetch } = scriptedFetch(() => {
    order.push('sent');
    return json({ data: { port: 'Bergen' } });
  });
  const transport = createTransport({ httpEndpoint: 'http://test/graphql', wsEndpoint: null }, { fetch });
  // The first request of all waits until it is known whether there is a token.
  await transport.client.query('{ other }', {}).toPromise();
  order.length = 0;
  const runs = createQueryRuns(transport, systemClock, undefined);
  const isDone = new Promise<void>(resolve => {
    runs.of('1').subscribe(() => {
      const state = runs.of('1').get()?.state ?? '';
      // As React draws what an event has changed.
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

it('where a hash was not known and the query went out again, the text is that of the last answer', async () => {
  const answer = '{ "data": { "port": "Oslo" } }';
  const { fetch, requests } = scriptedFetch(json({ errors: [{ message: 'PersistedQueryNotFound' }] }), json(answer));
  const { transport } = startTransport({ persistedQueries: true, forceFetchDelayMs: 0 }, { fetch });
  const runs = createQueryRuns(transport, systemClock, undefined);
  runs.run('1', REQUEST);
  await waitFor(() => expect(runs.of('1').get()?.state).toBe('done'));
  expect(requests).toHaveLength(2);
  expect(runs.of('1').get()?.texts.join('')).toBe(answer);
  runs.dispose();
  transport.dispose();
});

it('of an answer that never ends only so much text is kept as it came', async () => {
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
  // Megabytes take a busy machine a while.
  await waitFor(() => expect(now()?.data).toEqual({ port: 'Bergen' }), { timeout: 15_000 });
  expect(now()?.texts).toEqual([]);
  runs.dispose();
  transport.dispose();
}, 20_000);

it('a mutation whose tab was closed is under way until it has come out', async () => {
  let answer = (): void => {};
  const { fetch, requests } = scriptedFetch(
    () =>
      new Promise<Response>(resolve => {
        answer = () => resolve(json({ data: { rename: true } }));
      }),
  );
  const { transport } = startTransport({ forceFetchDelayMs: 0 }, { fetch });
  const runs = createQueryRuns(transport, systemClock, undefined);
  runs.run('1', { ...REQUEST, kind: 'mutation', name: 'Rename', text: 'mutation Rename { rename }' });
  await waitFor(() => expect(requests).toHaveLength(1));
  runs.drop('1');
  expect(runs.underWay()).toEqual(['Rename']);
  answer();
  await waitFor(() => expect(runs.underWay()).toEqual([]));
  expect(runs.of('1').get()).toBeNull();
  runs.dispose();
  transport.dispose();
});
