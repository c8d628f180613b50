/** @jest-environment node */
import { createOidcClient, GrantRefusedError, type OidcClient } from '../../../src/session/signIn/oidcClient';
import { DEFAULT_SCOPE, isIssuer, readOidcSettings } from '../../../src/session/signIn/oidcSettings';
import { type IdentityProvider, identityProvider } from '../../support/hosting/identityProvider';
import { until } from '../../support/schemaServer';

const redirectUri = 'http://127.0.0.1/';
const opened: IdentityProvider[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(each => each.close()));
});

async function open(): Promise<{ provider: IdentityProvider; client: OidcClient }> {
  const provider = await identityProvider({ redirectUri });
  opened.push(provider);
  const settings = readOidcSettings({ issuer: provider.issuer, clientId: 'oriel' });
  if (!settings) throw new Error('The settings cannot be read');
  return { provider, client: createOidcClient(settings, { fetch, now: Date.now }) };
}

describe('a sign-in at a real provider', () => {
  it('returns tokens by code and PKCE, renews them with rotation, and refuses a used refresh token', async () => {
    const { provider, client } = await open();
    const { url, request } = await client.begin(redirectUri);
    const sent = new URL(url).searchParams;
    expect(sent.get('code_challenge_method')).toBe('S256');
    expect(url).not.toContain(request.codeVerifier);
    const back = await provider.authorize(url);
    const first = await client.complete(request, back.searchParams);
    expect(first.accessToken).not.toBe('');
    expect((first.expiresAt ?? 0) - Date.now()).toBeGreaterThan(50_000);
    const second = await client.refresh(first.refreshToken ?? '');
    expect(second.accessToken).not.toBe(first.accessToken);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    await expect(client.refresh(first.refreshToken ?? '')).rejects.toThrow(GrantRefusedError);
    await until(() => provider.tokenRequests.length === 3);
    expect(provider.tokenRequests.map(({ grantType, status }) => [grantType, status])).toEqual([
      ['authorization_code', 200],
      ['refresh_token', 200],
      ['refresh_token', 400],
    ]);
  });

  it('refuses a redirect with another state, issuer, verifier or nonce', async () => {
    const { provider, client } = await open();
    const attempt = async (
      spoil: (request: Awaited<ReturnType<OidcClient['begin']>>['request'], back: URLSearchParams) => void,
    ) => {
      const { url, request } = await client.begin(redirectUri);
      const back = (await provider.authorize(url)).searchParams;
      spoil(request, back);
      return client.complete(request, back);
    };
    await expect(attempt((_, back) => back.set('state', 'other'))).rejects.toThrow(/state/);
    await expect(attempt((_, back) => back.set('iss', 'https://evil.example'))).rejects.toThrow(/iss/);
    await expect(attempt((_, back) => back.delete('iss'))).rejects.toThrow(/iss/);
    await expect(attempt(request => (request.codeVerifier = 'x'.repeat(43)))).rejects.toThrow();
    await expect(attempt(request => (request.nonce = 'other'))).rejects.toThrow(/nonce/);
    await expect(attempt(request => (request.issuer = 'https://other.example'))).rejects.toThrow(/another provider/);
    await expect(attempt((_, back) => back.set('error', 'access_denied'))).rejects.toThrow();
  });

  it('ends the session at the provider without a token in the URL', async () => {
    const { provider, client } = await open();
    const { url, request } = await client.begin(redirectUri);
    const set = await client.complete(request, (await provider.authorize(url)).searchParams);
    const end = await client.signOut(set.refreshToken, redirectUri);
    expect(end).toContain('/session/end?client_id=oriel&post_logout_redirect_uri=');
    expect(end).not.toContain(set.accessToken);
    await expect(client.refresh(set.refreshToken ?? '')).rejects.toThrow(GrantRefusedError);
  });
});

/** A client of a provider that answers with these JSON values, by the last part of the address. */
function clientOf(responses: Record<string, unknown>, issuer = 'https://id.example', now = Date.now): OidcClient {
  const settings = readOidcSettings({ issuer, clientId: 'oriel' });
  if (!settings) throw new Error('The settings cannot be read');
  const fake = async (url: string | URL | Request) => Response.json(responses[String(url).split('/').at(-1) ?? '']);
  return createOidcClient(settings, { fetch: fake, now });
}

