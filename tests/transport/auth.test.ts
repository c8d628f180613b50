/** Contract C1, C2, C44: the token on HTTP. */
import { createTransport } from '../../src/transport/createTransport';
import { memoryStorage } from '../support/memoryStorage';
import { json, scriptedFetch } from '../support/scriptedFetch';

const QUERY = 'query Ships { ships { id } }';
const DATA = json({ data: { ships: [] } });

describe('C1 every attempt reads the token when it is sent', () => {
  it('C1 puts the raw value behind "Bearer " into Authorization', async () => {
    const { fetch, requests } = scriptedFetch(DATA);
    const { client } = createTransport({}, { fetch, storage: memoryStorage({ 'apollo-token': 'abc def' }) });
    await client.query(QUERY, {}).toPromise();
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer abc def');
  });

  it('C1 attaches no token if the caller opts out', async () => {
    const { fetch, requests } = scriptedFetch(DATA);
    const { client } = createTransport({}, { fetch, storage: memoryStorage({ 'apollo-token': 'expired' }) });
    await client.mutation('mutation SignIn { signIn }', {}, { anonymous: true }).toPromise();
    expect(requests[0]?.headers.get('authorization')).toBeNull();
  });

  it('C1 reads under the configured name', async () => {
    const { fetch, requests } = scriptedFetch(DATA);
    const storage = memoryStorage({ 'apollo-token': 'wrong', mine: 'right' });
    const { client } = createTransport({ tokenName: 'mine' }, { fetch, storage });
    await client.query(QUERY, {}).toPromise();
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer right');
  });

  it('C1 reads the token again for a resend after a miss', async () => {
    const storage = memoryStorage({ 'apollo-token': 'first' });
    const { fetch, requests } = scriptedFetch(() => {
      storage.values.set('apollo-token', 'second');
      return json({ errors: [{ message: 'PersistedQueryNotFound' }] });
    }, DATA);
    const { client } = createTransport({ persistedQueries: true }, { fetch, storage });
    await client.query(QUERY, {}).toPromise();
    expect(requests.map(r => r.headers.get('authorization'))).toEqual(['Bearer first', 'Bearer second']);
  });

  it.each([
    ['a hash by GET', { queryMethod: 'get', persistedQueries: true }],
    ['a QUERY', { queryMethod: 'query' }],
  ] as const)(
    'C1 C2 reads the token again when %s is refused and sent by POST: after a sign-out it is sent without one',
    async (_, config) => {
      const storage = memoryStorage({ 'apollo-token': 'old' });
      const { fetch, requests } = scriptedFetch(() => {
        storage.values.delete('apollo-token');
        return json('', 405);
      }, DATA);
      const { client } = createTransport(
        { ...config, headers: { 'X-Tenant': 'acme', 'X-Session': '{token}' } },
        { fetch, storage },
      );
      const { data } = await client.query(QUERY, {}, { fetchOptions: { headers: { 'X-Role': 'user' } } }).toPromise();
      expect(data).toEqual({ ships: [] });
      const sent = requests.map(({ method, headers }) => [
        method === 'POST',
        ...['authorization', 'x-session', 'x-tenant', 'x-role', 'content-type'].map(name => headers.get(name)),
      ]);
      expect(sent).toEqual([
        [false, 'Bearer old', 'old', 'acme', 'user', 'application/json'],
        [true, null, null, 'acme', 'user', 'application/json'],
      ]);
      expect(requests[1]?.headers.get('accept')).toBe(requests[0]?.headers.get('accept'));
    },
  );

  it('C1 reads the token again for a refetch', async () => {
    const storage = memoryStorage({ 'apollo-token': 'first' });
    const { fetch, requests } = scriptedFetch(DATA);
    const { client } = createTransport({ forceFetchDelayMs: 0 }, { fetch, storage });
    await client.query(QUERY, {}).toPromise();
    storage.values.set('apollo-token', 'second');
    await client.query(QUERY, {}, { requestPolicy: 'network-only' }).toPromise();
    expect(requests[1]?.headers.get('authorization')).toBe('Bearer second');
  });
});

