/**
 * Sign-in at the gateway, as a backend for frontend (draft-ietf-oauth-browser-based-apps, section 6.1): the server performs the
 * authorization code flow and keeps the tokens out of the browser. Its routes, under any prefix:
 * - GET `sign-in?to=/data/ships` redirects to the provider; GET `sign-in/return` handles the provider's redirect and redirects to `to`.
 * - GET `sign-in/account` returns who is signed in; POST `sign-out` ends the session and returns where to end the provider's session.
 * Tokens, codes and provider URLs with parameters are never logged.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { queryStringOf } from '../../lib/network/queryStringOf';
import { createOidcClient, type OidcClient } from '../../session/signIn/oidcClient';
import { sendGraphqlError } from '../gateway/graphqlError';
import type { RequestGuard } from '../guard/requestGuard';
import type { Renderer } from '../pages/renderer';
import { splitPrefix } from '../sitePrefix';
import { createAttemptLimit } from './attemptLimit';
import { type OwnPath, readOwnPath } from './ownPath';
import { createPendingSignIns, type PendingSignIns } from './pendingSignIns';
import type { SignInSettings } from './readSignIn';
import { createSeal } from './seal';
import { createSessions, type Sessions, type Visit } from './sessions';
import { type Cookies, cookieName, type SignInCookies, signInCookies } from './signInCookies';
import { signInPages } from './signInPage';
import { problemOf, reasonOf } from './signInProblem';

/** Options of the sign-in. */
export interface SignInOptions {
  settings: SignInSettings;
  upstream: URL;
  guard: RequestGuard;
  /** Translates pages about a failed sign-in; undefined: they are in English. */
  renderer(): Renderer | undefined;
  /** The current time in ms since the epoch. Default: the system's. */
  now?: (() => number) | undefined;
}

/** The interface for the gateway. */
export interface SignIn {
  /** Reads the session of a request. Never rejects. */
  visit(request: IncomingMessage): Promise<Visit>;
  /** Registers a listener for the ids of sessions that users have left: by signing out, or by signing in again. */
  onLeave(listener: (id: string) => void): void;
}

const PROVIDER_LIMIT_MS = 10_000;
/** Default scopes; those that the provider does not support are left out. */
const DEFAULT_SCOPE = 'openid profile offline_access';

/** Adds the routes. */
export function registerSignIn(server: FastifyInstance, options: SignInOptions): SignIn {
  const { settings, guard, now = Date.now } = options;
  const client = createClient(settings, now);
  const name = cookieName(settings, options.upstream);
  const seal = createSeal(settings.sessionSecret, name);
  const sessions = createSessions({
    client,
    seal,
    now,
    onTrouble: error => server.log.warn({ reason: reasonOf(error) }, 'a sign-in was not renewed'),
  });
  const listeners: ((id: string) => void)[] = [];
  const leave: SignInParts['leave'] = id => {
    for (const listener of listeners) if (id !== null) listener(id);
  };
  const parts = { client, sessions, guard, now, cookies: signInCookies(name, guard), leave };
  addRedirects(server, {
    ...parts,
    pendingSignIns: createPendingSignIns(seal, now),
    sendSignInPage: signInPages(options.renderer),
  });
  return { visit: addAccount(server, parts), onLeave: listener => void listeners.push(listener) };
}

const createClient = ({ issuer, clientId, clientSecret, scope }: SignInSettings, now: () => number): OidcClient =>
  createOidcClient(
    {
      issuer,
      clientId,
      ...(clientSecret === null ? {} : { clientSecret }),
      scope: scope ?? DEFAULT_SCOPE,
      announcedOnly: scope === null,
      resource: '',
    },
    { now, fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(PROVIDER_LIMIT_MS) }) },
  );

/** Dependencies of all routes. */
interface SignInParts {
  client: OidcClient;
  sessions: Sessions;
  guard: RequestGuard;
  cookies: SignInCookies;
  now(): number;
  /** Tells the gateway that the user has left a session. */
  leave(id: string | null): void;
}

/** Dependencies of the redirects. */
interface RedirectParts extends SignInParts {
  pendingSignIns: PendingSignIns;
  sendSignInPage: ReturnType<typeof signInPages>;
}

