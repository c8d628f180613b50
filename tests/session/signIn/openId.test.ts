/** @jest-environment node */
import { type App, createApp } from '../../../src/app/createApp';
import { memoryStorage } from '../../../src/lib/storage';
import { openIdOf } from '../../../src/session/signIn/openId';
import { takePendingSignIn } from '../../../src/session/signIn/pendingSignIn';

const PAGE = 'https://oriel.example/';
const ISSUER = 'https://id.example';
const PROVIDER = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  code_challenge_methods_supported: ['S256'],
};

it.each([
  ['the same', 'https://a.example/graphql', 1],
  ['another', 'https://b.example/graphql', 0],
])('a sign-in that returns to %s endpoint exchanges its code %#', async (_what, later, exchanges) => {
  const tabStorage = memoryStorage();
  const storage = memoryStorage();
  const requested: string[] = [];
  let gone = '';
  const open = (httpEndpoint: string): App =>
    createApp({
      config: { httpEndpoint, wsEndpoint: null, openId: { issuer: ISSUER, clientId: 'oriel', scope: 'api' } },
      history: { read: () => '/', push() {}, replace() {}, listen: () => () => {} },
      storage,
      tabStorage,
      pageUrl: PAGE,
      world: { fetch: async () => Response.json({ data: null }) },
      openIdWorld: {
        async fetch(url) {
          requested.push(String(url));
          return String(url).endsWith('/token')
            ? Response.json({ access_token: 'new-token', token_type: 'bearer' })
            : Response.json(PROVIDER);
        },
        go(url) {
          gone = url;
        },
        redirectUri: PAGE,
        here: () => '/',
        tabStorage,
      } as NonNullable<Parameters<typeof createApp>[0]['openIdWorld']>,
      loadLanguage: async () => undefined,
    });

  const before = open('https://a.example/graphql');
  const session = before.session.get();
  if (session) await openIdOf(session)?.begin();
  before.dispose();
  const state = new URL(gone).searchParams.get('state');
  const found = takePendingSignIn(tabStorage, new URL(`${PAGE}?code=c&state=${state}`), Date.now());
  const after = open(later);
  if (found) await after.completeSignIn(found.pending, found.parameters);
  expect(requested.filter(url => url.endsWith('/token'))).toHaveLength(exchanges);
  expect(storage.getItem('apollo-token')).toBe(exchanges === 1 ? 'new-token' : null);
  expect(after.signInFailed.get()).toBe(exchanges === 1 ? null : 'This connection has another endpoint since the sign-in began');
  after.dispose();
});
