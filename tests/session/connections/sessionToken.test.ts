import { awsKeys as writeAwsKeys } from '../../../src/lib/network/awsKeys';
import { memoryStorage } from '../../../src/lib/storage';
import { createSessionToken } from '../../../src/session/connections/sessionToken';
import { createTokenStorage, tokenNoteKey } from '../../../src/session/connections/tokenStorage';

const KEY = 'apollo-token';

/** The token of a tab, in a storage that other tabs write to. */
function open() {
  const storage = memoryStorage();
  const connection = { httpEndpoint: '/graphql', wsEndpoint: null };
  const tokens = createTokenStorage({ storage, key: KEY, connection, pageUrl: 'https://oriel.example/' });
  tokens.write('first', { grant: 'g', verified: true });
  const cookies = { read: () => null, write: () => undefined };
  const token = createSessionToken({ tokens, cookies: cookies as never, onChange: () => undefined, isServer: false });
  return { storage, tokens, token };
}

it.each([
  ['a renewal is the same sign-in', 'g', 0],
  ['another sign-in replaces this one', 'other', 1],
])('another tab stores its note first and then the token: %s', (_name, grant, times) => {
  const { storage, tokens, token } = open();
  // The writes of the other tab, one after the other.
  const [oldNote, oldToken] = [storage.getItem(tokenNoteKey(KEY)), storage.getItem(KEY)];
  tokens.write('second', { grant, verified: true });
  const [newNote, newToken] = [storage.getItem(tokenNoteKey(KEY)), storage.getItem(KEY)];
  storage.setItem(tokenNoteKey(KEY), oldNote ?? '');
  storage.setItem(KEY, oldToken ?? '');
  storage.setItem(tokenNoteKey(KEY), newNote ?? '');
  token.reload();
  storage.setItem(KEY, newToken ?? '');
  token.reload();
  expect(token.replaced.get()).toBe(times);
  expect(token.verified.get()).toBe(true);
});

it('a new account at the gateway begins a new session; the first account does not', () => {
  const { token } = open();
  token.noteAccount('Ada');
  token.noteAccount('Ada');
  expect(token.replaced.get()).toBe(0);
  token.noteAccount('Grace');
  expect(token.replaced.get()).toBe(1);
  token.noteAccount(null);
  expect(token.replaced.get()).toBe(2);
});

it('AWS credentials that replace a token begin a new session, and each of them counts as a secret, except the region', () => {
  const { tokens, token } = open();
  token.set(writeAwsKeys({ accessKeyId: 'ASIAKEY', secretAccessKey: 'secret', sessionToken: '', region: 'eu-west-1' }));
  expect(token.replaced.get()).toBe(1);
  expect(token.known.get()).toEqual(['first', 'ASIAKEY', 'secret']);
  token.clear();
  expect([token.signedIn.get(), tokens.read()]).toEqual([false, '']);
});
