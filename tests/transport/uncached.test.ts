/** Operations that bypass the cache. */
import { settle } from '../support/fakeSockets';
import { type Answer, json, scriptedFetch } from '../support/scriptedFetch';
import { collect, startTransport } from '../support/startTransport';

const QUERY = 'query Rows($page: Int) { rows(page: $page) { id __typename } }';
const page = (id: number) => json({ data: { rows: [{ id, __typename: 'Row' }] } });

test('an uncached query adds nothing to the cache and changes nothing in it', async () => {
  const { fetch, requests } = scriptedFetch(page(1), page(2), page(3), page(4));
  const { transport } = startTransport({ forceFetchDelayMs: 0 }, { fetch });
  const ask = async (context: object): Promise<unknown> =>
    (await transport.client.query(QUERY, { page: 1 }, context).toPromise()).data?.rows[0].id;

  expect(await ask({ uncached: true, requestPolicy: 'network-only' })).toBe(1);
  // If it were cached, this query would be answered from the cache.
  expect(await ask({ requestPolicy: 'cache-first' })).toBe(2);
  expect(await ask({ uncached: true, requestPolicy: 'network-only' })).toBe(3);
  // Earlier results are still cached.
  expect(await ask({ requestPolicy: 'cache-first' })).toBe(2);
  expect(requests).toHaveLength(3);
  transport.dispose();
});

test('a mutation does not refetch an uncached query', async () => {
  const { fetch, requests } = scriptedFetch(page(1), json({ data: { save: { id: 1, __typename: 'Row' } } }), page(2));
  const { transport } = startTransport({ forceFetchDelayMs: 0 }, { fetch });
  const results: unknown[] = [];
  const { unsubscribe } = transport.client
    .query(QUERY, { page: 1 }, { uncached: true, requestPolicy: 'network-only' })
    .subscribe(result => results.push(result.data));
  await transport.client.mutation('mutation Save { save { id __typename } }', {}).toPromise();
  // A later request as a marker: nothing else is sent before it.
  await transport.client.query(QUERY, { page: 2 }).toPromise();
  expect(requests.map(request => request.json?.operationName)).toEqual(['Rows', 'Save', 'Rows']);
  expect(results).toHaveLength(1);
  unsubscribe();
  transport.dispose();
});

test('unsubscribing from an uncached query aborts its request', async () => {
  const { fetch, requests } = scriptedFetch(new Promise<Response>(() => {}));
  const { transport } = startTransport({ forceFetchDelayMs: 0 }, { fetch });
  const { unsubscribe } = transport.client
    .query(QUERY, { page: 1 }, { uncached: true, requestPolicy: 'network-only' })
    .subscribe(() => {});
  await settle();
  unsubscribe();
  expect(requests).toHaveLength(1);
  expect(requests[0]?.signal?.aborted).toBe(true);
  transport.dispose();
});

test.each([
  ['an event refetches queries of the types that its subscription names', ['Row'], ['Rows', 'Rows', 'Marker']],
  ['an event refetches nothing if its subscription names no types', undefined, ['Rows', 'Marker']],
])('%s', async (_, additionalTypenames, wanted) => {
  const { fetch, requests } = scriptedFetch(...[1, 2, 3].map(page));
  const { transport, network } = startTransport({ forceFetchDelayMs: 0 }, { fetch });
  const rows = transport.client.query(QUERY, { page: 1 }).subscribe(() => {});
  await settle();
  const context = additionalTypenames ? { additionalTypenames } : {};
  const ticks = await collect(transport, 'subscription Ticks { tick { id __typename } }', {}, context);
  await network.latest().accept();
  const id = network.latest().subscribes[0]?.id ?? '';
  network.latest().receive({ type: 'next', id, payload: { data: { tick: { id: 1, __typename: 'Row' } } } });
  await settle();
  await transport.client.query('query Marker { rows(page: 9) { id __typename } }', {}).toPromise();
  expect(requests.map(request => request.json?.operationName)).toEqual(wanted);
  expect(ticks.events()).toHaveLength(1);
  ticks.unsubscribe();
  rows.unsubscribe();
  transport.dispose();
});

const EMPTY = json({ data: { rows: [] } });
test.each<[string, object, Answer, string[]]>([
  [
    'a mutation whose result is not cached',
    { uncached: true },
    json({ data: { save: { __typename: 'Row' } } }),
    ['Rows', 'Save', 'Rows'],
  ],
  ['a mutation that returns no record', {}, json({ data: { save: true } }), ['Rows', 'Save', 'Rows']],
  ['a mutation whose answer was lost', {}, () => Promise.reject(new TypeError('Failed to fetch')), ['Rows', 'Save', 'Rows']],
  ['a mutation that was refused', {}, json({ data: null, errors: [{ message: 'No' }] }), ['Rows', 'Save']],
])('%s: active queries are refetched, as their data may have changed', async (_, context, response, wanted) => {
  const { fetch, requests } = scriptedFetch(EMPTY, response, page(2));
  const { transport } = startTransport({ forceFetchDelayMs: 0 }, { fetch });
  const seen: unknown[] = [];
  const shown = transport.client.query(QUERY, { page: 1 }).subscribe(({ data }) => {
    seen.push(data?.rows.length);
  });
  await settle();
  await transport.client.mutation('mutation Save { save }', {}, context).toPromise();
  await settle();
  expect(requests.map(request => request.json?.operationName)).toEqual(wanted);
  expect(seen.at(-1)).toBe(wanted.length === 3 ? 1 : 0);
  shown.unsubscribe();
  transport.dispose();
});

test('after a mutation an inactive query is refetched when it is next used', async () => {
  const { fetch, requests } = scriptedFetch(page(1), json({ data: { save: 7 } }), page(2));
  const { transport } = startTransport({ forceFetchDelayMs: 0 }, { fetch });
  await transport.client.query(QUERY, { page: 1 }).toPromise();
  await transport.client.mutation('mutation Save { save }', {}, { uncached: true }).toPromise();
  const { data } = await transport.client.query(QUERY, { page: 1 }).toPromise();
  expect(data?.rows[0].id).toBe(2);
  expect(requests).toHaveLength(3);
  transport.dispose();
});
