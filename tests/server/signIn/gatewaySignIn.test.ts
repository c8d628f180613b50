import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { createServerRenderer } from '../../../src/entry/server';
import { signInPages } from '../../../src/i18n/english/signInPages';
import { SIGN_IN_TEXTS } from '../../../src/lib/page/signInTexts';
import { eventually } from '../../support/eventually';
import { type IdentityProvider, identityProvider } from '../../support/hosting/identityProvider';
import { rawRequest } from '../../support/hosting/rawRequest';
import { type StartedServer, startServer } from '../../support/hosting/startServer';
import { readBody, type UpstreamServer, upstreamServer } from '../../support/hosting/upstreamServer';

const SECRET = 'a client secret of the test';
const SESSION_SECRET = 'a session secret of more than 32 characters';
const QUERY = '{"operationName":null,"variables":{},"query":"{ a }"}';
const MUTATION = '{"operationName":null,"variables":{},"query":"mutation { a }"}';

/** The browser's cookies, by name. */
class Jar {
  readonly all = new Map<string, string>();
  /** The Set-Cookie headers. */
  readonly lines: string[] = [];

  take(lines: string[] = []): void {
    for (const line of lines) {
      this.lines.push(line);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (line.includes('Max-Age=0')) this.all.delete(name);
      else this.all.set(name, value);
    }
  }
  get header(): string {
    return [...this.all].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}

interface World {
  base: string;
  server: StartedServer;
  upstream: UpstreamServer;
  provider: IdentityProvider;
  jar: Jar;
  /** The requests to the token endpoint, and the statuses of their responses. */
  grants(): string[];
  /** The lead of the gateway's clock, in ms. */
  clock: { ahead: number };
  ask(path: string, options?: Parameters<typeof rawRequest>[2]): ReturnType<typeof rawRequest>;
  post(body?: string, headers?: Record<string, string>): ReturnType<typeof rawRequest>;
  /** Follows the redirect to the provider and back. @returns the response to the redirect back */
  signIn(to?: string, spoil?: (back: URL) => void): ReturnType<typeof rawRequest>;
}

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

type Handle = (request: IncomingMessage, answer: ServerResponse) => void;
const respond: Handle = (_request, response) => response.end('{"data":{"a":1}}');

/** The grants, once there are two: the provider records them after its response. */
const twoGrants = (grants: () => string[]): Promise<string[]> =>
  eventually(
    async () => grants(),
    ({ length }) => length >= 2,
  );

/** One for all tests that do not end it: a native client's address on this machine may have any port. */
let shared: IdentityProvider;
const startProvider = (port?: number): Promise<IdentityProvider> =>
  identityProvider({
    redirectUri: 'http://127.0.0.1/sign-in/return',
    clientSecret: SECRET,
    ...(port === undefined ? {} : { port }),
  });
beforeAll(async () => {
  shared = await startProvider();
});
afterAll(() => shared.close());

/** A gateway to an API, with sign-in at a real provider. */
async function world(
  handle: Handle = respond,
  upgrade?: Parameters<typeof upstreamServer>[1],
  more: Partial<Parameters<typeof startServer>[0]> & { clientSecret?: string; provider?: IdentityProvider } = {},
): Promise<World> {
  const { clientSecret = SECRET, provider = shared, ...options } = more;
  const upstream = await upstreamServer(handle, upgrade);
  open.push(upstream);
  const clock = { ahead: 0 };
  // The clock does not run, however slow the machine is.
  const begun = Date.now();
  const jar = new Jar();
  const server = await startServer({
    upstream: new URL(`${upstream.origin}/graphql`),
    graceMs: 100,
    now: () => begun + clock.ahead,
    signIn: { issuer: provider.issuer, clientId: 'oriel', clientSecret, scope: null, sessionSecret: SESSION_SECRET },
    ...options,
  });
  open.unshift(server);
  const { base } = server;
  const before = provider.tokenRequests.length;
  const ask: World['ask'] = async (path, { headers = {}, ...rest } = {}) => {
    const response = await rawRequest(base, path, {
      ...rest,
      headers: { ...(jar.all.size > 0 ? { cookie: jar.header } : {}), ...headers },
    });
    jar.take(response.headers['set-cookie'] as string[] | undefined);
    return response;
  };
  return {
    base,
    server,
    upstream,
    provider,
    grants: () => provider.tokenRequests.slice(before).map(each => `${each.grantType} ${each.status}`),
    jar,
    clock,
    ask,
    post: (body = QUERY, headers = {}) =>
      ask('/graphql', { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }),
    async signIn(to, spoil = () => {}) {
      const begun = await ask(`/sign-in${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}`);
      expect(begun.status).toBe(302);
      const back = await provider.authorize(String(begun.headers.location));
      spoil(back);
      return ask(back.pathname + back.search);
    },
  };
}

const bearers = (upstream: UpstreamServer): (string | undefined)[] =>
  upstream.requests.map(({ headers }) => headers.authorization);
const codeOf = (body: Buffer): string => JSON.parse(body.toString()).errors[0].extensions.code;

describe('signing in at the gateway', () => {
  it('redirects to the provider with PKCE, state and nonce, and returns to the own page', async () => {
    const { ask, grants, jar, post, upstream, signIn, server } = await world();
    const begun = await ask('/sign-in?to=/data/ships%3Fa=1%23x');
    const sent = new URL(String(begun.headers.location)).searchParams;
    expect(sent.get('response_type')).toBe('code');
    expect(sent.get('code_challenge_method')).toBe('S256');
    expect(sent.get('scope')).toBe('openid profile offline_access');
    for (const name of ['state', 'nonce', 'code_challenge']) expect(sent.get(name)?.length).toBeGreaterThan(20);
    expect((await signIn('/data/ships?a=1#x')).headers.location).toBe('/data/ships?a=1#x');
    await post();
    const [bearer = ''] = bearers(upstream);
    expect(bearer).toMatch(/^Bearer \S{20,}$/);
    // No token, code or verifier is visible to the browser or in the log.
    const token = bearer.slice('Bearer '.length);
    const seen = JSON.stringify([jar.lines, server.log]);
    for (const secret of [token, SECRET, SESSION_SECRET, 'code=', 'state=']) expect(seen).not.toContain(secret);
    expect(jar.lines.every(line => /; Path=\/; HttpOnly; SameSite=Lax/.test(line))).toBe(true);
    expect(JSON.parse((await ask('/sign-in/account')).body.toString())).toEqual({ name: 'Anna Larsen' });
    expect(grants()).toEqual(['authorization_code 200']);
  });

  // Traefik reports wss for a websocket, which must find the cookies that were set over HTTPS.
  it.each(['https', 'https, http', 'wss'])(
    'sets cookies over %s that no other host and no plain connection can set',
    async proto => {
      const { base } = await world(respond, undefined, { trustProxy: true });
      const secure = await rawRequest(base, '/sign-in', { headers: { 'x-forwarded-proto': proto } });
      expect(secure.headers['set-cookie']).toEqual([expect.stringMatching(/^__Host-oriel-\w{8}-pending=.*; Secure/)]);
      expect(new URL(String(secure.headers.location)).searchParams.get('redirect_uri')).toBe(
        `${base.replace('http:', 'https:')}/sign-in/return`,
      );
    },
  );

  it('keeps pending sign-ins in one cookie, so that requests stay small', async () => {
    const { ask, jar, provider } = await world();
    let last = '';
    for (const each of ['a', 'b', 'c'])
      last = String((await ask(`/sign-in?to=/data/ships%3Fq=${each.repeat(1900)}`)).headers.location);
    expect(jar.header.length).toBeLessThan(4096);
    const back = await provider.authorize(last);
    expect((await ask(back.pathname + back.search)).headers.location).toBe(`/data/ships?q=${'c'.repeat(1900)}`);
  });

  it('reads as many cookies as it sets', async () => {
    const { base } = await world();
    const name = 'oriel-0123abcd';
    const cookie = [`${name}-pending`, name, `${name}.1`, `${name}.2`].map(each => `${each}=${'x'.repeat(3800)}`).join('; ');
    expect((await rawRequest(base, '/sign-in', { headers: { cookie, 'x-more': 'x'.repeat(2000) } })).status).toBe(302);
  });

  it('refuses a host that is reached without HTTPS', async () => {
    const { base } = await world(respond, undefined, { allowedHosts: ['oriel.example'] });
    const response = await rawRequest(base, '/sign-in', { headers: { host: 'oriel.example' } });
    expect([response.status, response.headers['set-cookie']]).toEqual([400, undefined]);
  });

  it('returns under the prefix of the page, whether a proxy strips it or not', async () => {
    const { base } = await world();
    const redirectOf = async (path: string) =>
      new URL(String((await rawRequest(base, path)).headers.location)).searchParams.get('redirect_uri');
    expect(await redirectOf('/tools/oriel/sign-in?to=/tools/oriel/data')).toBe(`${base}/tools/oriel/sign-in/return`);
    expect(await redirectOf('/sign-in?to=/tools/oriel/data/ships')).toBe(`${base}/tools/oriel/sign-in/return`);
  });

  it('never redirects from there to another host', async () => {
    const { signIn } = await world();
    for (const to of ['//evil.example', '/.//evil.example/data', 'https://evil.example/data']) {
      const response = await signIn(to);
      expect([response.status, response.headers.location]).toEqual([303, '/']);
    }
  });

  it.each<[string, (back: URL) => void, number]>([
    ['another state', back => back.searchParams.set('state', 'other'), 400],
    ['another issuer', back => back.searchParams.set('iss', 'https://evil.example'), 400],
    ['no issuer', back => back.searchParams.delete('iss'), 400],
    ['two states', back => back.searchParams.append('state', 'other'), 400],
    [
      'two states, one of them behind another question mark',
      back => {
        back.search += '&x=?&state=other';
      },
      400,
    ],
    ['another code', back => back.searchParams.set('code', 'other'), 502],
    ['a refusal', back => back.searchParams.set('error', 'access_denied'), 403],
  ])('refuses a return with %s', async (_name, spoil, status) => {
    const { signIn, jar, post, upstream } = await world();
    const response = await signIn('/', spoil);
    expect(response.status).toBe(status);
    expect(response.headers['content-type']).toMatch(/^text\/html/);
    expect([...jar.all.keys()].filter(name => !name.endsWith('-pending'))).toEqual([]);
    await post();
    expect(bearers(upstream)).toEqual([undefined]);
  });

  it('accepts a return once, and from the browser that started the sign-in', async () => {
    const { ask, provider, base } = await world();
    const begun = await ask('/sign-in');
    const back = await provider.authorize(String(begun.headers.location));
    expect((await rawRequest(base, back.pathname + back.search)).status).toBe(400);
    expect((await ask(back.pathname + back.search)).status).toBe(303);
    expect((await ask(back.pathname + back.search)).status).toBe(400);
  });

  it('lets two tabs sign in at once, and drops sign-ins that take too long', async () => {
    const { ask, provider, clock } = await world();
    const first = await ask('/sign-in?to=/data');
    const second = await ask('/sign-in?to=/docs');
    const back = await provider.authorize(String(first.headers.location));
    expect((await ask(back.pathname + back.search)).headers.location).toBe('/data');
    clock.ahead = 31 * 60_000;
    const late = await provider.authorize(String(second.headers.location));
    expect((await ask(late.pathname + late.search)).status).toBe(400);
  });

  it('shows a page that says that the provider is down, or does not know this client', async () => {
    const down = await world(respond, undefined, { provider: await startProvider() });
    await down.provider.close();
    const response = await down.ask('/sign-in');
    expect([response.status, response.headers['cache-control']]).toEqual([502, 'no-store']);
    expect(response.body.toString()).toContain('The identity provider cannot be reached.');
    const wrong = await world(respond, undefined, { clientSecret: 'another secret' });
    const refused = await wrong.signIn();
    expect(refused.status).toBe(502);
    expect(refused.body.toString()).toContain('(invalid_client)');
  });

  it('links a failed sign-in to another one with the same target, and to no other host', async () => {
    const down = await world(respond, undefined, { provider: await startProvider() });
    await down.provider.close();
    const retryOf = (body: Buffer) => /<a href="([^"]*)"/.exec(body.toString())?.[1];
    expect(retryOf((await down.ask('/sign-in?to=/data/ships%3Fa=1%23x')).body)).toBe('sign-in?to=%2Fdata%2Fships%3Fa%3D1%23x');
    expect(retryOf((await down.ask('/sign-in?to=//evil.example')).body)).toBe('sign-in');
    const wrong = await world(respond, undefined, { clientSecret: 'another secret' });
    expect(retryOf((await wrong.signIn('/data?a=1')).body)).toBe('../sign-in?to=%2Fdata%3Fa%3D1');
  });

