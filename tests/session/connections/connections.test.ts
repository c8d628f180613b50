import { keepConnection } from '../../../src/features/connections/keepConnection';
import { memoryStorage } from '../../../src/lib/storage';
import { connectionParamsFor } from '../../../src/session/connections/connectionParams';
import {
  type ConnectionSettings,
  type Connections,
  createConnections,
  DEFAULT_CONNECTION,
  readConnection,
} from '../../../src/session/connections/connections';
import { connectionOfPage } from '../../support/connectionOfPage';

const pageUrl = 'https://oriel.example/data';
const configured = connectionOfPage();

function open(storage = memoryStorage()): { connections: Connections; storage: ReturnType<typeof memoryStorage> } {
  let ids = 0;
  return {
    storage,
    connections: createConnections({ storage, pageUrl, defaultConnection: configured, newId: () => `c${++ids}` }),
  };
}

describe('connections', () => {
  it('start with the configured one', () => {
    const { connections } = open();
    expect(connections.list.get()).toEqual([configured]);
    expect(connections.current.get()).toBe(configured);
  });

  it('are stored in this browser, together with the one in use', () => {
    const { connections, storage } = open();
    const mine = connections.draft({
      name: 'Mine',
      httpEndpoint: 'https://api.example/graphql',
      headers: { 'x-key': '1' },
      wsEndpoint: null,
    });
    connections.save(mine);
    connections.select(mine.id);
    const again = open(storage).connections;
    expect(again.list.get()).toEqual([configured, mine]);
    expect(again.current.get()).toEqual(mine);
    expect(again.current.get().wsEndpoint).toBeNull();
  });

  it('are only the configured one during the hydration of a server-rendered page', () => {
    const { connections, storage } = open();
    const mine = connections.draft({ httpEndpoint: 'https://api.example/graphql' });
    connections.save(mine);
    connections.select(mine.id);
    const again = open(storage).connections;
    expect(again.list.rendered?.()).toEqual([configured]);
    expect(again.current.rendered?.()).toBe(configured);
  });

  it('store each token under its own key, the default one under its configured name', () => {
    const { connections } = open();
    const mine = connections.draft({ httpEndpoint: 'https://api.example/graphql', tokenName: 'apollo-token' });
    expect(connections.tokenKey(configured)).toBe('apollo-token');
    expect(connections.tokenKey(mine)).toBe('oriel:token:c1');
  });

  it('drop the token if the URL changes, and only then', () => {
    const { connections, storage } = open();
    const mine = connections.draft({ httpEndpoint: 'https://api.example/graphql' });
    connections.save(mine);
    storage.setItem(connections.tokenKey(mine), 'secret');
    connections.save({ ...mine, name: 'Renamed' });
    expect(storage.getItem(connections.tokenKey(mine))).toBe('secret');
    connections.save({ ...mine, wsEndpoint: 'wss://elsewhere.example/graphql' });
    expect(storage.getItem(connections.tokenKey(mine))).toBeNull();
    storage.setItem(connections.tokenKey(mine), 'secret');
    connections.save({ ...mine, wsEndpoint: 'wss://elsewhere.example/graphql', httpEndpoint: 'https://evil.example/graphql' });
    expect(storage.getItem(connections.tokenKey(mine))).toBeNull();
  });

  it('remove the refresh token of this tab with the connection', () => {
    const tabStorage = memoryStorage();
    const connections = createConnections({ storage: memoryStorage(), tabStorage, defaultConnection: configured });
    const mine = connections.draft({ httpEndpoint: 'https://api.example/graphql' });
    connections.save(mine);
    tabStorage.setItem(`oriel:oidc:${mine.id}`, '{}');
    connections.remove(mine.id);
    expect(tabStorage.getItem(`oriel:oidc:${mine.id}`)).toBeNull();
  });

  it('remove the token with the connection, and fall back to the default', () => {
    const { connections, storage } = open();
    const mine = connections.draft({ httpEndpoint: 'https://api.example/graphql' });
    connections.save(mine);
    connections.select(mine.id);
    storage.setItem(connections.tokenKey(mine), 'secret');
    storage.setItem(`oriel:oidc:${mine.id}`, '{}');
    connections.remove(mine.id);
    expect(storage.getItem(`oriel:oidc:${mine.id}`)).toBe(null);
    expect(storage.getItem('oriel:token:c1')).toBeNull();
    expect(connections.current.get()).toBe(configured);
    expect(open(storage).connections.current.get()).toEqual(configured);
    connections.remove(DEFAULT_CONNECTION);
    expect(connections.list.get()).toEqual([configured]);
  });

  it('have the new token before listeners are notified of the change', () => {
    const { connections, storage } = open();
    const mine = connections.draft({ httpEndpoint: 'https://api.example/graphql' });
    connections.save(mine, 'Bearer first');
    connections.select(mine.id);
    const heard: (string | null)[] = [];
    connections.current.subscribe(() => heard.push(storage.getItem(connections.tokenKey(mine))));
    connections.save({ ...mine, httpEndpoint: 'https://other.example/graphql' }, ' second ');
    connections.save({ ...mine, httpEndpoint: 'https://other.example/graphql' }, '');
    expect(heard).toEqual(['second', null]);
  });

  it('are restored with settings, token, position, and whether they are in use', () => {
    const { connections, storage } = open();
    const [a, b] = ['a', 'b'].map(name => connections.draft({ name, httpEndpoint: `https://${name}.example/graphql` })) as [
      ConnectionSettings,
      ConnectionSettings,
    ];
    connections.save(a, 'secret');
    connections.save(b);
    connections.select(a.id);
    const putBack = keepConnection(connections, a.id);
    connections.remove(a.id);
    expect(storage.getItem(connections.tokenKey(a))).toBeNull();
    putBack();
    expect(connections.list.get()).toEqual([configured, a, b]);
    expect(connections.current.get()).toEqual(a);
    expect(storage.getItem(connections.tokenKey(a))).toBe('secret');

    const before = keepConnection(connections, a.id);
    connections.save({ ...a, httpEndpoint: 'https://moved.example/graphql' });
    connections.select(b.id);
    before();
    expect(connections.list.get()).toEqual([configured, a, b]);
    expect(storage.getItem(connections.tokenKey(a))).toBe('secret');
    expect(connections.current.get()).toEqual(b);
  });

  it('that were added are removed again', () => {
    const { connections, storage } = open();
    const mine = connections.draft({ httpEndpoint: 'https://api.example/graphql' });
    const putBack = keepConnection(connections, mine.id);
    connections.save(mine, 'secret');
    putBack();
    expect(connections.list.get()).toEqual([configured]);
    expect(storage.getItem(connections.tokenKey(mine))).toBeNull();
  });

  it('refuse a URL with a password, which browsers refuse, without repeating the password', () => {
    const { connections } = open();
    const save = () => connections.save(connections.draft({ httpEndpoint: 'https://me:pa55@api.example/graphql' }));
    expect(save).toThrow(RangeError);
    expect(save).not.toThrow(/pa55/);
  });

  it.each(['', 'javascript:alert(1)', 'ftp://x', 'data:text/plain,x', 'http://'])('refuse the address %j', httpEndpoint => {
    const { connections } = open();
    expect(() => connections.save(connections.draft({ httpEndpoint }))).toThrow(RangeError);
    expect(connections.list.get()).toHaveLength(1);
  });

  it('refuse to replace the default, and an invalid websocket URL', () => {
    const { connections } = open();
    expect(() => connections.save({ ...configured, name: 'Mine' })).toThrow(RangeError);
    expect(() => connections.save(connections.draft({ httpEndpoint: 'https://a.example', wsEndpoint: 'mailto:a@b' }))).toThrow(
      RangeError,
    );
  });

  it('are found by URL, whatever its spelling', () => {
    const { connections } = open();
    expect(connections.findByEndpoint('https://ORIEL.example:443/graphql')).toBe(configured);
    expect(connections.findByEndpoint('https://oriel.example/other')).toBeUndefined();
    const keyed = connections.draft({ httpEndpoint: 'https://api.example/graphql?api_key=secret&tenant=north' });
    connections.save(keyed);
    expect(connections.findByEndpoint('https://api.example/graphql?tenant=north')).toBe(keyed);
    const twin = connections.draft({ httpEndpoint: 'https://api.example/graphql?tenant=north' });
    connections.save(twin);
    connections.select(twin.id);
    expect(connections.findByEndpoint('https://api.example/graphql?tenant=north')).toBe(twin);
  });

  it('follow changes of another tab, and notify no listener without a change', () => {
    const { connections, storage } = open();
    const other = open(storage).connections;
    const mine = other.draft({ id: 'x1', name: 'Mine', httpEndpoint: 'https://api.example/graphql' });
    other.save(mine);
    const listener = jest.fn();
    connections.list.subscribe(listener);
    connections.reload();
    connections.reload();
    expect(listener).toHaveBeenCalledTimes(1);
    expect(connections.list.get()[1]).toEqual(mine);
  });

  it('are read from any stored value without an error', () => {
    for (const text of [
      'null',
      '{}',
      '[null, 1, {"id": "a"}]',
      '[{"id":"default","httpEndpoint":"https://evil.example"}]',
      '[[',
    ]) {
      const storage = memoryStorage();
      storage.setItem('oriel:connections', text);
      expect(open(storage).connections.list.get()).toEqual([configured]);
    }
  });
});

