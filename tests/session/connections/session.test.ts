import { buildSchema, introspectionFromSchema } from 'graphql';
import { type DocumentStore, memoryDocumentStore } from '../../../src/lib/documentStore';
import { type KeyValueStorage, memoryStorage } from '../../../src/lib/storage';
import { type ConnectionSettings, createConnections, DEFAULT_CONNECTION } from '../../../src/session/connections/connections';
import { createSession, type Session } from '../../../src/session/connections/session';
import { writeEnvironments } from '../../../src/session/environments/environments';
import { exampleSchemaKey } from '../../../src/session/exampleData/exampleAddress';
import { createNavigation } from '../../../src/session/navigation/navigation';
import type { SchemaState } from '../../../src/session/schema/shownSchema';
import { connectionOfPage } from '../../support/connectionOfPage';
import { type SchemaServer, schemaServer, until } from '../../support/schemaServer';

const SDL = 'type Query { ships: [Ship!]! } type Ship { id: ID! name: String }';
const NEWER = 'type Query { ships: [Ship!]! berths: [Berth!]! } type Ship { id: ID! } type Berth { id: ID! }';

const opened: Session[] = [];
afterEach(() => {
  for (const session of opened.splice(0)) session.dispose();
});

/** A clock whose timers run on demand, except the breaks of long tasks (0 ms), which a busy machine needs at any time. */
function handClock() {
  const timers = new Map<number, { at: number; action: () => void }>();
  let now = 1_000_000;
  let next = 1;
  return {
    now: () => now,
    after(ms: number, action: () => void) {
      if (ms === 0) setTimeout(action);
      else timers.set(next, { at: now + ms, action });
      return next++;
    },
    cancel: (timer: unknown) => void timers.delete(timer as number),
    pass(ms: number) {
      now += ms;
      for (const [id, timer] of [...timers]) {
        if (timer.at > now || !timers.delete(id)) continue;
        timer.action();
      }
    },
  };
}

function open(
  server: SchemaServer,
  options: {
    httpEndpoint?: string;
    tabStorage?: KeyValueStorage;
    storage?: KeyValueStorage;
    documents?: DocumentStore;
    isServer?: boolean;
    introspection?: unknown;
    introspectionAt?: number;
    ssrState?: unknown;
    credentials?: 'include';
  } = {},
) {
  const storage = options.storage ?? memoryStorage();
  const documents = options.documents ?? memoryDocumentStore();
  const clock = handClock();
  const connections = createConnections({
    storage,
    defaultConnection: connectionOfPage({
      wsEndpoint: null,
      headers: { 'x-tenant': 'north' },
      ...(options.httpEndpoint ? { httpEndpoint: options.httpEndpoint } : {}),
      ...(options.credentials ? { credentials: options.credentials } : {}),
    }),
  });
  const session = createSession({
    connection: connections.current.get(),
    connections,
    navigation: createNavigation({ read: () => '/', push: () => {}, replace: () => {}, listen: () => () => {} }),
    storage,
    ...(options.tabStorage ? { tabStorage: options.tabStorage } : {}),
    documents,
    clock,
    pageUrl: 'https://oriel.example/',
    world: { fetch: server.fetch, isServer: options.isServer ?? false, ssrState: options.ssrState },
    transportConfig: { forceFetchDelayMs: 0 },
    schema:
      options.introspection === undefined
        ? undefined
        : { introspection: options.introspection, at: options.introspectionAt ?? 0 },
  });
  opened.push(session);
  return { session, storage, documents, clock };
}

const ready = (session: Session): Extract<SchemaState, { status: 'ready' }> => {
  const state = session.schema.get();
  if (state.status !== 'ready') throw new Error(`The schema is ${state.status}`);
  return state;
};

it('has the drafts of its address only, because on another server the same key is another record', () => {
  const tabStorage = memoryStorage();
  const at = (httpEndpoint: string) => open(schemaServer(SDL), { httpEndpoint, tabStorage }).session.drafts;
  at('https://test.example/graphql').keep('edits:ships', [{ id: 's1' }]);
  expect(at('https://live.example/graphql').read('edits:ships')).toBeNull();
  expect(at('https://test.example/graphql').read('edits:ships')).toEqual([{ id: 's1' }]);
});

