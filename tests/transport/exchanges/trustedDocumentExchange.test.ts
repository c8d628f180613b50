/** The trustedDocumentExchange, driven directly and in the whole transport: which requests change, and which do not. */
import { parse } from 'graphql';
import {
  documentKey,
  type TrustedDocuments,
  trustedDocumentExchange,
} from '../../../src/transport/exchanges/trustedDocumentExchange';
import { createTap, type TapEvent } from '../../../src/transport/observe/tap';
import { contextOf } from '../../../src/transport/pipelineContext';
import { driveExchange, operationOf } from '../../support/driveExchange';
import { json, scriptedFetch } from '../../support/scriptedFetch';
import { startTransport } from '../../support/startTransport';

const ID = 'b4c1f0';
const BY_ID = { documentId: ID, extensions: { persistedQuery: { version: 1, sha256Hash: ID } } };
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

describe('driven directly', () => {
  const drive = (documents: TrustedDocuments | null) =>
    driveExchange(trustedDocumentExchange({ trustedDocuments: () => documents, tap: createTap() }));

  it('a known query is forwarded with its id in place of the text, and the persisted stage skips it', () => {
    const driven = drive(known('query Port { port }'));
    driven.send(operationOf('query', 'query Port { port }'));
    const [forwarded] = driven.forwarded;
    expect(forwarded?.context.persistAttempt).toBe(true);
    const body = { operationName: 'Port', query: 'query Port { port }', variables: {} };
    expect(forwarded && contextOf(forwarded).rewrite?.(body)).toEqual({ ...BY_ID, operationName: 'Port', variables: {} });
  });

  it.each([
    ['an unknown query', known('{ other }'), operationOf('query', '{ port }')],
    [
      'a query with a file',
      known('query F($f: Upload) { port(f: $f) }'),
      operationOf('query', 'query F($f: Upload) { port(f: $f) }', { f: new Blob(['x']) }),
    ],
    ['a subscription', known('subscription { port }'), operationOf('subscription', 'subscription { port }')],
    ['any query without documents', null, operationOf('query', '{ port }')],
  ])('%s is forwarded unchanged', (_what, documents, operation) => {
    const driven = drive(documents);
    driven.send(operation);
    expect(driven.forwarded).toEqual([operation]);
    expect(driven.forwarded[0]).toBe(operation);
  });
});

test('a known query is sent by its id alone, in both places where servers read it, whatever its formatting', async () => {
  const { client, bodies, events, dispose } = start(
    known('query Port($a: Int) { port(a: $a) { id, __typename ...F } } fragment F on Port { name }'),
  );
  const text = 'fragment F on Port {\n # the name\n name }\n query Port($a: Int) { port(a: $a) { id ...F } }';
  await client.query(text, { a: 1 }).toPromise();
  expect(bodies()).toEqual([{ ...BY_ID, operationName: 'Port', variables: { a: 1 } }]);
  expect(events.find(({ type }) => type === 'documentId')).toMatchObject({ id: ID });
  dispose();
});

test("the id of an Apollo manifest is sent as Apollo's clients send it", async () => {
  const { client, bodies, dispose } = start(known('{ port }', 'extension'));
  await client.query('{ port }', {}).toPromise();
  expect(bodies()).toEqual([
    { operationName: null, variables: {}, extensions: { persistedQuery: { version: 1, sha256Hash: ID } } },
  ]);
  dispose();
});

test('a known mutation is sent by its id too, and an unknown query as text or by hash as before', async () => {
  const { client, bodies, dispose } = start(known('mutation Keep { keep }'), true);
  await client.mutation('mutation Keep { keep }', {}).toPromise();
  await client.query('{ port }', {}).toPromise();
  expect(bodies()).toEqual([
    { ...BY_ID, operationName: 'Keep', variables: {} },
    { operationName: null, variables: {}, extensions: { persistedQuery: { version: 1, sha256Hash: expect.any(String) } } },
  ]);
  dispose();
});

test('a known query is not hashed, and a refusal goes to the caller: it is not sent again as text', async () => {
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

test("the caller's changes of the body are sent with the id", async () => {
  const { client, bodies, dispose } = start(known('{ port }'));
  const rewrite = (body: object) => ({ ...body, onError: 'HALT', extensions: { a: 1 } });
  await client.query('{ port }', {}, { rewrite }).toPromise();
  const extensions = { a: 1, ...BY_ID.extensions };
  expect(bodies()).toEqual([{ ...BY_ID, operationName: null, variables: {}, onError: 'HALT', extensions }]);
  dispose();
});

test('a document whose text is changed before sending is not the known one', async () => {
  const { client, bodies, events, dispose } = start(known('{ ...F } fragment F on Query { port }'));
  const query = '{ ...F(code: "NO") } fragment F($code: String) on Query { port }';
  const rewrite = (body: object) => ({ ...body, query });
  await client.query('{ ...F } fragment F on Query { port }', {}, { rewrite }).toPromise();
  expect(bodies()).toEqual([{ operationName: null, query, variables: {} }]);
  expect(events.find(({ type }) => type === 'documentId')).toBeUndefined();
  dispose();
});

test('an operation with a file is sent as text', async () => {
  const text = 'query Port($f: Upload) { port(f: $f) }';
  const { client, requests, dispose } = start(known(text));
  await client.query(text, { f: new Blob(['x']) }).toPromise();
  expect(JSON.parse(String(requests[0]?.form?.get('operations')))).toMatchObject({ query: expect.stringContaining('port') });
  dispose();
});

test('a selection of __typename alone is not the same as no selection, and an alias of it is kept', () => {
  const key = (text: string) => documentKey(parse(text));
  expect(key('{ a { __typename } }')).not.toBe(key('{ a }'));
  expect(key('{ a { t: __typename b } }')).not.toBe(key('{ a { b } }'));
  expect(key('{ __typename a }')).toBe(key('{ a }'));
});
