import { memoryStorage } from '../../../src/lib/storage';
import { type PendingSignIn, rememberSignIn, takePendingSignIn } from '../../../src/session/signIn/pendingSignIn';

const PENDING: PendingSignIn = {
  issuer: 'https://id.example',
  state: 's1',
  codeVerifier: 'v',
  nonce: 'n',
  redirectUri: 'https://oriel.example/',
  connectionId: 'default',
  endpoint: 'https://oriel.example/graphql',
  returnTo: '/data/ships?page=2',
  at: 1000,
};
const taken = (address: string, pending: Partial<PendingSignIn> = {}, now = 2000) => {
  const storage = memoryStorage();
  rememberSignIn(storage, { ...PENDING, ...pending });
  const first = takePendingSignIn(storage, new URL(address), now);
  return { first, second: takePendingSignIn(storage, new URL(address), now) };
};

describe('a redirect from an identity provider', () => {
  it('is used once', () => {
    const { first, second } = taken('https://oriel.example/?code=c&state=s1&iss=x');
    expect(first?.pending).toEqual(PENDING);
    expect(first?.parameters.get('code')).toBe('c');
    expect(second).toBeNull();
  });

  it.each([
    ['of another state', 'https://oriel.example/?code=c&state=s2', {}, 2000],
    ['without a code', 'https://oriel.example/?state=s1', {}, 2000],
    ['to another path', 'https://oriel.example/data?code=c&state=s1', {}, 2000],
    ['that took too long', 'https://oriel.example/?code=c&state=s1', {}, 31 * 60_000],
    ['that would lead to another page', 'https://oriel.example/?code=c&state=s1', { returnTo: '//evil.example/' }, 2000],
    ['without what was remembered', 'https://oriel.example/?code=c&state=s1', { codeVerifier: '' }, 2000],
  ])('%s is ignored', (_what, address, pending, now) => {
    expect(taken(address, pending, now).first).toBeNull();
  });
});