describe('the schema of a session', () => {
  it('is queried with all features and stored a little later', async () => {
    const server = schemaServer(SDL);
    const { session, documents, clock } = open(server);
    expect(session.schema.get()).toEqual({ status: 'loading' });
    await until(() => session.schema.get().status === 'ready');
    expect(ready(session).schema.queryType.fields.has('ships')).toBe(true);
    expect(ready(session).origin).toEqual({ from: 'endpoint', at: clock.now() });
    expect(server.requests).toHaveLength(1);
    expect(await documents.keys('')).toEqual([]);
    clock.pass(2000);
    await until(() => true);
    expect(await documents.keys('')).toEqual(['default:schema:https://oriel.example/graphql']);
  });

  it('is shown at once on the next visit and refreshed once', async () => {
    const first = open(schemaServer(SDL));
    await until(() => first.session.schema.get().status === 'ready');
    first.clock.pass(2000);
    let respond: (response: Response) => void = () => {};
    const server = schemaServer(NEWER);
    server.intercept = () => new Promise<Response>(resolve => (respond = resolve));
    const { session } = open(server, { documents: first.documents });
    await until(() => server.requests.length === 1);
    const shown = ready(session);
    expect(shown).toMatchObject({ refreshing: true, origin: { from: 'memory', at: first.clock.now() - 2000 } });
    expect(shown.schema.types.has('Berth')).toBe(false);
    server.intercept = undefined;
    respond(await server.fetch('/graphql', { body: JSON.stringify({ query: server.requests[0]?.query }) }));
    await until(() => ready(session).refreshing === false);
    expect(ready(session).schema.types.has('Berth')).toBe(true);
  });

  it('keeps the last seen copy if a new one differs, over further changes and visits, until it is marked as seen', async () => {
    const server = schemaServer(SDL);
    const kept = memoryStorage();
    const written: string[] = [];
    const storage: KeyValueStorage = {
      ...kept,
      setItem(key, value) {
        written.push(key);
        kept.setItem(key, value);
      },
    };
    const first = open(server, { storage });
    await until(() => first.session.schema.get().status === 'ready');
    const at = first.clock.now();
    expect(first.session.schema.changedSince.get()).toBe(null);
    expect(await first.session.schema.seenBefore()).toBe(undefined);
    const old = first.session.schema.introspection();
    first.clock.pass(2000);
    for (const sdl of [NEWER, 'type Query { berths: [ID] }']) {
      server.schema = buildSchema(sdl);
      await first.session.schema.refresh();
      expect(first.session.schema.changedSince.get()).toBe(at);
    }
    expect(await first.session.schema.seenBefore()).toEqual(old);
    first.clock.pass(2000);
    // The note is written after the copy.
    await until(() => written.some(key => key.startsWith('oriel:schema-seen:')));
    const { session } = open(server, { documents: first.documents, storage: first.storage });
    await until(() => session.schema.get().status === 'ready' && !ready(session).refreshing);
    server.schema = buildSchema('type Query { berths: [ID] piers: Int }');
    await session.schema.refresh();
    expect(session.schema.changedSince.get()).toBe(at);
    // A render on the server does not have it.
    expect(session.schema.changedSince.rendered?.()).toBe(null);
    expect(await session.schema.seenBefore()).toEqual(old);
    // No time passes: the schema in use is stored together with the mark.
    await session.schema.markSeen();
    expect(session.schema.changedSince.get()).toBe(null);
    expect(await session.schema.seenBefore()).toBe(undefined);
    const third = open(server, { documents: first.documents, storage: first.storage });
    await until(() => third.session.schema.get().status === 'ready');
    expect(third.session.schema.changedSince.get()).toBe(null);
    expect((await first.documents.keys('')).filter(key => key.endsWith(':seen'))).toEqual([]);
  });

  it('that changed is noticed again if the page was closed before the last seen copy was stored', async () => {
    const server = schemaServer(SDL);
    const first = open(server);
    await until(() => first.session.schema.get().status === 'ready');
    const at = first.clock.now();
    const old = first.session.schema.introspection();
    first.clock.pass(2000);
    await until(() => true);
    server.schema = buildSchema(NEWER);
    await first.session.schema.refresh();
    expect(first.session.schema.changedSince.get()).toBe(at);
    first.session.dispose();
    first.clock.pass(2000);
    const { session } = open(server, { documents: first.documents, storage: first.storage });
    await until(() => session.schema.get().status === 'ready' && session.schema.changedSince.get() === at);
    expect(await session.schema.seenBefore()).toEqual(old);
  });

  it('counts as unchanged if the last seen copy is gone', async () => {
    const server = schemaServer(SDL);
    const first = open(server);
    await until(() => first.session.schema.get().status === 'ready');
    first.clock.pass(2000);
    server.schema = buildSchema(NEWER);
    await first.session.schema.refresh();
    first.clock.pass(2000);
    await until(() => true);
    const { session } = open(server, { documents: memoryDocumentStore(), storage: first.storage });
    await until(() => session.schema.get().status === 'ready');
    expect(session.schema.changedSince.get()).not.toBe(null);
    expect(await session.schema.seenBefore()).toBe(undefined);
    expect(session.schema.changedSince.get()).toBe(null);
  });

  it('that differs from an earlier visit is noticed also if it arrives before the store is read', async () => {
    const first = open(schemaServer(SDL));
    await until(() => first.session.schema.get().status === 'ready');
    first.clock.pass(2000);
    let look = (): void => {};
    const gate = new Promise<void>(resolve => (look = resolve));
    const slow = { ...first.documents, get: (key: string) => gate.then(() => first.documents.get(key)) };
    const { session } = open(schemaServer(NEWER), { documents: slow });
    await until(() => session.schema.get().status === 'ready');
    expect(session.schema.changedSince.get()).toBe(null);
    look();
    await until(() => session.schema.changedSince.get() !== null);
    expect(await session.schema.seenBefore()).toEqual(first.session.schema.introspection());
  });

  it('that came with the page is stored, and compared with that of an earlier visit later', async () => {
    const { introspectionFromSchema } = await import('graphql');
    const server = schemaServer(SDL);
    const first = open(server, { introspection: introspectionFromSchema(server.schema) });
    first.clock.pass(2000);
    await until(() => true);
    expect(await first.documents.keys('')).toEqual(['default:schema:https://oriel.example/graphql']);
    const stores = { documents: first.documents, storage: first.storage };
    const same = open(server, { ...stores, introspection: introspectionFromSchema(server.schema) });
    same.clock.pass(2000);
    await until(() => true);
    expect(same.session.schema.changedSince.get()).toBe(null);
    server.schema = buildSchema(NEWER);
    const newer = open(server, { ...stores, introspection: introspectionFromSchema(server.schema) });
    newer.clock.pass(2000);
    await until(() => newer.session.schema.changedSince.get() !== null);
    expect(await newer.session.schema.seenBefore()).toEqual(first.session.schema.introspection());
  });

  it.each([-86_400_000, -3_600_000, 3_600_000, 86_400_000])(
    'that came with the page is compared rightly if the clock differs from that of the server by %d ms',
    async skew => {
      const { introspectionFromSchema } = await import('graphql');
      const server = schemaServer(SDL);
      const first = open(server);
      await until(() => first.session.schema.get().status === 'ready');
      first.clock.pass(2000);
      await until(() => true);
      const stores = { documents: first.documents, storage: first.storage };
      const [old, fresh] = [introspectionFromSchema(server.schema), introspectionFromSchema(buildSchema(NEWER))];
      const isNew = (session: Session): boolean => ready(session).schema.types.has('Berth');
      // The schema has changed, and the page has the new one.
      server.schema = buildSchema(NEWER);
      const changed = open(server, { ...stores, introspection: fresh, introspectionAt: first.clock.now() + skew });
      changed.clock.pass(2000);
      await until(() => changed.session.schema.changedSince.get() !== null);
      expect(isNew(changed.session)).toBe(true);
      expect(await changed.session.schema.seenBefore()).toEqual(first.session.schema.introspection());
      await changed.session.schema.markSeen();
      // The next page has the copy of before, which its server keeps for a while.
      const late = open(server, { ...stores, introspection: old, introspectionAt: first.clock.now() + skew });
      late.clock.pass(2000);
      await until(() => isNew(late.session) && !ready(late.session).refreshing);
      expect(late.session.schema.changedSince.get()).toBe(null);
    },
  );

  it('stays the same object if the new response is equal', async () => {
    const { session } = open(schemaServer(SDL));
    await until(() => session.schema.get().status === 'ready');
    const before = ready(session).schema;
    await session.schema.refresh();
    expect(ready(session).schema).toBe(before);
  });

  it('is queried with fewer features if the server does not support one', async () => {
    const server = schemaServer(SDL);
    server.intercept = request =>
      /isOneOf/.test(request.query)
        ? Response.json({ errors: [{ message: 'Cannot query field "isOneOf" on type "__Type".' }] }, { status: 400 })
        : undefined;
    const { session } = open(server);
    await until(() => session.schema.get().status === 'ready');
    expect(server.requests.map(request => /isOneOf/.test(request.query))).toEqual([true, false]);
    server.requests.length = 0;
    await session.schema.refresh();
    expect(server.requests).toHaveLength(1);
  });

  it('is queried on the next visit with the level that worked, without waiting for the store', async () => {
    const server = schemaServer(SDL);
    server.intercept = request =>
      /isOneOf/.test(request.query)
        ? Response.json({ errors: [{ message: 'Cannot query field "isOneOf" on type "__Type".' }] }, { status: 400 })
        : undefined;
    const { session, storage } = open(server);
    await until(() => session.schema.get().status === 'ready');
    server.requests.length = 0;
    const never = { ...memoryDocumentStore(), get: () => new Promise<never>(() => {}) };
    const again = open(server, { storage, documents: never });
    await until(() => again.session.schema.get().status === 'ready');
    expect(server.requests.map(request => /isOneOf/.test(request.query))).toEqual([false]);
  });

  it('that is stored does not replace a fresh one that arrived first', async () => {
    const first = open(schemaServer(SDL));
    await until(() => first.session.schema.get().status === 'ready');
    first.clock.pass(2000);
    let look = (): void => {};
    const gate = new Promise<void>(resolve => (look = resolve));
    const slow = { ...first.documents, get: (key: string) => gate.then(() => first.documents.get(key)) };
    const { session } = open(schemaServer(NEWER), { documents: slow });
    await until(() => session.schema.get().status === 'ready');
    const fresh = ready(session).schema;
    look();
    await new Promise(resolve => setTimeout(resolve));
    expect(ready(session)).toMatchObject({ origin: { from: 'endpoint' }, refreshing: false });
    expect(ready(session).schema).toBe(fresh);
  });

  it('fails with the reason if the endpoint cannot be reached, and is loaded by the next attempt', async () => {
    const server = schemaServer(SDL);
    server.intercept = () => {
      throw new TypeError('fetch failed');
    };
    const { session } = open(server);
    await until(() => session.schema.get().status === 'failed');
    expect(session.schema.get()).toMatchObject({ failure: { tag: 'network' } });
    server.intercept = undefined;
    await session.schema.refresh();
    expect(session.schema.get().status).toBe('ready');
  });

  it('stays in use, with the reason, if a refresh fails', async () => {
    const server = schemaServer(SDL);
    const { session } = open(server);
    await until(() => session.schema.get().status === 'ready');
    server.intercept = () => new Response('<h1>gone</h1>', { status: 502 });
    await session.schema.refresh();
    expect(ready(session)).toMatchObject({ refreshing: false, refreshFailure: { tag: 'parse', status: 502 } });
  });

  it('can be loaded from a file if introspection is refused', async () => {
    const server = schemaServer(SDL);
    const other = schemaServer(SDL);
    server.intercept = () => Response.json({ errors: [{ message: 'GraphQL introspection is not allowed' }] });
    const { session, documents, clock } = open(server);
    await until(() => session.schema.get().status === 'failed');
    expect(server.requests).toHaveLength(1);
    const { introspectionFromSchema } = await import('graphql');
    expect(() => session.schema.accept({ hello: 1 }, 'x.json')).toThrow();
    session.schema.accept({ data: introspectionFromSchema(other.schema) }, 'schema.json');
    expect(ready(session).origin).toMatchObject({ from: 'file', fileName: 'schema.json' });
    clock.pass(2000);
    const again = open(server, { documents });
    await until(() => again.session.schema.get().status === 'ready' && !ready(again.session).refreshing);
    expect(ready(again.session)).toMatchObject({
      origin: { from: 'file', fileName: 'schema.json' },
      refreshFailure: { tag: 'graphql' },
    });
  });

  it('that came with the page is not queried', async () => {
    const { introspectionFromSchema } = await import('graphql');
    const server = schemaServer(SDL);
    const { session } = open(server, { introspection: introspectionFromSchema(server.schema) });
    expect(ready(session).schema.types.has('Ship')).toBe(true);
    await session.transport.client.query('{ ships { id } }', {}).toPromise();
    expect(server.requests.map(request => request.query.includes('__schema'))).toEqual([false]);
  });
});

