import { awsKeys as writeAwsKeys } from '../../../src/lib/network/awsKeys';
import { memoryStorage, safeStorage } from '../../../src/lib/storage';
import { type ConnectionSettings, createConnections } from '../../../src/session/connections/connections';
import { createTokenStorage } from '../../../src/session/connections/tokenStorage';

const pageUrl = 'https://oriel.example/data';
const own = { httpEndpoint: '/graphql', wsEndpoint: undefined };
const open = (storage = memoryStorage(), connection: { httpEndpoint: string; wsEndpoint: string | null | undefined } = own) =>
  createTokenStorage({ storage, key: 'apollo-token', connection, pageUrl });

describe('a token that Oriel stored', () => {
  it('is read for its endpoint, whatever the spelling of the URL', () => {
    const storage = memoryStorage();
    open(storage).write(' Bearer abc ');
    expect(storage.getItem('apollo-token')).toBe('abc');
    expect(open(storage).read()).toBe('abc');
    expect(open(storage, { ...own, httpEndpoint: 'https://ORIEL.example:443/graphql' }).read()).toBe('abc');
  });

  it('is not used for another endpoint under the same name', () => {
    const storage = memoryStorage();
    open(storage).write('abc');
    for (const httpEndpoint of ['https://other.example/graphql', '/other', 'http://oriel.example/graphql'])
      expect(open(storage, { ...own, httpEndpoint }).read()).toBe('');
    expect(open(storage).read()).toBe('abc');
  });

  it('gives no grant to another endpoint, which could otherwise renew the token', () => {
    const storage = memoryStorage();
    open(storage).write('abc', { grant: 'grant', verified: true });
    expect(open(storage, { ...own, httpEndpoint: 'https://other.example/graphql' }).source()).toEqual({});
  });

  it('is read for an address whose secret parameter an earlier version left in the note', () => {
    const storage = memoryStorage();
    const connection = { ...own, httpEndpoint: '/graphql?pwd=hunter2' };
    open(storage, connection).write('abc');
    const [key, note] = ['oriel:token-for:apollo-token', storage.getItem('oriel:token-for:apollo-token') ?? ''];
    expect(note).not.toContain('hunter2');
    storage.setItem(key, note.replace('/graphql', '/graphql?pwd=hunter2'));
    expect(open(storage, connection).read()).toBe('abc');
    expect(open(storage, { ...own, httpEndpoint: '/other?pwd=hunter2' }).read()).toBe('');
  });

  it('is not used if the websocket is on a host that it was not stored for', () => {
    const storage = memoryStorage();
    open(storage).write('abc');
    expect(open(storage, { ...own, wsEndpoint: 'wss://other.example/graphql' }).read()).toBe('');
    expect(open(storage, { ...own, wsEndpoint: null }).read()).toBe('abc');
    expect(open(storage, { ...own, wsEndpoint: 'wss://oriel.example/socket' }).read()).toBe('abc');
    open(storage, { ...own, wsEndpoint: 'wss://feeds.example/graphql' }).write('abc');
    expect(open(storage, { ...own, wsEndpoint: 'wss://feeds.example/graphql' }).read()).toBe('abc');
  });

  it('is removed with its note', () => {
    const storage = memoryStorage();
    open(storage).write('abc', { grant: 'grant' });
    expect(open(storage).source()).toEqual({ grant: 'grant', verified: false });
    open(storage).write('');
    expect(open(storage).read()).toBe('');
    expect(storage.getItem('oriel:token-for:apollo-token')).toBeNull();
  });
});

describe('a token that another application stored', () => {
  it('C1 is used for every endpoint', () => {
    const storage = memoryStorage();
    storage.setItem('apollo-token', 'theirs');
    expect(open(storage, { ...own, httpEndpoint: 'https://other.example/graphql' }).read()).toBe('theirs');
  });

  it('C1 is used even if the note of an earlier token names another endpoint', () => {
    const storage = memoryStorage();
    open(storage).write('abc', { grant: 'grant' });
    storage.setItem('apollo-token', 'theirs');
    const other = open(storage, { ...own, httpEndpoint: 'https://other.example/graphql' });
    expect([other.read(), other.source()]).toEqual(['theirs', {}]);
  });

  it.each(['null', '[]', '"x"', '{"endpoint":1}', '{"__proto__":{"endpoint":"a","print":"b"}}', '{'])(
    'is used with a note that cannot be read: %s',
    note => {
      const storage = memoryStorage();
      storage.setItem('apollo-token', 'theirs');
      storage.setItem('oriel:token-for:apollo-token', note);
      expect(open(storage).read()).toBe('theirs');
    },
  );
});

