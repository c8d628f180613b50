/** @jest-environment node */
import { type App, createApp } from '../../src/app/createApp';
import { initialLanguage } from '../../src/app/createReaderSettings';
import { splitEndpoint, withEndpoint } from '../../src/app/endpointHistory';
import { readPublicConfig } from '../../src/lib/page/publicConfig';
import { type KeyValueStorage, memoryStorage } from '../../src/lib/storage';
import { readConnection } from '../../src/session/connections/connections';
import type { HistoryPort } from '../../src/session/navigation/navigation';
import { schemaServer } from '../support/schemaServer';

const SDL = 'type Query { ships: [String!] }';
const opened: App[] = [];
afterEach(() => {
  for (const app of opened.splice(0)) app.dispose();
});

/** A browser's history in an array. */
function memoryHistory(first: string): HistoryPort & { entries: string[]; back(): void } {
  let listener = (): void => {};
  const history = {
    entries: [first],
    read: () => history.entries.at(-1) ?? '/',
    push: (href: string) => void history.entries.push(href),
    replace: (href: string) => void history.entries.splice(-1, 1, href),
    listen(next: () => void) {
      listener = next;
      return () => {};
    },
    back() {
      history.entries.pop();
      listener();
    },
  };
  return history;
}

function open(address: string, options: { storage?: KeyValueStorage; loadLanguage?: () => Promise<undefined> } = {}) {
  const server = schemaServer(SDL);
  const storage = options.storage ?? memoryStorage();
  const history = memoryHistory(address);
  const app = createApp({
    config: { name: 'Harbour', wsEndpoint: null },
    history,
    storage,
    pageUrl: `https://oriel.example${address}`,
    world: { fetch: server.fetch },
    loadLanguage: options.loadLanguage ?? (async () => undefined),
  });
  opened.push(app);
  return { app, server, history, storage };
}

/** A browser in which another connection, with a token, was used last. */
function withOther(): KeyValueStorage {
  const storage = memoryStorage();
  const { app } = open('/', { storage });
  app.connections.save(app.connections.draft({ id: 'other', name: 'Other', httpEndpoint: 'https://other.example/graphql' }));
  app.connections.select('other');
  app.session.get()?.token.set('secret-of-other');
  return storage;
}

describe('a link with an endpoint', () => {
  it('asks before it sends anything to an unknown endpoint', async () => {
    const { app, server } = open('/data/ships?sort=name&endpoint=https%3A%2F%2Fnew.example%2Fgraphql');
    expect(app.linked.get()).toEqual({ endpoint: 'https://new.example/graphql', known: null });
    expect(app.session.get()).toBeNull();
    await new Promise(resolve => setTimeout(resolve));
    expect(server.requests).toEqual([]);
  });

  it('opens the screen of the link without a token after the user agrees', async () => {
    const storage = memoryStorage();
    storage.setItem('apollo-token', 'secret-of-default');
    const { app, server, history } = open('/data/ships?endpoint=https%3A%2F%2Fnew.example%2Fgraphql', { storage });
    app.confirmLink(true);
    expect(app.session.get()?.connection).toMatchObject({ name: 'new.example', httpEndpoint: 'https://new.example/graphql' });
    expect(app.navigation.address.get().path).toBe('/data/ships');
    expect(history.entries).toEqual(['/data/ships?endpoint=https%3A%2F%2Fnew.example%2Fgraphql']);
    await app.session.get()?.schema.refresh();
    expect(server.requests.map(request => [request.url, request.authorization])).toContainEqual([
      'https://new.example/graphql',
      null,
    ]);
    expect(JSON.stringify(server.requests)).not.toContain('secret');
  });

  it('is forgotten when the user declines', () => {
    const { app, history } = open('/data/ships?endpoint=https%3A%2F%2Fnew.example%2Fgraphql');
    app.confirmLink(false);
    expect(app.session.get()?.connection.id).toBe('default');
    expect(history.entries).toEqual(['/']);
    expect(app.connections.list.get()).toHaveLength(1);
  });

  it('opens nothing if the endpoint is not a valid address', () => {
    const { app } = open('/?endpoint=javascript%3Aalert(1)');
    expect(app.linked.get()?.endpoint).toBe('javascript:alert(1)');
    app.confirmLink(true);
    expect(app.session.get()?.connection.id).toBe('default');
    expect(app.connections.list.get()).toHaveLength(1);
  });

  it('does not ask about the connection used last, so that a reload works', () => {
    const { app } = open('/data/x?endpoint=https%3A%2F%2Fother.example%2Fgraphql', { storage: withOther() });
    expect(app.linked.get()).toBeNull();
    expect(app.session.get()?.connection.id).toBe('other');
  });

  it('asks about another known connection, too', () => {
    const storage = withOther();
    open('/', { storage }).app.connections.select('default');
    const { app } = open('/?endpoint=https%3A%2F%2FOTHER.example%2Fgraphql', { storage });
    expect(app.linked.get()?.known?.id).toBe('other');
    app.confirmLink(true);
    expect(app.session.get()?.connection.id).toBe('other');
    expect(app.connections.list.get()).toHaveLength(2);
  });
});