describe('the token of a session', () => {
  it('is sent with the next request, without a leading "Bearer", and is removed by signing out', async () => {
    const server = schemaServer(SDL, { ships: [] });
    const { session, storage } = open(server);
    await until(() => session.schema.get().status === 'ready');
    const notified: boolean[] = [];
    session.token.signedIn.subscribe(() => notified.push(session.token.signedIn.get()));
    session.token.set('  Bearer abc.def ');
    expect(storage.getItem('apollo-token')).toBe('abc.def');
    await session.transport.client.query('{ ships { id } }', {}, { requestPolicy: 'network-only' }).toPromise();
    session.token.clear();
    expect(storage.getItem('apollo-token')).toBeNull();
    await session.transport.client.query('{ ships { id } }', {}, { requestPolicy: 'network-only' }).toPromise();
    expect(server.requests.slice(-2).map(request => request.authorization)).toEqual(['Bearer abc.def', null]);
    expect(notified).toEqual([true, false]);
  });

  it('is used if another tab stored it', () => {
    const { session, storage } = open(schemaServer(SDL));
    storage.setItem('apollo-token', 'x');
    expect(session.token.signedIn.get()).toBe(false);
    session.token.reload();
    expect(session.token.signedIn.get()).toBe(true);
  });

  it('queries a refused schema again', async () => {
    const server = schemaServer(SDL);
    server.intercept = request =>
      request.authorization === null ? Response.json({ errors: [{ message: 'no' }] }, { status: 401 }) : undefined;
    const { session } = open(server);
    await until(() => session.schema.get().status === 'failed');
    expect(session.schema.get()).toMatchObject({ failure: { tag: 'auth', signedOut: true } });
    session.token.set('abc');
    await until(() => session.schema.get().status === 'ready');
  });

  it('is not read on the server', () => {
    const storage = memoryStorage();
    storage.setItem('apollo-token', 'x');
    expect(open(schemaServer(SDL), { storage, isServer: true }).session.token.signedIn.get()).toBe(false);
  });
});

