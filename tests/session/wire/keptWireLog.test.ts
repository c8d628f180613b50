/** The wire log over a reload, with the real transport; the test controls the storage of the tab and the events of the page. */

import { buildSchema, introspectionFromSchema } from 'graphql';
import { systemClock } from '../../../src/lib/clock';
import { type KeyValueStorage, memoryStorage, safeStorage, writeJson } from '../../../src/lib/storage';
import { type ConnectionSettings, createConnections } from '../../../src/session/connections/connections';
import { createSession, type Session } from '../../../src/session/connections/session';
import { createNavigation } from '../../../src/session/navigation/navigation';
import { KEPT_WIRE_LIMITS, readKeptWire, writeKeptWire } from '../../../src/session/wire/keptWireLog';
import { createWireLog, type WireLog } from '../../../src/session/wire/wireLog';
import { summarise } from '../../../src/session/wire/wireLogSummary';
import { wireOf } from '../../../src/session/wire/wireOf';
import { createTap, type TapOperation } from '../../../src/transport/observe/tap';
import { connectionOfPage } from '../../support/connectionOfPage';
import { fakeNetwork, settle } from '../../support/fakeSockets';
import { type Answer, json, scriptedFetch } from '../../support/scriptedFetch';

const TOKEN = 'eyJ-a-token-of-this-person';
const KEY = 'oriel:wire:default';

const SCHEMA = introspectionFromSchema(buildSchema('type Query { ships: Int }'));

/** An in-memory storage. */
function tabOf(): KeyValueStorage {
  const values = new Map<string, string>();
  return safeStorage(() => ({
    getItem: key => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: key => void values.delete(key),
  }));
}

interface Page {
  session: Session;
  log: WireLog;
  /** The page unloads, as in a reload. */
  leave(): void;
}

const opened: Session[] = [];
beforeEach(() => {
  jest.useFakeTimers({ now: 1_700_000_000_000 });
});
afterEach(() => {
  for (const session of opened.splice(0)) session.dispose();
  jest.useRealTimers();
});

/** A page of the tab. */
function openPage(
  tabStorage: KeyValueStorage,
  storage: KeyValueStorage,
  responses: Answer[],
  change: Partial<ConnectionSettings> = {},
): Page {
  const connections = createConnections({
    storage,
    defaultConnection: connectionOfPage({ httpEndpoint: 'http://test/graphql', ...change }),
  });
  const events = new EventTarget();
  const session = createSession({
    connection: connections.current.get(),
    connections,
    navigation: createNavigation({ read: () => '/data', push() {}, replace() {}, listen: () => () => undefined }),
    storage,
    tabStorage,
    documents: { get: async () => null, set: async () => undefined, delete: async () => undefined } as never,
    clock: systemClock,
    world: {
      fetch: scriptedFetch(...responses).fetch,
      WebSocket: fakeNetwork().WebSocket,
      events: events as never,
    },
    pageUrl: 'http://test/',
    schema: { introspection: SCHEMA, at: Date.now() },
    transportConfig: { forceFetchDelayMs: 0 },
  });
  opened.push(session);
  return { session, log: wireOf(session), leave: () => void events.dispatchEvent(new Event('pagehide')) };
}

const named = (log: WireLog): (string | null)[] =>
  log
    .get()
    .entries.filter(({ name }) => name !== 'IntrospectionQuery')
    .map(({ name }) => name);
const entryOf = (log: WireLog, name: string) => log.get().entries.find(entry => entry.name === name);
const bodyOf = (log: WireLog, name: string): string | null | undefined => {
  const entry = entryOf(log, name);
  return entry && summarise(entry).attempts.at(-1)?.response?.body?.read();
};
const ask = async ({ session }: Page, query: string, variables: object = {}): Promise<void> => {
  const response = session.transport.client.query(query, variables as never, { requestPolicy: 'network-only' }).toPromise();
  await jest.advanceTimersByTimeAsync(10);
  await settle();
  await response;
};