describe('a link without an endpoint', () => {
  it('opens the configured connection; the address of the page alone opens the connection used last', () => {
    expect(open('/data/ships', { storage: withOther() }).app.session.get()?.connection.id).toBe('default');
    expect(open('/', { storage: withOther() }).app.session.get()?.connection.id).toBe('other');
  });
});

describe('switching to another connection', () => {
  it('starts a new session at its first screen; every address contains the endpoint and never a token', () => {
    const { app, history } = open('/data/ships');
    const before = app.session.get();
    app.connections.save(app.connections.draft({ id: 'mine', name: 'Mine', httpEndpoint: 'https://mine.example/graphql' }));
    expect(app.session.get()).toBe(before);
    app.connections.select('mine');
    expect(app.session.get()?.connection.id).toBe('mine');
    app.session.get()?.token.set('secret');
    app.navigation.go('/data/visits?page=2');
    expect(history.entries.at(-1)).toBe('/data/visits?page=2&endpoint=https%3A%2F%2Fmine.example%2Fgraphql');
    expect(app.navigation.address.get().query.has('endpoint')).toBe(false);
    expect(history.entries.join()).not.toContain('secret');
    app.connections.select('default');
    app.navigation.go('/data/visits');
    expect(history.entries.at(-1)).toBe('/data/visits');
  });

  it('adds the endpoint to the address at once if the screen stays, also after the endpoint changes', () => {
    const { app, history } = open('/connections');
    const mine = app.connections.draft({ id: 'mine', httpEndpoint: 'https://mine.example/graphql' });
    app.connections.save(mine);
    app.connections.select('mine');
    expect(history.entries).toEqual(['/connections?endpoint=https%3A%2F%2Fmine.example%2Fgraphql']);
    app.connections.save({ ...mine, httpEndpoint: 'https://moved.example/graphql' });
    expect(history.entries).toEqual(['/connections?endpoint=https%3A%2F%2Fmoved.example%2Fgraphql']);
    app.connections.select('default');
    expect(history.entries).toEqual(['/connections']);
  });

  it('leaves a key in the endpoint out of links, which still lead to the same connection in this browser', () => {
    const storage = memoryStorage();
    const { app, history } = open('/data/ships', { storage });
    app.connections.save(app.connections.draft({ id: 'keyed', httpEndpoint: 'https://mine.example/graphql?api_key=secret&t=1' }));
    app.connections.select('keyed');
    app.navigation.go('/data/visits');
    expect(history.entries.at(-1)).toBe('/data/visits?endpoint=https%3A%2F%2Fmine.example%2Fgraphql%3Ft%3D1');
    // In this browser the link leads to the connection it came from.
    const again = open(history.entries.at(-1) ?? '', { storage });
    expect(again.app.linked.get()).toBeNull();
    expect(again.app.session.get()?.connection.id).toBe('keyed');
  });

  it('adds the endpoint to the address of the page alone, and Back returns to the previous connection', () => {
    const { app, history } = open('/', { storage: withOther() });
    app.connections.save(app.connections.draft({ id: 'mine', httpEndpoint: 'https://mine.example/graphql' }));
    app.connections.select('mine');
    expect(history.entries.at(-1)).toBe('/?endpoint=https%3A%2F%2Fmine.example%2Fgraphql');
    app.connections.select('other');
    expect(history.entries.at(-1)).toBe('/?endpoint=https%3A%2F%2Fother.example%2Fgraphql');
    history.back();
    expect(app.session.get()?.connection.id).toBe('mine');
  });

  it('returns with Back to the screen that was left, also for the configured connection', () => {
    const { app, history } = open('/data/ships');
    app.connections.save(app.connections.draft({ id: 'mine', httpEndpoint: 'https://mine.example/graphql' }));
    app.connections.select('mine');
    app.navigation.go('/data/products?page=2');
    app.connections.select('default');
    app.navigation.go('/data/berths');
    history.back();
    history.back();
    expect(app.session.get()?.connection.id).toBe('mine');
    expect(app.navigation.address.get().path).toBe('/data/products');
    expect(app.navigation.address.get().query.get('page')).toBe('2');
    expect(history.entries.at(-1)).toContain('/data/products?page=2&endpoint=');
    history.back();
    history.back();
    expect(app.session.get()?.connection.id).toBe('default');
    expect(app.navigation.address.get().path).toBe('/data/ships');
  });

  it('asks before Back returns to a connection that was removed, and sends nothing', () => {
    const { app, history, server } = open('/data/ships');
    app.connections.save(app.connections.draft({ id: 'mine', httpEndpoint: 'https://mine.example/graphql' }));
    app.connections.select('mine');
    app.navigation.go('/data/products');
    app.connections.select('default');
    app.connections.remove('mine');
    const before = server.requests.length;
    history.back();
    expect(app.linked.get()).toEqual({ endpoint: 'https://mine.example/graphql', known: null });
    expect(app.session.get()?.connection.id).toBe('default');
    expect(server.requests).toHaveLength(before);
    app.confirmLink(false);
    expect(app.session.get()?.connection.id).toBe('default');
    expect(history.entries.at(-1)).toBe('/');
  });

  it('stops asking after navigation to an address of a known connection', () => {
    const { app, history } = open('/data/ships');
    app.connections.save(app.connections.draft({ id: 'mine', httpEndpoint: 'https://mine.example/graphql' }));
    app.connections.select('mine');
    app.connections.select('default');
    app.connections.remove('mine');
    history.back();
    expect(app.linked.get()?.endpoint).toBe('https://mine.example/graphql');
    history.back();
    expect(app.linked.get()).toBeNull();
    expect(app.session.get()?.connection.id).toBe('default');
    expect(app.navigation.address.get().path).toBe('/data/ships');
  });

  it('drops the question about a link when the user goes back', () => {
    const { app, history } = open('/data/ships');
    history.push('/data/x?endpoint=https%3A%2F%2Fnew.example%2Fgraphql');
    app.dispose();
    const again = createApp({ config: {}, history, pageUrl: 'https://oriel.example/' });
    opened.push(again);
    expect(again.session.get()).toBeNull();
    history.back();
    expect(again.linked.get()).toBeNull();
    expect(again.session.get()?.connection.id).toBe('default');
  });

  it('keeps the previous session running until the user signs out or changes it', () => {
    const { app, storage } = open('/data/ships');
    const mine = app.connections.draft({ id: 'mine', httpEndpoint: 'https://mine.example/graphql' });
    app.connections.save(mine);
    const first = app.session.get();
    const ended: string[] = [];
    first?.part('draft', () => ({ dispose: () => void ended.push('default') }));
    app.connections.select('mine');
    const second = app.session.get();
    second?.token.set('secret');
    second?.part('draft', () => ({ dispose: () => void ended.push('mine') }));
    app.connections.select('default');
    expect(app.session.get()).toBe(first);
    app.connections.select('mine');
    expect(app.session.get()).toBe(second);
    app.connections.select('default');
    expect(ended).toEqual([]);
    // Another tab signs out of it.
    storage.removeItem(app.connections.tokenKey(mine));
    app.storageChanged(app.connections.tokenKey(mine));
    expect(ended).toEqual(['mine']);
    expect(app.session.get()).toBe(first);
    app.connections.select('mine');
    expect(app.session.get()).not.toBe(second);
    app.session.get()?.part('draft', () => ({ dispose: () => void ended.push('mine again') }));
    app.connections.select('default');
    app.connections.save({ ...mine, headers: { 'x-tenant': 'north' } });
    expect(ended).toEqual(['mine', 'mine again']);
  });

  it('reports the changes that were running when a session ended, and not those that continue', () => {
    const { app } = open('/data/ships');
    const mine = app.connections.draft({ id: 'mine', httpEndpoint: 'https://mine.example/graphql' });
    app.connections.save(mine);
    app.connections.select('mine');
    app.session.get()?.token.set('secret');
    app.session.get()?.part('runs', () => ({ underWay: () => ['bookVisit'], dispose: () => undefined }));
    app.connections.select('default');
    app.connections.select('mine');
    expect(app.interrupted.get()).toEqual([]);
    expect(app.underWay()).toEqual(['bookVisit']);
    // The page would be closed upon it, too.
    app.connections.select('default');
    expect(app.underWay()).toEqual(['bookVisit']);
    app.connections.select('mine');
    app.session.get()?.token.clear();
    expect(app.underWay()).toEqual([]);
    expect(app.interrupted.get()).toEqual(['bookVisit']);
  });

  it('names the connection in use when another tab removed it', () => {
    const { app, storage } = open('/');
    const [mine, other] = ['mine', 'other'].map(id =>
      app.connections.draft({ id, name: `Is ${id}`, httpEndpoint: `https://${id}.example/graphql` }),
    );
    for (const each of [mine, other]) if (each) app.connections.save(each);
    app.connections.select('mine');
    const removeElsewhere = (...left: unknown[]): void => {
      storage.setItem('oriel:connections', JSON.stringify(left));
      app.storageChanged('oriel:connections');
    };
    removeElsewhere(mine);
    expect(app.removed.get()).toBeNull();
    removeElsewhere();
    expect(app.removed.get()).toBe('Is mine');
    expect(app.session.get()?.connection.id).toBe('default');
  });

  it('creates a new transport when the settings change', () => {
    const { app } = open('/');
    const mine = app.connections.draft({ id: 'mine', name: 'Mine', httpEndpoint: 'https://mine.example/graphql' });
    app.connections.save(mine);
    app.connections.select('mine');
    const before = app.session.get();
    app.connections.save({ ...mine, persistedQueries: true });
    expect(app.session.get()).not.toBe(before);
    expect(app.session.get()?.transport.persisted.get().state).toBe('on');
  });
});