describe('preferences', () => {
  it('are stored per connection, and replaced by defaults if the stored ones are invalid', () => {
    const server = schemaServer(SDL);
    const { session, storage } = open(server);
    const read = (stored: unknown): string[] => (Array.isArray(stored) ? stored.filter(item => typeof item === 'string') : []);
    const columns = session.preferences.value('columns', read);
    expect(session.preferences.value('columns', read)).toBe(columns);
    columns.set(['a', 'b']);
    expect(storage.getItem('oriel:default:columns')).toBe('["a","b"]');
    storage.setItem('oriel:default:columns', '{"a"');
    expect(open(server, { storage }).session.preferences.value('columns', read).get()).toEqual([]);
  });
});

describe('a session of example data', () => {
  const httpEndpoint = 'https://example-data.invalid/s?seed=1';
  const open = async (change: Partial<ConnectionSettings>) => {
    const storage = memoryStorage();
    const documents = memoryDocumentStore();
    await documents.set(exampleSchemaKey(httpEndpoint), introspectionFromSchema(buildSchema(SDL)));
    const connections = createConnections({
      storage,
      defaultConnection: connectionOfPage({ wsEndpoint: null }),
    });
    connections.save(connections.draft({ id: 'example', httpEndpoint, ...change }), 'very-s3cret');
    const fetch = jest.fn(async () => new Response('{}'));
    const sockets: string[] = [];
    class NoSocket {
      constructor(address: string) {
        sockets.push(address);
      }
    }
    const requests: string[] = [];
    class NoRequest {
      constructor() {
        requests.push('xhr');
      }
    }
    const session = createSession({
      connection: connections.list.get()[1] as ConnectionSettings,
      connections,
      navigation: createNavigation({ read: () => '/', push: () => {}, replace: () => {}, listen: () => () => {} }),
      storage,
      documents,
      clock: handClock(),
      pageUrl: 'https://oriel.example/',
      world: {
        fetch,
        WebSocket: NoSocket as unknown as typeof WebSocket,
        XMLHttpRequest: NoRequest as unknown as typeof XMLHttpRequest,
      },
    });
    opened.push(session);
    return { session, left: () => [...fetch.mock.calls, ...sockets, ...requests] };
  };

  it.each<[string, Partial<ConnectionSettings>]>([
    ['as in a link', {}],
    [
      'without cookies and with a websocket of its own',
      { wsEndpoint: 'wss://feeds.example/graphql', subscriptions: 'websocket' },
    ],
    ['with headers and hashes', { headers: { 'x-key': 'k' }, persistedQueries: true, queryMethod: 'get' }],
    ['with cookies', { credentials: 'include' }],
  ])('sends nothing, %s', async (_, change) => {
    const { session, left } = await open(change);
    await until(() => session.schema.get().status === 'ready');
    const feed = session.transport.client.subscription('subscription { shipChanged { id } }', {}).subscribe(() => {});
    const response = await session.transport.client.query('{ ships { id } }', {}).toPromise();
    expect(response.error).toBeUndefined();
    expect(response.data.ships.length).toBeGreaterThan(0);
    const file = new File(['x'], 'x.txt');
    await session.transport.client.mutation('mutation ($file: Upload) { send(file: $file) }', { file }).toPromise();
    feed.unsubscribe();
    expect(left()).toEqual([]);
    expect(session.connection).toBe(session.connections.list.get()[1]);
  });
});

