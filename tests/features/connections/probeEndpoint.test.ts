/** The results of a probe with responses of different servers. */
import { probeEndpoint } from '../../../src/features/connections/probeEndpoint';
import { fakeNetwork } from '../../support/fakeSockets';
import { json, type SentRequest } from '../../support/scriptedFetch';

const probe = (respond: (request: SentRequest) => Response, network = fakeNetwork(socket => void socket.accept())) => {
  const requests: SentRequest[] = [];
  const fetch = async (url: RequestInfo | URL, init: RequestInit = {}) => {
    const form = init.body instanceof FormData ? init.body : undefined;
    const request: SentRequest = {
      url: String(url),
      method: String(init.method),
      headers: new Headers(init.headers),
      json: form ? undefined : JSON.parse(String(init.body)),
      form,
      signal: init.signal,
    };
    requests.push(request);
    return respond(request);
  };
  const report = probeEndpoint(
    { httpEndpoint: 'http://test/graphql', forceFetchDelayMs: 0, reconnectMinMs: 0 },
    { fetch, WebSocket: network.WebSocket, storage: { getItem: () => 'tok' } },
  );
  return { report, requests };
};
const DATA = () => json({ data: { __typename: 'Query', __schema: { queryType: { name: 'Query' } } } });

it('finds everything at a server that supports everything, without a mutation, with the token', async () => {
  const { report, requests } = probe(DATA);
  expect(await report).toEqual({
    reachable: { answer: 'yes' },
    introspection: { answer: 'yes' },
    persistedQueries: { answer: 'yes' },
    uploads: { answer: 'yes', preflight: false },
    websocket: { answer: 'yes', protocol: 'websocket' },
  });
  expect(requests.map(r => r.headers.get('authorization'))).toEqual(requests.map(() => 'Bearer tok'));
  expect(JSON.stringify(requests.map(r => r.json))).not.toContain('mutation');
});

it('reports what a plain server does not support', async () => {
  const closing = fakeNetwork(socket => {
    if (socket.protocol !== 'graphql-ws') socket.open();
    socket.lose(4406, 'Subprotocol not acceptable');
  });
  const { report } = probe(({ form, json: body }) => {
    if (form) return json({ errors: [{ message: 'Must provide query string.' }] }, 400);
    if (body?.query === undefined) return json({ errors: [{ message: 'PersistedQueryNotSupported' }] });
    if (body.query.includes('__schema')) return json({ errors: [{ message: 'Introspection is disabled' }] });
    return DATA();
  }, closing);
  const found = await report;
  expect(found.reachable.answer).toBe('yes');
  expect(found.introspection).toMatchObject({ answer: 'no', failure: { message: 'Introspection is disabled' } });
  expect(found.persistedQueries.answer).toBe('no');
  expect(found.uploads).toMatchObject({ answer: 'no', preflight: false });
  expect(found.websocket).toMatchObject({ answer: 'no', protocol: null, failure: { tag: 'socket', code: 4406 } });
});

it('recognises the legacy websocket protocol by the handshake alone', async () => {
  const old = fakeNetwork(socket => {
    if (socket.protocol === 'graphql-ws') socket.open();
    else socket.lose(4406, 'Subprotocol not acceptable');
  });
  const found = await probe(DATA, old).report;
  expect(found.websocket).toEqual({ answer: 'yes', protocol: 'legacy-websocket' });
  expect(old.latest().sent).toEqual([]);
  expect(old.latest().closedBy?.code).toBe(1000);
});

it('opens no websocket if the connection has none', async () => {
  const network = fakeNetwork();
  const report = await probeEndpoint(
    { httpEndpoint: 'http://test/graphql', wsEndpoint: null },
    { fetch: async () => DATA(), WebSocket: network.WebSocket, storage: null },
  );
  expect(report.websocket).toEqual({ answer: 'no', protocol: null });
  expect(network.sockets).toEqual([]);
});

it('recognises CSRF protection, and a missing Upload scalar', async () => {
  const guarded = await probe(({ form }) =>
    form
      ? json({ errors: [{ message: 'This operation has been blocked as a potential Cross-Site Request Forgery (CSRF).' }] }, 400)
      : DATA(),
  ).report;
  expect(guarded.uploads).toMatchObject({ answer: 'unknown', preflight: true });
  const without = await probe(({ form }) => (form ? json({ errors: [{ message: 'Unknown type "Upload".' }] }, 400) : DATA()))
    .report;
  expect(without.uploads).toEqual({ answer: 'yes', preflight: false });
});

it('reports uploads as unknown if an upload gets no response', async () => {
  const { report } = probe(({ form }) => {
    if (form) throw new TypeError('Failed to fetch');
    return DATA();
  });
  expect((await report).uploads).toMatchObject({ answer: 'unknown', preflight: false, failure: { tag: 'network' } });
});

it('sends no further requests if the response is not GraphQL', async () => {
  const html = probe(() => json('<html>', 404, 'text/html'));
  const found = await html.report;
  expect(found.reachable).toMatchObject({ answer: 'no', failure: { tag: 'parse', status: 404 } });
  expect(found.websocket.answer).toBe('unknown');
  expect(html.requests).toHaveLength(1);
});