describe('a full storage', () => {
  it('keeps the token for the page, reports it, and does not restore an older one', () => {
    const kept = new Map([['apollo-token', 'old']]);
    const full = safeStorage(() => ({
      getItem: key => kept.get(key) ?? null,
      removeItem: key => void kept.delete(key),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    }));
    expect(open(full).write('new')).toBe(false);
    expect(open(full).read()).toBe('new');
    expect(kept.has('apollo-token')).toBe(false);
  });

  it('stores the token if removing the older one makes room', () => {
    const kept = new Map([['apollo-token', 'x'.repeat(90)]]);
    const size = () => [...kept].reduce((sum, [key, value]) => sum + key.length + value.length, 0);
    const small = safeStorage(() => ({
      getItem: key => kept.get(key) ?? null,
      removeItem: key => void kept.delete(key),
      setItem(key, value) {
        const before = kept.get(key);
        kept.delete(key);
        if (size() + key.length + value.length <= 110) return void kept.set(key, value);
        if (before !== undefined) kept.set(key, before);
        throw new DOMException('full', 'QuotaExceededError');
      },
    }));
    expect(open(small).write('y'.repeat(98))).toBe(true);
    expect(kept.get('apollo-token')).toBe('y'.repeat(98));
  });
});

describe('AWS credentials instead of a token', () => {
  const keys = writeAwsKeys({
    accessKeyId: 'ASIAKEY',
    secretAccessKey: 'a/secret+key',
    sessionToken: 'session==',
    region: 'eu-west-1',
  });
  const places = (storage = memoryStorage(), tabStorage = memoryStorage()) => {
    const of = (connection = own as { httpEndpoint: string; wsEndpoint?: string | null }, key = 'apollo-token') =>
      createTokenStorage({ storage, tabStorage, key, connection: { wsEndpoint: undefined, ...connection }, pageUrl });
    return { storage, tabStorage, of };
  };
  const tabKey = 'oriel:iam:apollo-token';

  it('are kept in the tab only, and replace a stored token', () => {
    const { storage, tabStorage, of } = places();
    of().write('abc', { grant: 'grant', verified: true });
    of().write(keys);
    expect(of().read()).toBe(keys);
    expect(of().source()).toEqual({});
    expect([storage.getItem('apollo-token'), storage.getItem('oriel:token-for:apollo-token')]).toEqual([null, null]);
    expect(tabStorage.getItem(tabKey)).toContain('a/secret+key');
    expect(places(storage).of().read()).toBe('');
  });

  it('are preferred to a token that another tab stores', () => {
    const { storage, of } = places();
    of().write(keys);
    places(storage).of().write('theirs', { grant: 'theirs' });
    expect(of().read()).toBe(keys);
    expect(of().source()).toEqual({});
  });

  it('are read by no other connection, endpoint or websocket host', () => {
    const { of } = places();
    of().write(keys);
    expect(of(own, 'oriel:token:other').read()).toBe('');
    for (const other of [
      { httpEndpoint: '/other' },
      { httpEndpoint: 'https://other.example/graphql' },
      { httpEndpoint: '/graphql', wsEndpoint: 'wss://other.example/graphql' },
    ])
      expect(of(other).read()).toBe('');
    expect(of({ httpEndpoint: 'https://ORIEL.example:443/graphql' }).read()).toBe(keys);
  });

  it.each(['', 'a token'])('are removed when "%s" replaces them', token => {
    const { tabStorage, of } = places();
    of().write(keys);
    of().write(token);
    expect(of().read()).toBe(token);
    expect(tabStorage.getItem(tabKey)).toBeNull();
  });

  it('are dropped if the URL of their connection changes', () => {
    const { storage, tabStorage } = places();
    const defaultConnection = { id: 'default', tokenName: 'apollo-token', httpEndpoint: '/graphql' } as ConnectionSettings;
    const connections = createConnections({ storage, tabStorage, pageUrl, defaultConnection });
    const saved = connections.draft({ id: 'aws', httpEndpoint: 'https://api.example/graphql' });
    connections.save(saved, keys);
    expect(connections.tokens(saved).read()).toBe(keys);
    const moved = { ...saved, httpEndpoint: 'https://evil.example/graphql' };
    connections.save(moved);
    expect(connections.tokens(moved).read()).toBe('');
    expect(tabStorage.getItem('oriel:iam:oriel:token:aws')).toBeNull();
  });
});