describe('a change in another tab', () => {
  it('is applied: token, connections, appearance, language and time zone', async () => {
    const { app, storage } = open('/');
    storage.setItem('apollo-token', 'x');
    storage.setItem('oriel:theme', 'dark');
    storage.setItem('oriel:language', 'fi');
    storage.setItem('oriel:time-zone', 'Asia/Tokyo');
    app.storageChanged(null);
    expect(app.session.get()?.token.signedIn.get()).toBe(true);
    expect(app.appearance.get().theme).toBe('dark');
    expect(app.timeZone.get()).toBe('Asia/Tokyo');
    await new Promise(resolve => setTimeout(resolve));
    expect(app.language.current.get().tag).toBe('fi');
  });
});

describe('language and time zone', () => {
  it('are stored once they are loaded', async () => {
    const { app, storage } = open('/');
    expect(await app.chooseLanguage('nb')).toBe(true);
    expect(app.chooseTimeZone('Europe/Oslo')).toBe(true);
    expect(app.chooseTimeZone('Mars/Olympus')).toBe(false);
    expect([storage.getItem('oriel:language'), storage.getItem('oriel:time-zone')]).toEqual(['nb', 'Europe/Oslo']);
    expect(initialLanguage(storage, ['de'])).toBe('nb');
    const again = open('/', { storage }).app;
    expect(again.language.current.get().formats.timeZone).toBe('Europe/Oslo');
    app.chooseTimeZone(null);
    expect(storage.getItem('oriel:time-zone')).toBeNull();
  });

  it('are not stored if the texts cannot be loaded', async () => {
    const { app, storage } = open('/', { loadLanguage: () => Promise.reject(new Error('gone')) });
    expect(await app.chooseLanguage('nb')).toBe(false);
    expect(storage.getItem('oriel:language')).toBeNull();
  });

  it('start with the preferences of the browser if nothing valid is stored', () => {
    const storage = memoryStorage();
    storage.setItem('oriel:language', 'klingon');
    expect(initialLanguage(storage, ['xx', 'sv-FI'])).toBe('sv');
  });
});