  it('shows its pages in the language of the user', async () => {
    const { ask } = await world(respond, undefined, { createRenderer: createServerRenderer });
    const page = await ask('/sign-in/return?state=x', { headers: { 'accept-language': 'de' } });
    expect(page.body.toString()).toMatch(/<html lang="de" dir="ltr">[\s\S]*<title>Anmelden<\/title>[\s\S]*>Erneut versuchen</);
    expect(page.headers.vary).toContain('accept-language');
    const chosen = await ask('/sign-in/return?state=x', {
      headers: { 'accept-language': 'de', cookie: 'oriel-reader=language=ar' },
    });
    expect(chosen.body.toString()).toContain('<html lang="ar" dir="rtl">');
    // A server without the bundle of languages.
    const { ask: askPlain } = await world();
    expect((await askPlain('/sign-in/return?state=x', { headers: { 'accept-language': 'de' } })).body.toString()).toContain(
      '<html lang="en" dir="ltr">',
    );
  });

  it('has one wording for the server and for its languages', () => {
    const { signInTooMany, signInUnknown, signInDenied, signInNotCompleted, signInMismatch, signInUnreachable } = signInPages;
    expect({ ...SIGN_IN_TEXTS, needsHttps: '', tooLong: '' }).toEqual({
      tooMany: signInTooMany,
      unknown: signInUnknown,
      refused: signInDenied,
      notCompleted: signInNotCompleted,
      mismatch: signInMismatch,
      unreachable: signInUnreachable,
      needsHttps: '',
      tooLong: '',
    });
  });