it('rows survive a reload with requests and responses, followed by those of the new page', async () => {
  const [tab, storage] = [tabOf(), memoryStorage()];
  const first = openPage(tab, storage, [json({ data: { ships: 3 } })]);
  await ask(first, 'query Ships($n: Int) { ships(n: $n) }', { n: 3 });
  first.leave();
  const second = openPage(tab, storage, [json({ data: { berths: 4 } })]);
  await ask(second, 'query Berths { berths }');
  expect(named(second.log)).toEqual(['Ships', 'Berths']);
  expect(bodyOf(second.log, 'Ships')).toBe('{"data":{"ships":3}}');
  expect(entryOf(second.log, 'Ships')?.id).toBe(entryOf(first.log, 'Ships')?.id);
  expect(new Set(second.log.get().entries.map(({ id }) => id)).size).toBe(second.log.get().entries.length);
  second.leave();
  const third = openPage(tab, storage, []);
  expect(named(third.log)).toEqual(['Ships', 'Berths']);
});

it('rows in progress end when the page is closed', async () => {
  const [tab, storage] = [tabOf(), memoryStorage()];
  const first = openPage(tab, storage, [() => new Promise<Response>(() => {})]);
  void first.session.transport.client.query('query Slow { slow }', {}).toPromise();
  await jest.advanceTimersByTimeAsync(10);
  first.leave();
  const entry = entryOf(openPage(tab, storage, []).log, 'Slow');
  expect(entry).toMatchObject({ endedAt: 1_700_000_000_010, leftScreen: true });
  expect(entry && summarise(entry).outcome).toBe('cancelled');
});

it('no token is stored, and a later token is masked in restored rows', async () => {
  const [tab, storage] = [tabOf(), memoryStorage()];
  const first = openPage(tab, storage, [json({ data: { echo: `${TOKEN} and later-known-secret` } })]);
  first.session.token.set(TOKEN);
  await ask(first, 'query Echo { echo }');
  first.leave();
  expect(tab.getItem(KEY)).toContain('later-known-secret');
  expect(tab.getItem(KEY)).not.toContain(TOKEN);
  const second = openPage(tab, storage, []);
  second.log.hide('later-known-secret');
  expect(bodyOf(second.log, 'Echo')).not.toContain('later-known-secret');
});

it.each<[string, (storage: KeyValueStorage) => Partial<ConnectionSettings>]>([
  ['another endpoint', () => ({ httpEndpoint: 'http://other/graphql' })],
  ['other headers', () => ({ headers: { 'x-api-key': 'of-another' } })],
  [
    'another token',
    storage => {
      storage.setItem('apollo-token', 'of-another-person');
      return {};
    },
  ],
  [
    'nobody signed in',
    storage => {
      storage.removeItem('apollo-token');
      return {};
    },
  ],
])('rows are dropped when the next page has another owner: %s', async (_, change) => {
  const [tab, storage] = [tabOf(), memoryStorage()];
  storage.setItem('apollo-token', TOKEN);
  const first = openPage(tab, storage, [json({ data: { ships: 3 } })]);
  await ask(first, 'query Ships { ships }');
  first.leave();
  expect(named(openPage(tab, storage, [], change(storage)).log)).toEqual([]);
});

it('rows behind a gateway are restored if the same user is signed in', async () => {
  const [tab, storage] = [tabOf(), memoryStorage()];
  const first = openPage(tab, storage, [json({ data: { ships: 3 } })], { signIn: 'gateway' });
  first.session.token.noteAccount('Ada');
  await ask(first, 'query Ships { ships }');
  first.leave();
  const kept = tab.getItem(KEY) ?? '';
  const same = openPage(tab, storage, [], { signIn: 'gateway' });
  expect(named(same.log)).toEqual([]);
  same.session.token.noteAccount('Ada');
  expect(named(same.log)).toEqual(['Ships']);
  tab.setItem(KEY, kept);
  const other = openPage(tab, storage, [], { signIn: 'gateway' });
  other.session.token.noteAccount('Grace');
  expect(named(other.log)).toEqual([]);
});