describe('the endpoint in an address', () => {
  it('is removed and added without changing the rest', () => {
    const address = '/data/ships?where=%7B%22a%22%3A1%7D&sort=name';
    expect(splitEndpoint(withEndpoint(address, 'https://x.example/g?a=b&c'))).toEqual({
      endpoint: 'https://x.example/g?a=b&c',
      rest: address,
    });
    expect(splitEndpoint('/data')).toEqual({ endpoint: null, rest: '/data' });
    expect(withEndpoint('/data', null)).toBe('/data');
  });
});

describe('a token that replaces another one', () => {
  it('starts a new session with an empty cache, in this tab and from another one', () => {
    const { app, storage } = open('/');
    app.session.get()?.token.set('of-anna');
    const first = app.session.get();
    app.session.get()?.token.set('of-ben');
    const second = app.session.get();
    expect(second).not.toBe(first);
    expect(second?.transport.client).not.toBe(first?.transport.client);
    storage.setItem('apollo-token', 'of-cleo');
    app.storageChanged('apollo-token');
    expect(app.session.get()).not.toBe(second);
    expect(app.accountChanges.get()).toBe(2);
    // As after a return from the back/forward cache, where nothing has changed.
    const third = app.session.get();
    app.storageChanged(null);
    expect(app.session.get()).toBe(third);
  });

  it('keeps the session if the same sign-in renewed it', () => {
    const { app, storage } = open('/');
    app.session.get()?.token.set('first', { grant: 'grant-1' });
    const before = app.session.get();
    before?.token.set('second', { grant: 'grant-1' });
    expect(app.session.get()).toBe(before);
    expect(before?.token.known.get()).toEqual(['first', 'second']);
    const tokens = before?.connections.tokens(before.connection);
    tokens?.write('third', { grant: 'grant-1' });
    app.storageChanged('apollo-token');
    expect(app.session.get()).toBe(before);
    tokens?.write('of-ben', { grant: 'grant-2' });
    app.storageChanged('apollo-token');
    expect(app.session.get()).not.toBe(before);
    expect(storage.getItem('apollo-token')).toBe('of-ben');
  });

  it('is not sent to an endpoint for which it was not stored', async () => {
    const storage = memoryStorage();
    open('/', { storage }).app.session.get()?.token.set('of-harbour');
    const server = schemaServer(SDL);
    const app = createApp({
      config: { httpEndpoint: 'https://evil.example/graphql', wsEndpoint: null },
      history: memoryHistory('/'),
      storage,
      pageUrl: 'https://oriel.example/',
      world: { fetch: server.fetch },
    });
    opened.push(app);
    expect(app.session.get()?.token.signedIn.get()).toBe(false);
    await app.session.get()?.schema.refresh();
    expect(server.requests.length).toBeGreaterThan(0);
    expect(server.requests.every(request => request.authorization === null)).toBe(true);
  });
});