describe('a connection read from outside', () => {
  it('keeps known settings of the right type', () => {
    const read = readConnection(
      {
        id: 'a',
        httpEndpoint: 'https://a.example',
        headers: { good: 'x', bad: 1 },
        connectionParamsShape: 'odd',
        token: 'secret',
        __proto__: { x: 1 },
      },
      pageUrl,
    );
    expect(read).toEqual({
      id: 'a',
      name: 'https://a.example',
      httpEndpoint: 'https://a.example',
      wsEndpoint: undefined,
      tokenName: '',
      headers: { good: 'x' },
      persistedQueries: false,
      connectionParamsShape: 'both',
      customParams: '',
      uploadHeaders: {},
    });
  });
});

describe("the websocket's init payload", () => {
  const shaped = (shape: ConnectionSettings['connectionParamsShape'], customParams = '') =>
    connectionParamsFor({ ...configured, connectionParamsShape: shape, customParams });

  it('has the chosen shape', () => {
    expect(shaped('both')('t')).toEqual({ Authorization: 'Bearer t', headers: { Authorization: 'Bearer t' } });
    expect(shaped('authorization')('t')).toEqual({ Authorization: 'Bearer t' });
    expect(shaped('headers')('t')).toEqual({ headers: { Authorization: 'Bearer t' } });
    expect(shaped('accessToken')('t')).toEqual({ access_token: 't' });
    expect(shaped('custom', '{"auth": {"jwt": "Token {token}"}, "v": 2}')('t')).toEqual({ auth: { jwt: 'Token t' }, v: 2 });
  });

  it('is empty without a token', () => {
    for (const shape of ['both', 'authorization', 'headers', 'accessToken', 'custom'] as const)
      expect(shaped(shape, '{"a":"{token}"}')('')).toEqual({});
  });

  it('keeps its shape with any token and any template', () => {
    expect(shaped('custom', '{"jwt": "{token}"}')('", "admin": "$&')).toEqual({ jwt: '", "admin": "$&' });
    expect(shaped('custom', '{"apiKey": "k"}')('')).toEqual({ apiKey: 'k' });
    expect(shaped('custom', '{"apiKey": "k", "jwt": "{token}"}')('')).toEqual({});
    expect(shaped('custom', '{"jwt": ')('t')).toEqual({});
    expect(shaped('custom', '["{token}"]')('t')).toEqual({});
  });
});