describe('C46 what the server rendered without a user', () => {
  const QUERY = '{ ships { id } }';

  it.each([
    ['counts for an anonymous user', undefined, false, 0],
    ['is sent once more for a user whom the server identifies by a cookie', undefined, true, 1],
    ['is sent once more if cookies are sent', 'include', false, 1],
  ] as const)('%s', async (_, credentials, isKnown, expectedCount) => {
    const server = schemaServer(SDL);
    const { session: there } = open(server, { isServer: true });
    await there.transport.client.query(QUERY, {}).toPromise();
    const ssrState = there.transport.ssrData();
    const storage = memoryStorage();
    if (isKnown) open(server, { storage }).session.token.setCookie({ name: '', verified: false });
    const { session } = open(server, { storage, ssrState, ...(credentials ? { credentials } : {}) });
    const before = server.requests.length;
    const sent = () => server.requests.slice(before).filter(({ query }) => query.includes('ships')).length;
    session.transport.client.query(QUERY, {}).subscribe(() => {});
    await until(() => sent() === expectedCount);
    for (let turns = 0; turns < 20; turns++) await new Promise(resolve => setImmediate(resolve));
    expect(sent()).toBe(expectedCount);
  });
});

describe('C5a the secrets of environments', () => {
  it.each([
    ['north', 'follow'],
    ['Key s3cr3t', 'manual'],
  ])('a request with the header value "%s" is sent with redirect: %s', async (value, redirect) => {
    const storage = memoryStorage();
    const variables = [
      { name: 'tenant', value: 'north', secret: false },
      { name: 'key', value: 's3cr3t', secret: true },
    ];
    writeEnvironments(storage, DEFAULT_CONNECTION, { chosen: null, list: [{ name: 'Staging', variables }], template: null });
    const server = schemaServer(SDL);
    const sent: (string | undefined)[] = [];
    const fetch: typeof server.fetch = (url, init) => {
      sent.push(init?.redirect);
      return server.fetch(url, init);
    };
    const { session } = open({ ...server, fetch }, { storage });
    await until(() => session.schema.get().status === 'ready');
    sent.length = 0;
    await session.transport.client.query('{ ships { id } }', {}, { fetchOptions: { headers: { 'x-area': value } } }).toPromise();
    expect(sent).toEqual([redirect]);
  });
});