describe('a change of the active connection', () => {
  const withMine = () => {
    const all = open('/');
    const mine = all.app.connections.draft({ id: 'mine', name: 'Mine', httpEndpoint: 'https://mine.example/graphql' });
    all.app.connections.save(mine, 'secret');
    all.app.connections.select('mine');
    return { ...all, mine };
  };

  it('keeps the session if only the name changes', () => {
    const { app, mine } = withMine();
    const before = app.session.get();
    app.connections.save({ ...mine, name: 'Ours', tokenName: 'my key' });
    expect(app.session.get()).toBe(before);
    expect(before?.connection.name).toBe('Ours');
  });

  it('starts a new session if it changes what is sent', () => {
    const { app, mine } = withMine();
    const before = app.session.get();
    app.connections.save({ ...mine, headers: { 'x-role': 'admin' } });
    expect(app.session.get()).not.toBe(before);
  });

  it('starts a new session if the token changes', () => {
    const { app, mine } = withMine();
    const before = app.session.get();
    app.connections.save(mine, 'other');
    expect(app.session.get()).not.toBe(before);
  });
});

it('reads only own properties of the configuration', () => {
  const polluted = Object.prototype as { wsEndpoint?: string };
  polluted.wsEndpoint = 'wss://evil.example/';
  try {
    const app = createApp({
      config: readPublicConfig({ httpEndpoint: '/graphql' }),
      history: memoryHistory('/'),
      pageUrl: 'https://oriel.example/',
      world: { fetch: schemaServer(SDL).fetch },
    });
    opened.push(app);
    expect(app.connections.current.get().wsEndpoint).toBeUndefined();
    expect(readConnection({ id: 'a', httpEndpoint: 'https://a.example/' }, 'https://oriel.example/')?.wsEndpoint).toBeUndefined();
  } finally {
    delete polluted.wsEndpoint;
  }
});
