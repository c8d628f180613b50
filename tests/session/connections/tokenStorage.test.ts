import { memoryStorage, safeStorage } from '../../../src/lib/storage';
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

  it('gives no grant to another endpoint, which could otherwise renew the token for itself', () => {
    const storage = memoryStorage();
    open(storage).write('abc', { grant: 'grant', verified: true });
    expect(open(storage, { ...own, httpEndpoint: 'https://other.example/graphql' }).source()).toEqual({});
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

  it('C1 is used although the note of an earlier token names another endpoint', () => {
    const storage = memoryStorage();
    open(storage).write('abc', { grant: 'grant' });
    storage.setItem('apollo-token', 'theirs');
    const other = open(storage, { ...own, httpEndpoint: 'https://other.example/graphql' });
    expect([other.read(), other.source()]).toEqual(['theirs', {}]);
  });

  it.each(['null', '[]', '"x"', '{"endpoint":1}', '{"__proto__":{"endpoint":"a","print":"b"}}', '{'])(
    'is used beside a note that cannot be read: %s',
    note => {
      const storage = memoryStorage();
      storage.setItem('apollo-token', 'theirs');
      storage.setItem('oriel:token-for:apollo-token', note);
      expect(open(storage).read()).toBe('theirs');
    },
  );
});

describe('a storage that is full', () => {
  it('keeps the token for the page, says so, and does not bring an older one back', () => {
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

  it('takes the token when removing the older one makes room', () => {
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