/** Adds the routes that redirect to the provider and handle its redirect back: GET `sign-in` and `sign-in/return`. */
function addRedirects(server: FastifyInstance, parts: RedirectParts): void {
  const { client, sessions, guard, now, cookies, leave, pendingSignIns, sendSignInPage } = parts;
  const limit = createAttemptLimit(now);
  /** The cookies to use; null if the attempt was refused and the response has been sent. */
  const admit = async (request: FastifyRequest, reply: FastifyReply, retry: string): Promise<Cookies | null> => {
    reply.header('cache-control', 'no-store');
    const wait = limit(guard.clientAddress(request.raw));
    const found = cookies.of(request.raw);
    if (wait > 0) {
      reply.header('retry-after', wait);
      await sendSignInPage(request, reply, { status: 429, problem: 'tooMany', detail: wait, retry });
    } else if (found === null) await sendSignInPage(request, reply, { status: 400, problem: 'needsHttps', retry });
    return wait > 0 ? null : found;
  };
  const fail = (request: FastifyRequest, reply: FastifyReply, error: unknown, retry: string): Promise<FastifyReply> => {
    request.log.warn({ reason: reasonOf(error) }, 'a sign-in failed');
    return sendSignInPage(request, reply, { ...problemOf(error), retry });
  };

  server.get('/sign-in', async (request, reply) => {
    const retry = retryTo('sign-in', ownPathOf(request)?.path);
    const found = await admit(request, reply, retry);
    if (found === null) return reply;
    const { cookie: header } = request.headers;
    const place = placeOf(request, found.scheme, guard);
    try {
      const { url, request: signInRequest } = await client.begin(`${place.site}sign-in/return`);
      const pending = [...pendingSignIns.read(found.pending, header), { ...signInRequest, to: place.to, at: now() }];
      return reply.header('set-cookie', pendingSignIns.write(found.pending, pending, header)).redirect(url, 302);
    } catch (error) {
      return fail(request, reply, error, retry);
    }
  });
  server.get('/sign-in/return', async (request, reply) => {
    const found = await admit(request, reply, '../sign-in');
    if (found === null) return reply;
    const { cookie: header } = request.headers;
    const parameters = new URLSearchParams(queryStringOf(request.url));
    const all = pendingSignIns.read(found.pending, header);
    const pending = all.find(({ state }) => state === parameters.get('state'));
    if (!pending) return sendSignInPage(request, reply, { status: 400, problem: 'unknown', retry: '../sign-in' });
    const retry = retryTo('../sign-in', pending.to);
    const rest = all.filter(each => each !== pending);
    reply.header('set-cookie', pendingSignIns.write(found.pending, rest, header));
    try {
      const begun = sessions.begin(await client.complete(pending, parameters), found.session, header);
      if (begun === null) return sendSignInPage(request, reply, { status: 502, problem: 'tooLong', retry });
      // The websockets of an earlier user reconnect with the new cookie. That session itself does not end: a late response to one of its
      // requests would delete the cookie, and many providers would revoke the tokens of both.
      const earlier = sessions.idOf(found.session, header);
      reply.raw.once('close', () => leave(earlier));
      return reply.header('set-cookie', begun).redirect(pending.to, 303);
    } catch (error) {
      return fail(request, reply, error, retry);
    }
  });
}

/** Adds the routes that return who is signed in and end a session: GET `sign-in/account` and POST `sign-out`. */
function addAccount(server: FastifyInstance, { client, sessions, guard, now, cookies, leave }: SignInParts): SignIn['visit'] {
  const signOutLimit = createAttemptLimit(now);
  const visit = async (request: IncomingMessage): Promise<Visit> => {
    const found = cookies.of(request);
    return sessions.visit((found ?? cookies.secure).session, found === null ? undefined : request.headers.cookie);
  };
  server.get('/sign-in/account', async (request, reply) => {
    const { name, refusal, cookies: lines } = await visit(request.raw);
    // The session exists, but it cannot be trusted before it is renewed. "Nobody is signed in" would be wrong.
    if (refusal?.code === 'GATEWAY_PROVIDER_UNREACHABLE') return sendGraphqlError(reply, refusal);
    return reply.header('cache-control', 'no-store').header('set-cookie', lines()).send({ name });
  });
  server.post('/sign-out', async (request, reply) => {
    const wait = signOutLimit(guard.clientAddress(request.raw));
    if (wait > 0) return reply.code(429).headers({ 'cache-control': 'no-store', 'retry-after': wait }).send({ to: null });
    const found = cookies.of(request.raw);
    const visited = await visit(request.raw);
    const refreshToken = visited.end();
    leave(visited.id);
    const back = placeOf(request, found?.scheme ?? 'http', guard).site;
    const to = await client.signOut(refreshToken, back).catch(error => {
      request.log.warn({ reason: reasonOf(error) }, 'the session of the identity provider was not ended');
      return null;
    });
    const lines = found?.session.write(null, request.headers.cookie) ?? [];
    return reply.header('cache-control', 'no-store').header('set-cookie', lines).send({ to });
  });
  return visit;
}

/** The address that the request wants to be redirected to. */
const ownPathOf = (request: FastifyRequest): OwnPath | null => readOwnPath((request.query as Record<string, unknown>).to);

/** The URL of another attempt with the same target. */
const retryTo = (address: string, to: string | undefined): string =>
  to === undefined ? address : `${address}?to=${encodeURIComponent(to)}`;

/** The site's URL and the redirect target. If a proxy has stripped the prefix, it is still in the page's address. */
function placeOf(request: FastifyRequest, scheme: string, guard: RequestGuard): { site: string; to: string } {
  const target = ownPathOf(request);
  const own = splitPrefix(request.originalUrl).prefix;
  const prefix = own === '' ? (target?.prefix ?? '') : own;
  const site = `${scheme}://${guard.outerHost(request.headers) ?? 'localhost'}${prefix}/`;
  return { site, to: target?.path ?? `${prefix}/` };
}