  it('allows one address a number of attempts', async () => {
    const { ask, clock } = await world();
    const statuses = new Set<number>();
    for (let attempt = 0; attempt < 61; attempt++) statuses.add((await ask('/sign-in/return?state=x')).status);
    expect([...statuses]).toEqual([400, 429]);
    const refused = await ask('/sign-in');
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    clock.ahead = 61_000;
    expect((await ask('/sign-in')).status).toBe(302);
  });

  it('allows one address a number of sign-outs, which are no attempts to sign in', async () => {
    const { ask } = await world();
    const statuses = new Set<number>();
    for (let attempt = 0; attempt < 61; attempt++) statuses.add((await ask('/sign-out', { method: 'POST' })).status);
    expect([...statuses]).toEqual([200, 429]);
    expect((await ask('/sign-in')).status).toBe(302);
  });
});

describe('a session', () => {
  it('ignores cookies that were changed, swapped or sealed with another secret', async () => {
    const { signIn, jar, post, upstream, ask } = await world();
    await ask('/sign-in');
    const [pendingName = '', pending = ''] = [...jar.all][0] ?? [];
    await signIn();
    const [name = '', value = ''] = [...jar.all].find(([each]) => !each.endsWith('-pending')) ?? [];
    const changed = (at: number) => value.slice(0, at) + (value[at] === 'A' ? 'B' : 'A') + value.slice(at + 1);
    const forged = [
      changed(4),
      changed(value.length >> 1),
      changed(value.length - 2),
      value.slice(0, -5),
      pending,
      '1.',
      '1.AAAA',
      '9.x',
      '',
    ];
    for (const each of forged) {
      await post(QUERY, { cookie: `${name}=${each}` });
      // Restored: the response has removed it.
      jar.all.set(name, value);
    }
    await post(QUERY, { cookie: `${pendingName}=${value}` });
    expect(bearers(upstream)).toEqual(Array(forged.length + 1).fill(undefined));
    await post();
    expect(bearers(upstream).at(-1)).toMatch(/^Bearer /);
  });

  it('sends its token in every configured header, also when a request is repeated', async () => {
    const { signIn, post, upstream } = await world((_request, response) => response.writeHead(401).end(), undefined, {
      upstreamHeaders: { 'x-access-token': '{token}' },
    });
    await signIn();
    await post();
    const sent = upstream.requests.map(({ headers }) => headers['x-access-token']);
    expect(sent).toHaveLength(2);
    expect(sent.map(token => `Bearer ${token}`)).toEqual(bearers(upstream));
    expect(sent[0]).not.toBe(sent[1]);
  });

  it('drops the Authorization header of the browser, signed in or not', async () => {
    const { signIn, post, upstream } = await world();
    await post(QUERY, { authorization: 'Bearer mine' });
    await signIn();
    await post(QUERY, { authorization: 'Bearer mine' });
    expect(bearers(upstream)).toEqual([undefined, expect.stringMatching(/^Bearer (?!mine)/)]);
  });

  it('sends no header of the browser in place of one with a token under a custom name', async () => {
    const { signIn, post, upstream } = await world(respond, undefined, { upstreamHeaders: { 'x-session': 'JWT {token}' } });
    await post(QUERY, { 'x-session': 'mine' });
    await signIn();
    await post(QUERY, { 'x-session': 'mine' });
    expect(upstream.requests.map(({ headers }) => headers['x-session'])).toEqual([
      undefined,
      expect.stringMatching(/^JWT (?!mine)/),
    ]);
  });

  it('is not open to pages of other origins', async () => {
    const { signIn, post, ask, upstream } = await world();
    await signIn();
    const evil = { origin: 'https://evil.example' };
    expect((await post(QUERY, evil)).status).toBe(403);
    expect((await ask('/sign-out', { method: 'POST', headers: evil })).status).toBe(403);
    expect(
      (await ask('/sign-in/account', { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' } })).status,
    ).toBe(403);
    expect(upstream.requests).toHaveLength(0);
  });

  it('is renewed before its token expires, once for requests at the same time, and the cookie follows', async () => {
    const { signIn, post, upstream, clock, grants, jar } = await world();
    await signIn();
    const old = jar.header;
    clock.ahead = 50_000;
    await Promise.all([1, 2, 3].map(() => post()));
    expect(await twoGrants(grants)).toEqual(['authorization_code 200', 'refresh_token 200']);
    expect(new Set(bearers(upstream)).size).toBe(1);
    expect(jar.header).not.toBe(old);
    // A request that was sent before the new cookie arrived.
    await post(QUERY, { cookie: old });
    expect(grants()).toHaveLength(2);
    expect(new Set(bearers(upstream)).size).toBe(1);
  });

  it('is renewed once for two requests that the API refuses at the same time, and both are repeated', async () => {
    let refusing = true;
    const valid = new Set<string>();
    const { signIn, post, upstream, grants } = await world(async (request, response) => {
      const bearer = String(request.headers.authorization);
      await readBody(request);
      if (refusing && !valid.has(bearer) && upstream.requests.length <= 2)
        return response.writeHead(401).end('{"errors":[{"message":"no"}]}');
      return response.end('{"data":{"a":1}}');
    });
    await signIn();
    const both = await Promise.all([post(), post(MUTATION)]);
    refusing = false;
    expect(both.map(({ status, body }) => [status, body.toString()])).toEqual(Array(2).fill([200, '{"data":{"a":1}}']));
    expect(await twoGrants(grants)).toEqual(['authorization_code 200', 'refresh_token 200']);
    expect(upstream.requests).toHaveLength(4);
    expect(new Set(bearers(upstream)).size).toBe(2);
  });

  it.each<[string, string, string, number]>([
    ['a query, with data or without', QUERY, '{"data":{"a":1},"errors":[{"message":"no"}]}', 2],
    ['a mutation without data', MUTATION, '{"data":null,"errors":[{"message":"no"}]}', 2],
    ['a mutation refused by a page', MUTATION, '<html>401</html>', 2],
    ['not a mutation with data', MUTATION, '{"data":{"a":1},"errors":[{"message":"no"}]}', 1],
    ['not a batch with data', '[{"query":"mutation { a }"}]', '[{"data":{"a":1}}]', 1],
  ])('repeats at a 401 %s', async (_name, body, refusal, times) => {
    const { signIn, post, upstream } = await world((_request, response) => response.writeHead(401).end(refusal));
    await signIn();
    const response = await post(body);
    expect([response.status, response.body.toString()]).toEqual([401, refusal]);
    expect(upstream.requests).toHaveLength(times);
  });

  it('is not renewed repeatedly for an API that accepts no token', async () => {
    const { signIn, post, grants } = await world((_request, response) => response.writeHead(401).end());
    await signIn();
    for (let each = 0; each < 3; each++) expect((await post()).status).toBe(401);
    expect(await twoGrants(grants)).toEqual(['authorization_code 200', 'refresh_token 200']);
  });

  it('does not repeat other statuses, and passes uploads on as they stream', async () => {
    let status = 403;
    const { signIn, post, upstream } = await world((request, response) => {
      request.resume().on('end', () => response.writeHead(status).end('{}'));
    });
    await signIn();
    expect((await post()).status).toBe(403);
    status = 401;
    expect((await post('--x--\r\n', { 'content-type': 'multipart/form-data; boundary=x' })).status).toBe(401);
    expect(upstream.requests).toHaveLength(2);
  });

  it('survives an outage of the provider while its token is valid, and ends when the grant is gone', async () => {
    const { ask, signIn, post, upstream, clock, provider, jar } = await world(respond, undefined, {
      provider: await startProvider(),
    });
    await signIn();
    const port = Number(new URL(provider.issuer).port);
    await provider.close();
    clock.ahead = 50_000;
    expect((await post()).status).toBe(200);
    clock.ahead = 70_000;
    const down = await post();
    expect([down.status, codeOf(down.body)]).toEqual([502, 'GATEWAY_PROVIDER_UNREACHABLE']);
    expect(jar.all.size).toBe(1);
    // The user is not reported as signed out either.
    const account = await ask('/sign-in/account');
    expect([account.status, codeOf(account.body)]).toEqual([502, 'GATEWAY_PROVIDER_UNREACHABLE']);
    // The provider returns without its grants.
    const again = await startProvider(port);
    open.push(again);
    const ended = await Promise.all([post(), post()]);
    expect(ended.map(({ status, body }) => [status, codeOf(body)])).toEqual(Array(2).fill([401, 'GATEWAY_SIGNED_OUT']));
    expect(jar.all.size).toBe(0);
    expect(upstream.requests).toHaveLength(1);
    expect((await post()).status).toBe(200);
    expect(bearers(upstream).at(-1)).toBeUndefined();
  });

  it('ends the event streams of the user at sign-out', async () => {
    const { signIn, base, jar, ask } = await world((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
    });
    await signIn();
    const headers = { cookie: jar.header, 'content-type': 'application/json' };
    const stream = await fetch(`${base}/graphql`, { method: 'POST', headers, body: QUERY });
    const ended = expect(stream.text()).rejects.toThrow('terminated');
    await ask('/sign-out', { method: 'POST' });
    await ended;
  });

  it('ends an event stream that begins after the sign-out', async () => {
    const arrived = new EventEmitter();
    const { signIn, base, jar, ask } = await world((_request, response) => void arrived.emit('request', response));
    await signIn();
    const headers = { cookie: jar.header, 'content-type': 'application/json' };
    const request = once(arrived, 'request');
    const stream = fetch(`${base}/graphql`, { method: 'POST', headers, body: QUERY }).then(response => response.text());
    const ended = expect(stream).rejects.toThrow();
    const [response] = (await request) as [ServerResponse];
    await ask('/sign-out', { method: 'POST' });
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
    await ended;
  });

  it('ends at sign-out: here, at the provider, and for copies of its cookie', async () => {
    const { signIn, post, ask, jar, upstream, base } = await world();
    await signIn();
    const copy = jar.header;
    const response = await ask('/sign-out', { method: 'POST' });
    const { to } = JSON.parse(response.body.toString());
    expect(new URL(to).searchParams.get('post_logout_redirect_uri')).toBe(`${base}/`);
    expect(to).not.toMatch(/token|hint/);
    expect(jar.all.size).toBe(0);
    const refused = await post(QUERY, { cookie: copy });
    expect([refused.status, codeOf(refused.body)]).toEqual([401, 'GATEWAY_SIGNED_OUT']);
    expect(upstream.requests).toHaveLength(0);
    expect(JSON.parse((await ask('/sign-in/account')).body.toString())).toEqual({ name: null });
  });

  it('survives a restart of the gateway, and is not valid with another secret', async () => {
    const { signIn, jar, upstream, provider } = await world();
    await signIn();
    const settings = { issuer: provider.issuer, clientId: 'oriel', clientSecret: SECRET, scope: null };
    for (const sessionSecret of [SESSION_SECRET, 'another secret of more than 32 characters']) {
      const other = await startServer({
        upstream: new URL(`${upstream.origin}/graphql`),
        graceMs: 100,
        signIn: { ...settings, sessionSecret },
      });
      open.unshift(other);
      const headers = { 'content-type': 'application/json', cookie: jar.header };
      await rawRequest(other.base, '/graphql', { method: 'POST', body: QUERY, headers });
    }
    expect(bearers(upstream)).toEqual([expect.stringMatching(/^Bearer /), undefined]);
  });
});

describe('a websocket', () => {
  async function sockets() {
    const api = new WebSocketServer({ noServer: true, handleProtocols: offered => [...offered][0] ?? false });
    const state = { refusals: 0, held: null as Promise<unknown> | null };
    const accepted = new Promise<(at: number) => Promise<string>>(resolve =>
      api.once('connection', socket => {
        const messages: string[] = [];
        const arrived = new EventEmitter();
        socket.on('message', (data: RawData) => {
          messages.push(String(data));
          arrived.emit('message');
        });
        resolve(async at => {
          while (messages.length <= at) await once(arrived, 'message');
          return messages[at] ?? '';
        });
      }),
    );
    const handle: Parameters<typeof world>[1] = (request, socket, head) => {
      if (state.refusals-- > 0) return void socket.end('HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n');
      socket.on('error', () => undefined);
      void Promise.resolve(state.held).then(() =>
        api.handleUpgrade(request, socket, head, each => api.emit('connection', each, request)),
      );
    };
    const made = await world(respond, handle);
    const connect = (headers: Record<string, string> = {}) =>
      new WebSocket(`${made.base.replace('http', 'ws')}/graphql`, ['graphql-transport-ws'], {
        headers: { cookie: made.jar.header, ...headers },
      });
    return { ...made, state, accepted, connect };
  }

  it('is sent upstream with the token in its headers and first message, and with no credentials of the browser', async () => {
    const { signIn, upstream, accepted, connect } = await sockets();
    await signIn();
    const browser = connect({ authorization: 'Bearer mine' });
    browser.once('open', () => {
      browser.ping();
      browser.send(
        JSON.stringify({
          type: 'connection_init',
          payload: { Authorization: 'Bearer mine', a: 1, headers: { authorization: 'mine', b: 2 } },
        }),
      );
      browser.send('{"type":"ping"}');
    });
    const message = await accepted;
    const { authorization, 'sec-websocket-extensions': extensions } = upstream.requests[0]?.headers ?? {};
    expect(authorization).toMatch(/^Bearer (?!mine)/);
    expect(extensions).toBeUndefined();
    const expected = { a: 1, Authorization: authorization, headers: { b: 2, Authorization: authorization } };
    expect(JSON.parse(await message(0))).toEqual({ type: 'connection_init', payload: expected });
    expect(await message(1)).toBe('{"type":"ping"}');
    browser.terminate();
  });

  it('is tried once more with a renewed token when the API refuses it with 401', async () => {
    const { signIn, upstream, accepted, connect, state, grants } = await sockets();
    await signIn();
    state.refusals = 1;
    const browser = connect();
    browser.once('open', () => browser.send('{"type":"connection_init"}'));
    const message = await accepted;
    const [first, second] = bearers(upstream);
    expect(second).not.toBe(first);
    expect(JSON.parse(await message(0)).payload.Authorization).toBe(second);
    expect(await twoGrants(grants)).toEqual(['authorization_code 200', 'refresh_token 200']);
    browser.terminate();
  });

  it('is not opened once its session has ended', async () => {
    const { signIn, connect, ask, upstream, state } = await sockets();
    await signIn();
    let accept: (value?: unknown) => void = () => undefined;
    state.held = new Promise(resolve => {
      accept = resolve;
    });
    const browser = connect();
    const outcome = new Promise(resolve => browser.on('error', () => resolve('ended')).once('open', () => resolve('open')));
    while (upstream.requests.length === 0) await ask('/sign-in/account');
    await ask('/sign-out', { method: 'POST' });
    accept();
    expect(await outcome).toBe('ended');
  });

  it('ends when the user signs in again, so that it reconnects with the new session', async () => {
    const { signIn, accepted, connect, ask } = await sockets();
    await signIn();
    const browser = connect();
    await accepted;
    const closed = new Promise(resolve => browser.once('close', resolve));
    await signIn();
    await closed;
    expect(JSON.parse((await ask('/sign-in/account')).body.toString()).name).not.toBeNull();
  });

  it('ends when its session does', async () => {
    const { signIn, accepted, connect, ask } = await sockets();
    await signIn();
    const browser = connect();
    await accepted;
    const closed = new Promise(resolve => browser.once('close', resolve));
    await ask('/sign-out', { method: 'POST' });
    await closed;
  });
});