it('rows are removed when the session ends, and when the log is cleared', async () => {
  const [tab, storage] = [tabOf(), memoryStorage()];
  const first = openPage(tab, storage, [json({ data: { ships: 3 } })]);
  await ask(first, 'query Ships { ships }');
  first.leave();
  first.session.dispose();
  expect(tab.getItem(KEY)).toBeNull();
  const second = openPage(tab, storage, [json({ data: { ships: 3 } })]);
  await ask(second, 'query Ships { ships }');
  second.log.clear();
  second.leave();
  expect(named(openPage(tab, storage, []).log)).toEqual([]);
});

describe('when the settings of its connection are saved, the log', () => {
  const OTHER_TOKEN = 'eyJ-a-token-of-another-person';
  /** Runs an operation, saves the settings as a form does, and opens the session again. Returns the names in the new log. */
  const namesAfter = async (
    change: Partial<ConnectionSettings>,
    { before, saved }: { before?: string; saved?: string } = {},
  ): Promise<(string | null)[]> => {
    const { session } = openPage(tabOf(), memoryStorage(), [json({ data: { ships: 3 } })]);
    const { connections, options } = session;
    const settings = connections.draft({ name: 'Harbour', httpEndpoint: 'http://test/graphql' });
    connections.save(settings, before);
    connections.select(settings.id);
    const open = (): Page => {
      const page = session.open({ ...options, connection: connections.current.get() });
      opened.push(page);
      return { session: page, log: wireOf(page), leave: () => undefined };
    };
    const first = open();
    await ask(first, 'query Ships { ships }');
    connections.save({ ...settings, ...change }, saved);
    first.session.dispose();
    const second = open();
    expect(new Set(second.log.get().entries.map(({ id }) => id)).size).toBe(second.log.get().entries.length);
    return named(second.log);
  };

  it.each<[string, Partial<ConnectionSettings>]>([
    ['a time limit', { requestTimeoutMs: 5000 }],
    ['headers', { headers: { 'x-api-key': 'another' } }],
    ['its address', { httpEndpoint: 'http://other/graphql' }],
  ])('stays after a change of %s', async (_, change) => {
    expect(await namesAfter(change)).toEqual(['Ships']);
  });

  it('stays while the same user is signed in, also one who signs in with that change', async () => {
    expect(await namesAfter({ requestTimeoutMs: 5000 }, { before: TOKEN })).toEqual(['Ships']);
    expect(await namesAfter({ requestTimeoutMs: 5000 }, { saved: TOKEN })).toEqual(['Ships']);
  });

  it('is removed if that change ends or replaces the sign-in', async () => {
    expect(await namesAfter({ requestTimeoutMs: 5000 }, { before: TOKEN, saved: OTHER_TOKEN })).toEqual([]);
    expect(await namesAfter({ httpEndpoint: 'http://other/graphql' }, { before: TOKEN })).toEqual([]);
  });

  it('is removed with the connection', async () => {
    const tab = tabOf();
    const { session } = openPage(tab, memoryStorage(), []);
    const { connections, options } = session;
    const settings = connections.draft({ name: 'Harbour', httpEndpoint: 'http://test/graphql' });
    connections.save(settings);
    const open = session.open({
      ...options,
      connection: settings,
      world: { ...options.world, fetch: scriptedFetch(json({ data: {} })).fetch },
    });
    await ask({ session: open, log: wireOf(open), leave: () => undefined }, 'query Ships { ships }');
    connections.remove(settings.id);
    open.dispose();
    expect(tab.getItem(`oriel:wire:${settings.id}`)).toBeNull();
  });
});