it('C1 a token that no header can contain is reported without its value', async () => {
  // The error of fetch in Node and in Firefox contains the refused value.
  const fetch = async (_: unknown, init?: RequestInit) => new Response(JSON.stringify([...new Headers(init?.headers).keys()]));
  const storage = memoryStorage({ 'apollo-token': 'secret\nof mine' });
  const { client } = createTransport({}, { fetch: fetch as typeof globalThis.fetch, storage });
  const { error } = await client.query(QUERY, {}).toPromise();
  expect(error?.networkError?.message).toMatch(/invalid header value/);
  expect(`${error?.message} ${error?.networkError?.stack}`).not.toMatch(/secret|mine/);
});

describe('C2 without a token there is no header', () => {
  it.each([
    ['no value', memoryStorage()],
    ['an empty value', memoryStorage({ 'apollo-token': '' })],
    [
      'a storage that throws',
      {
        getItem(): string {
          throw new Error('denied');
        },
      },
    ],
    ['no storage', null],
  ])('C2 %s sends no Authorization', async (_, storage) => {
    const { fetch, requests } = scriptedFetch(DATA);
    const { client } = createTransport({}, { fetch, storage });
    const result = await client.query(QUERY, {}).toPromise();
    expect(result.data).toEqual({ ships: [] });
    expect(requests[0]?.headers.has('authorization')).toBe(false);
  });

  it('C2 after a sign-out, a refetch caused by a mutation sends no token', async () => {
    const storage = memoryStorage({ 'apollo-token': 'old' });
    const ships = json({ data: { ships: [{ __typename: 'Ship', id: '1' }] } });
    const { fetch, requests } = scriptedFetch(ships, json({ data: { rename: { __typename: 'Ship', id: '1' } } }), ships);
    const { client } = createTransport({ forceFetchDelayMs: 0 }, { fetch, storage });
    const refetched = new Promise<void>(resolve => {
      let fresh = 0;
      client.query(QUERY, {}).subscribe(result => {
        if (!result.stale) fresh++;
        if (fresh === 2) resolve();
      });
    });
    await new Promise(resolve => setImmediate(resolve));
    storage.values.delete('apollo-token');
    await client.mutation('mutation { rename { id } }', {}).toPromise();
    await refetched;
    expect(requests.map(r => r.headers.get('authorization'))).toEqual(['Bearer old', null, null]);
  });

  it('C2 an Authorization from fetchOptions does not outlive the token', async () => {
    const { fetch, requests } = scriptedFetch(DATA);
    const { client } = createTransport({}, { fetch, storage: memoryStorage() });
    await client.query(QUERY, {}, { fetchOptions: { headers: { Authorization: 'Bearer stale' } } }).toPromise();
    expect(requests[0]?.headers.has('authorization')).toBe(false);
  });
});

describe('C44 identical mutations are two requests', () => {
  it('C44 two started together at start-up both get their own result', async () => {
    let n = 0;
    const { fetch, requests } = scriptedFetch(() => json({ data: { add: ++n } }));
    const { client } = createTransport({}, { fetch, storage: null });
    const [first, second] = await Promise.all([
      client.mutation('mutation { add }', {}).toPromise(),
      client.mutation('mutation { add }', {}).toPromise(),
    ]);
    expect(requests).toHaveLength(2);
    expect([first.data, second.data]).toEqual([{ add: 1 }, { add: 2 }]);
  });

  it('C44 operations keep their order at start-up, also those after a cancelled one', async () => {
    const { fetch, requests } = scriptedFetch(DATA);
    const { client } = createTransport({}, { fetch, storage: null });
    client
      .query('query Given { up }', {})
      .subscribe(() => {})
      .unsubscribe();
    const rest = ['A', 'B', 'C'].map(name => client.mutation(`mutation ${name} { x }`, {}).toPromise());
    await Promise.all(rest);
    expect(requests.map(r => r.json?.operationName)).toEqual(['A', 'B', 'C']);
  });

  it('C44 two started together after start-up both get their own result', async () => {
    const { fetch, requests } = scriptedFetch(json({ data: { add: 1 } }));
    const { client } = createTransport({}, { fetch, storage: null });
    await client.mutation('mutation { add }', {}).toPromise();
    await Promise.all([client.mutation('mutation { add }', {}).toPromise(), client.mutation('mutation { add }', {}).toPromise()]);
    expect(requests).toHaveLength(3);
  });
});