it.each([
  ['https://id.example', "javascript:document.title='hit'//", false],
  ['https://id.example', 'data:text/html,<script>1</script>', false],
  ['https://id.example', 'oriel-app:run', false],
  ['https://id.example', 'http://id.example/page', false],
  ['https://id.example', 'https://pages.id.example/page', true],
  ['http://127.0.0.1', 'http://127.0.0.1/page', true],
  ['http://127.0.0.1', "javascript:document.title='hit'//", false],
])('of the provider %s, the page %s is opened: %s', async (issuer, address, isOpened) => {
  const client = clientOf(
    { 'openid-configuration': { issuer, authorization_endpoint: address, end_session_endpoint: address } },
    issuer,
  );
  const begun = client.begin(redirectUri).then(({ url }) => url);
  const ended = client.signOut(null, redirectUri);
  if (isOpened) expect([await begun, await ended]).toEqual([expect.stringContaining(address), expect.stringContaining(address)]);
  else {
    await expect(begun).rejects.toThrow('address');
    expect(await ended).toBeNull();
  }
});

it('does not read an endless response of a provider', async () => {
  const issuer = 'https://id.example';
  let sent = 0;
  const fake = async () =>
    new Response(
      new ReadableStream<Uint8Array>({
        pull(controller) {
          sent += 1;
          if (sent > 1000) controller.close();
          else controller.enqueue(new TextEncoder().encode(' '.repeat(65_536)));
        },
      }),
      { headers: { 'content-type': 'application/json' } },
    );
  const settings = readOidcSettings({ issuer, clientId: 'oriel' });
  if (!settings) throw new Error('The settings cannot be read');
  await expect(createOidcClient(settings, { fetch: fake, now: Date.now }).begin(redirectUri)).rejects.toThrow();
  expect(sent).toBeLessThan(100);
});

it.each([-24, -1, 1, 24])('a clock that is wrong by %d hours does not prevent a sign-in', async hours => {
  const issuer = 'https://id.example';
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const seconds = Math.floor(Date.now() / 1000) - hours * 3600;
  const claims = { iss: issuer, aud: 'oriel', sub: 'me', iat: seconds, nbf: seconds, exp: seconds + 60 };
  const responses: Record<string, unknown> = {
    'openid-configuration': { issuer, authorization_endpoint: `${issuer}/page`, token_endpoint: `${issuer}/token` },
  };
  const client = clientOf(responses, issuer);
  const { request } = await client.begin(redirectUri);
  const idToken = `${part({ alg: 'RS256' })}.${part({ ...claims, nonce: request.nonce })}.${part({})}`;
  responses.token = { token_type: 'Bearer', access_token: 't0ken', id_token: idToken, expires_in: 60 };
  const set = await client.complete(request, new URLSearchParams({ state: request.state, code: 'c' }));
  expect(set.accessToken).toBe('t0ken');
  expect((set.expiresAt ?? 0) - Date.now()).toBeGreaterThan(50_000);
});

it.each(['a\nb', 'a\u00e9', 'a\u007f'])('refuses a token that no header can contain: %j', async token => {
  const issuer = 'https://id.example';
  const responses: Record<string, unknown> = {
    [`${issuer}/.well-known/openid-configuration`]: { issuer, token_endpoint: `${issuer}/token` },
    [`${issuer}/token`]: { token_type: 'Bearer', access_token: token },
  };
  const fake = async (url: string | URL | Request) => Response.json(responses[String(url)]);
  const settings = readOidcSettings({ issuer, clientId: 'a' });
  if (!settings) throw new Error('The settings cannot be read');
  await expect(createOidcClient(settings, { fetch: fake, now: Date.now }).refresh('x')).rejects.toThrow(/cannot be sent/);
});

describe('the settings of a provider', () => {
  it('have defaults, and require an https issuer and a client', () => {
    expect(readOidcSettings({ issuer: 'https://id.example', clientId: 'a' })).toEqual({
      issuer: 'https://id.example',
      clientId: 'a',
      scope: DEFAULT_SCOPE,
      resource: '',
      keep: 'tab',
    });
    for (const value of [null, [], {}, { issuer: 'https://id.example' }, { issuer: 'http://id.example', clientId: 'a' }])
      expect(readOidcSettings(value)).toBeUndefined();
    expect(isIssuer('http://localhost:4000')).toBe(true);
    for (const address of ['javascript:1', 'https://a@id.example', 'https://id.example/?x', 'x'])
      expect(isIssuer(address)).toBe(false);
  });
});