describe('bounds', () => {
  const tap = createTap();
  const log = createWireLog({ tap, clock: systemClock, token: () => '' });
  const entry = (id: number, body: string): void => {
    const operation: TapOperation = { id, key: id, kind: 'query', name: `Q${id}` };
    tap.emit({ type: 'started', requestPolicy: 'network-only', query: () => '{ a }', variables: () => '{}' }, operation);
    const got = { type: 'response', status: 200, contentType: '', firstByteMs: 0, ms: 0, headers: {} } as const;
    tap.emit({ ...got, bytes: body.length, body: () => body }, operation);
    tap.emit({ type: 'ended' }, operation);
  };
  const kept = (storage: KeyValueStorage) => readKeptWire(storage, KEY).entries();
  const write = (storage: KeyValueStorage): void =>
    writeKeptWire(storage, KEY, log.get().entries, { owner: 'me', pages: 0, now: 1 });

  it('keep the latest rows up to a number and size, and only the size of a large body', () => {
    for (let id = 1; id <= 200; id++) entry(id, 'x'.repeat(6000));
    entry(201, 'y'.repeat(KEPT_WIRE_LIMITS.body + 1));
    const storage = tabOf();
    write(storage);
    const text = storage.getItem(KEY) ?? '';
    expect(text.length).toBeLessThan(KEPT_WIRE_LIMITS.all + 1000);
    const entries = kept(storage);
    expect(entries.length).toBeGreaterThan(50);
    expect(entries.length).toBeLessThan(KEPT_WIRE_LIMITS.rows);
    expect(entries.at(-1)?.name).toBe('Q201');
    const response = entries.at(-1)?.steps.find(step => step.type === 'response');
    expect([response?.body?.bytes, response?.body?.read()]).toEqual([KEPT_WIRE_LIMITS.body + 1, null]);
  });

  it('keep the first and last frames of a long row', () => {
    const feed: TapOperation = { id: 500, key: 500, kind: 'subscription', name: 'Ticks' };
    tap.emit({ type: 'started', requestPolicy: 'network-only', query: () => '{ a }', variables: () => '{}' }, feed);
    const body = 'z'.repeat(1000);
    for (let n = 0; n < 300; n++)
      tap.emit({ type: 'frame', direction: 'in', frame: 'next', bytes: 1000, body: () => body }, feed);
    const storage = tabOf();
    write(storage);
    const entry = kept(storage).find(({ name }) => name === 'Ticks');
    expect(entry?.traffic.events).toBe(300);
    expect(entry?.letGo).toBeGreaterThan(200);
    expect(entry?.steps.length).toBeLessThanOrEqual(KEPT_WIRE_LIMITS.firstSteps + KEPT_WIRE_LIMITS.lastSteps + 1);
    expect(entry?.steps.find(step => step.type === 'started')?.query.read()).toBe('{ a }');
  });

  it('an older copy is removed if the storage has no space', () => {
    const values = new Map<string, string>([[KEY, 'older']]);
    let stored = true;
    write({
      getItem: key => values.get(key) ?? null,
      setItem: () => {
        stored = false;
      },
      removeItem: key => void values.delete(key),
      isStored: () => stored,
    });
    expect(values.has(KEY)).toBe(false);
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['another kind', { owner: 'me', pages: 2, entries: [] }],
    ['an invalid number of pages', { format: 'oriel-wire', version: 1, savedAt: 1, pages: -7e9, entries: [] }],
    ['damaged entries', { format: 'oriel-wire', version: 1, savedAt: 1, pages: 'x', entries: [{ id: '__proto__' }] }],
    ['a list', [1]],
  ])('unreadable storage gives no rows: %s', (_, value) => {
    const storage = tabOf();
    writeJson(storage, KEY, value);
    const earlier = readKeptWire(storage, KEY);
    expect(earlier.pages).toBeGreaterThanOrEqual(0);
    expect(earlier.entries()).toEqual([]);
  });
});
