/** Operations that a server knows by an id, over the whole transport: what goes out for them, and what is left as it was. */
import { parse } from 'graphql';
import { documentKey, type TrustedDocuments } from '../../../src/transport/exchanges/trustedDocumentExchange';
import type { TapEvent } from '../../../src/transport/observe/tap';
import { json, scriptedFetch } from '../../support/scriptedFetch';
import { startTransport } from '../../support/startTransport';

const ID = 'b4c1f0';
const known = (text: string, form: TrustedDocuments['form'] = 'documentId'): TrustedDocuments => ({
  ids: new Map([[documentKey(parse(text)), ID]]),
  form,
});

function start(documents: TrustedDocuments | null, persistedQueries = false) {
  const { fetch, requests } = scriptedFetch(json({ data: { port: 'Bergen' } }));
  const { transport } = startTransport({ forceFetchDelayMs: 0, persistedQueries, trustedDocuments: () => documents }, { fetch });
  const events: TapEvent[] = [];
  transport.tap.subscribe(event => events.push(event));
  const bodies = () => requests.map(request => request.json as unknown);
  return { ...transport, bodies, requests, events };
}

test('a known query is sent by its id alone, however it is laid out', async () => {
  const { client, bodies, events, dispose } = start(
    known('query Port($a: Int) { port(a: $a) { id, __typename ...F } } fragment F on Port { name }'),
  );
  const text = 'fragment F on Port {\n # the name\n name }\n query Port($a: Int) { port(a: $a) { id ...F } }';
  await client.query(text, { a: 1 }).toPromise();
  expect(bodies()).toEqual([{ documentId: ID, operationName: 'Port', variables: { a: 1 } }]);
  expect(events.find(({ type }) => type === 'documentId')).toMatchObject({ id: ID });
  dispose();
});

test("of an Apollo manifest the id is sent as Apollo's clients send it", async () => {
  const { client, bodies, dispose } = start(known('{ port }', 'extension'));
  await client.query('{ port }', {}).toPromise();
  expect(bodies()).toEqual([
    { operationName: null, variables: {}, extensions: { persistedQuery: { version: 1, sha256Hash: ID } } },
  ]);
  dispose();
});

test('a known mutation goes by its id too, and a query of no manifest as text or by hash as before', async () => {
  const { client, bodies, dispose } = start(known('mutation Keep { keep }'), true);
  await client.mutation('mutation Keep { keep }', {}).toPromise();
  await client.query('{ port }', {}).toPromise();
  expect(bodies()).toEqual([
    { documentId: ID, operationName: 'Keep', variables: {} },
    { operationName: null, variables: {}, extensions: { persistedQuery: { version: 1, sha256Hash: expect.any(String) } } },
  ]);
  dispose();
});

test('a known query is not hashed, and its refusal goes to the caller: nothing is sent again as text', async () => {
  const { fetch, requests } = scriptedFetch(json({ errors: [{ message: 'PersistedQueryNotFound' }] }, 400));
  const { transport } = startTransport(
    { forceFetchDelayMs: 0, persistedQueries: true, trustedDocuments: () => known('{ port }') },
    { fetch },
  );
  const result = await transport.client.query('{ port }', {}).toPromise();
  expect(result.error?.graphQLErrors[0]?.message).toBe('PersistedQueryNotFound');
  expect(requests).toHaveLength(1);
  expect(transport.persisted.get().state).toBe('on');
  transport.dispose();
});

test('what its caller changes of the body is sent with the id', async () => {
  const { client, bodies, dispose } = start(known('{ port }'));
  await client.query('{ port }', {}, { rewrite: (body: object) => ({ ...body, onError: 'HALT' }) }).toPromise();
  expect(bodies()).toEqual([{ documentId: ID, operationName: null, variables: {}, onError: 'HALT' }]);
  dispose();
});

test('what is sent as another text than it was read in is not the document that is known', async () => {
  const { client, bodies, events, dispose } = start(known('{ ...F } fragment F on Query { port }'));
  const query = '{ ...F(code: "NO") } fragment F($code: String) on Query { port }';
  const rewrite = (body: object) => ({ ...body, query });
  await client.query('{ ...F } fragment F on Query { port }', {}, { rewrite }).toPromise();
  expect(bodies()).toEqual([{ operationName: null, query, variables: {} }]);
  expect(events.find(({ type }) => type === 'documentId')).toBeUndefined();
  dispose();
});

test('what holds a file is sent as text', async () => {
  const text = 'query Port($f: Upload) { port(f: $f) }';
  const { client, requests, dispose } = start(known(text));
  await client.query(text, { f: new Blob(['x']) }).toPromise();
  expect(JSON.parse(String(requests[0]?.form?.get('operations')))).toMatchObject({ query: expect.stringContaining('port') });
  dispose();
});

test('a selection of nothing but __typename is not the same as none, nor is an alias of it left out', () => {
  const key = (text: string) => documentKey(parse(text));
  expect(key('{ a { __typename } }')).not.toBe(key('{ a }'));
  expect(key('{ a { t: __typename b } }')).not.toBe(key('{ a { b } }'));
  expect(key('{ __typename a }')).toBe(key('{ a }'));
});
