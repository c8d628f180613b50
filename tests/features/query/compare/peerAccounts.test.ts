/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** When results of another connection are dropped. */
import { peerAccountsOf } from '../../../../src/features/query/compare/peerAccounts';
import { memoryStorage } from '../../../../src/lib/storage';
import { createConnections } from '../../../../src/session/connections/connections';
import { createCookieAccount } from '../../../../src/session/connections/cookieAccount';
import type { Session } from '../../../../src/session/connections/session';
import { createSessionToken } from '../../../../src/session/connections/sessionToken';

/** A session of the configured connection, and another connection with a token. */
const open = () => {
  const storage = memoryStorage();
  const base = createConnections({ storage, defaultConnection: {} as never }).draft();
  const connections = createConnections({
    storage,
    defaultConnection: { ...base, id: 'default', name: 'Here', httpEndpoint: 'http://test/graphql', tokenName: 'apollo-token' },
  });
  connections.save({ ...base, id: 'other', name: 'Staging', httpEndpoint: 'http://staging/graphql' }, 'tok-1');
  const there = connections.list.get()[1] as typeof base & { id: string };
  const pageEvents = new EventTarget();
  const parts = new Map<string, unknown>();
  const session = {
    connections,
    storage,
    pageUrl: 'http://test/',
    pageEvents,
    part: (name: string, make: () => unknown) => parts.get(name) ?? parts.set(name, make()).get(name),
  } as unknown as Session;
  const accounts = peerAccountsOf(session);
  const ended: string[] = [];
  accounts.onEnd(id => ended.push(id));
  const cookies = createCookieAccount(storage, 'other', 'http://staging/graphql');
  const tokens = connections.tokens(there);
  const watch = () => {
    const token = createSessionToken({ tokens, cookies, onChange: () => undefined, isServer: false });
    return accounts.watch(there, token);
  };
  return { connections, there, tokens, cookies, watch, ended, hear: () => pageEvents.dispatchEvent(new Event('storage')) };
};
type Opened = ReturnType<typeof open>;

it.each<[string, (page: Opened) => void]>([
  [
    'signs out there in another tab',
    ({ tokens, hear }) => {
      tokens.write('');
      hear();
    },
  ],
  [
    'signs out there and comes back',
    ({ connections, tokens }) => {
      connections.select('other');
      tokens.write('');
      connections.select('default');
    },
  ],
  ['takes another account there', ({ connections, there }) => connections.save(there, 'tok-2')],
  ['points the connection elsewhere', ({ connections, there }) => connections.save({ ...there, httpEndpoint: '/other' })],
  ['removes the connection', ({ connections }) => connections.remove('other')],
])('the account ends for a user who %s', (_what, act) => {
  const page = open();
  const isSame = page.watch();
  expect(isSame()).toBe(true);
  act(page);
  expect(page.ended).toEqual(['other']);
  expect(isSame()).toBe(false);
});

it('an account that the server keeps by a cookie ends as well', () => {
  const { watch, cookies, ended, hear } = open();
  cookies.write({ name: 'Ada', verified: true });
  watch();
  cookies.write(null);
  hear();
  expect(ended).toEqual(['other']);
});

it('a renewed token of the same sign-in and a new name of the connection end nothing', () => {
  const { watch, there, tokens, connections, ended, hear } = open();
  tokens.write('first', { grant: 'g' });
  const isSame = watch();
  tokens.write('second', { grant: 'g' });
  hear();
  connections.save({ ...there, name: 'Renamed' });
  expect([isSame(), ended]).toEqual([true, []]);
});

it('an end without an event is noticed when the account is read', () => {
  const { watch, tokens } = open();
  const isSame = watch();
  tokens.write('');
  expect(isSame()).toBe(false);
});
