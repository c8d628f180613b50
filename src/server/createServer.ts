/**
 * The web server of Oriel: serves the built client with its headers, and at /graphql the gateway, the embedded back end, or nothing. It has
 * no state of its own, so any number of instances can run side by side. All its dependencies are passed in: it reads neither the
 * environment nor a fixed path on disk, and tests start it on port 0.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import { checkPresentationFile } from '../lib/page/presentation';
import { textOfBytes } from '../lib/text/textOfBytes';
import { API_PATH } from './apiPath';
import { drain } from './drain';
import { sendGraphqlError } from './gateway/graphqlError';
import { registerGateway } from './gateway/registerGateway';
import { type Relay, refuse } from './gateway/relayUpgrade';
import { endStalled } from './guard/endStalled';
import { respondToClientError } from './guard/rawResponses';
import { createRequestGuard, type RequestGuard } from './guard/requestGuard';
import { ignoreUpgrade, wantsWebsocket } from './ignoreUpgrade';
import { type BackEnd, mountHarbour } from './mountHarbour';
import { onUpgrade } from './onUpgrade';
import { createPages } from './pages/createPages';
import { ASK_AGAIN, registerAssets } from './pages/registerAssets';
import type { CreateRenderer } from './pages/renderer';
import { pathOf } from './pathOf';
import type { Settings } from './readSettings';
import { API_HEADERS, COMMON_HEADERS } from './securityHeaders';
import { splitPrefix } from './sitePrefix';

/** Options of `createServer`. */
export interface ServerOptions {
  settings: Pick<Settings, 'publicConfig' | 'connectSources' | 'upstream' | 'upstreamTimeoutMs'> &
    Partial<Pick<Settings, 'upstreamHeaders' | 'allowedHosts' | 'trustProxy' | 'signIn'>>;
  /** Folder of the browser's build. */
  dist: string;
  log: Logger;
  /** The embedded back end, possibly still opening. Cannot be combined with an upstream. */
  backEnd?: Promise<BackEnd>;
  /** Creates the renderer of pages. Without it, or until it is loaded, all addresses get the same page, which the browser renders. */
  createRenderer?: CreateRenderer | Promise<CreateRenderer | undefined> | undefined;
  /** How long a page may wait for the API before the browser takes over, in ms. Default: the renderer's limit. */
  renderLimitMs?: number | undefined;
  /** How long `close` waits for running responses before it cuts them, in ms. Default 4000. */
  graceMs?: number;
  /** Compress assets at their first request if they have no compressed variants. Default false: the build creates them. */
  compressLater?: boolean;
  /** Limit on the websockets per client through the gateway. Default 500, because a whole office may share one address. */
  mostOpen?: number | undefined;
  /** The current time in ms since the epoch, for the sign-in. Default: the system's. */
  now?: (() => number) | undefined;
}

/** Routes that pages of other origins must not call: the API, the current account and the sign-out. */
const FOR_OWN_PAGES: ReadonlySet<string> = new Set([API_PATH, '/sign-in/account', '/sign-out']);

/**
 * Creates a server that does not listen yet. `close` ends it within about `graceMs`: running responses are finished, new requests on open
 * connections get 503, then websockets and event streams are ended.
 * @throws Error if there is no build in `dist`
 */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { settings, dist, log, backEnd, graceMs = 4000 } = options;
  const { upstream } = settings;
  // The build folder may contain a presentation.json, as on a static host.
  const beside = await readFile(path.join(dist, 'presentation.json')).then(
    bytes => checkPresentationFile(textOfBytes(bytes, 'presentation.json')),
    () => undefined,
  );
  const publicConfig = { ...(beside ? { presentation: beside } : {}), ...settings.publicConfig };

  const trustProxy = settings.trustProxy ?? false;
  const guard = createRequestGuard({ allowedHosts: settings.allowedHosts ?? [], trustProxy });

  const server = newServer(log, settings.signIn !== undefined && settings.signIn !== null);
  const pages = await createPages(server, {
    dist,
    config: publicConfig,
    connectSources: settings.connectSources,
    // The server renders with data only if it has its own API. An API at another URL may only be reachable from the browser. If the server
    // handles the sign-in, requests are sent as the signed-in user, but the server would render anonymously.
    hasOwnApi: upstream === null ? backEnd !== undefined : !settings.signIn,
    guard,
    createRenderer: options.createRenderer,
    renderLimitMs: options.renderLimitMs,
    onError: error => log.warn({ err: error }, 'a part of a page was not rendered'),
  });
  const connections = drain(server.server);
  endStalled(server.server);
  server.server.on('checkExpectation', (_request, response) => response.writeHead(417, API_HEADERS).end());

  addHooks(server, guard, pages.policy, upstream !== null);

  let closing = false;
  let opened = backEnd === undefined;
  backEnd?.then(
    () => {
      opened = true;
    },
    // The caller handles the rejection of the same promise.
    () => {},
  );
  server.get('/healthz', (_request, reply) => {
    const ready = opened && !closing;
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ok' : closing ? 'closing' : 'starting' });
  });
  server.get('/config.json', (_request, reply) => reply.header('cache-control', ASK_AGAIN).send(publicConfig));

  pages.register();
  await registerAssets(server, dist, options.compressLater ?? false);

  let relay: Relay | null = null;
  if (upstream !== null) {
    const { upstreamHeaders: headers = {}, upstreamTimeoutMs: timeoutMs, signIn = null } = settings;
    // The sign-in code is only loaded if it is used.
    const code = signIn === null ? null : await import('./signIn/registerSignIn');
    relay = registerGateway(server, {
      upstream,
      timeoutMs,
      headers,
      signIn: signIn
        ? code?.registerSignIn(server, { settings: signIn, upstream, guard, renderer: pages.renderer, now: options.now })
        : undefined,
      trustProxy,
      readOnly: settings.publicConfig.readOnly ?? false,
      mostOpen: options.mostOpen ?? 500,
      addressOf: guard.clientAddress,
    });
  } else if (backEnd !== undefined) relay = mountHarbour(server, backEnd, guard.clientAddress);
  onUpgrade(server.server, (request, socket, head) => {
    if (!wantsWebsocket(request)) return ignoreUpgrade(server.server, request, socket, head);
    request.url = splitPrefix(request.url ?? '').rest;
    const found = request.url.split('?', 1)[0] === API_PATH ? relay : null;
    const refusal = guard.host(request) ?? guard.origin(request);
    if (refusal !== null) refuse(socket, refusal.status, refusal.message);
    else if (found === null || closing)
      refuse(socket, closing ? 503 : 404, closing ? 'The server is closing.' : 'There is no websocket here.');
    else found.handle(request, socket, head);
  });

  server.addHook('preClose', async () => {
    closing = true;
    relay?.close();
    pages.closeSchema();
    await connections.responsesSent(graceMs);
    pages.close();
    await backEnd?.then(
      open => open.dispose(),
      () => {},
    );
    connections.cut();
  });
  return server;
}

/** Creates the Fastify instance with our limits, headers and log lines. */
function newServer(log: Logger, hasSignIn: boolean): FastifyInstance {
  return Fastify({
    loggerInstance: log,
    // A request without Host is refused below, so that the response has our headers.
    http: {
      requireHostHeader: false,
      headersTimeout: 20_000,
      connectionsCheckingInterval: 5000,
      // The cookies of the sign-in may take half of it.
      ...(hasSignIn ? { maxHeaderSize: 32 * 1024 } : {}),
    },
    clientErrorHandler: respondToClientError,
    // `logResponse` writes one line per request. Fastify's own two lines would contain the query string.
    logController: new LogController({ disableRequestLogging: true }),
    // Keeps a load balancer's valid request id, so that a request can be found in both logs.
    genReqId: request => {
      const id = request.headers['x-request-id'];
      return typeof id === 'string' && /^[\w.:-]{8,128}$/.test(id) ? id : crypto.randomUUID();
    },
    // Removes the prefix (sitePrefix.ts); `originalUrl` keeps it.
    rewriteUrl: request => splitPrefix(request.url ?? '/').rest,
    // A URL that cannot be decoded does not reach the hooks.
    frameworkErrors: (error, request, reply) => {
      (reply as FastifyReply)
        .headers(API_HEADERS)
        .code(error.statusCode ?? 400)
        .send({ error: 'This address is not valid.', requestId: request.id });
    },
  }) as unknown as FastifyInstance;
}

/** Adds the hooks of all routes: headers, host and origin checks, log lines, errors. */
function addHooks(server: FastifyInstance, guard: RequestGuard, policy: string, isGateway: boolean): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...COMMON_HEADERS, 'content-security-policy': policy, 'x-request-id': request.id });
  });
  server.addHook('onRequest', async (request, reply) => {
    // Load balancers use the IP address as Host for health checks, which reveal nothing.
    const hostRefusal = pathOf(request) === '/healthz' ? null : guard.host(request.raw);
    if (hostRefusal !== null) return reply.code(hostRefusal.status).send({ error: hostRefusal.message, requestId: request.id });
    // Compares the matched route, not the path, because `/%67raphql` matches it too.
    const refusal = FOR_OWN_PAGES.has(request.routeOptions.url ?? '') ? guard.origin(request.raw) : null;
    if (refusal === null) return;
    const code = isGateway ? 'GATEWAY_ORIGIN_REFUSED' : 'ORIGIN_REFUSED';
    return sendGraphqlError(reply.headers(API_HEADERS), { ...refusal, code });
  });
  server.addHook('onResponse', async (request, reply) => logResponse(request, reply));
  server.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode !== undefined && error.statusCode >= 400 ? error.statusCode : 500;
    if (status >= 500) request.log.error({ err: error }, 'request failed');
    const message = status >= 500 ? 'The server could not answer this request.' : error.message;
    return reply.code(status).send({ error: message, requestId: request.id });
  });
}

/** Writes one log line per request, without query string and headers, which may contain secrets. */
function logResponse(request: FastifyRequest, reply: FastifyReply): void {
  const path = pathOf(request);
  const level = path === '/healthz' ? 'debug' : 'info';
  request.log[level](
    { method: request.method, path, status: reply.raw.statusCode, ms: Math.round(reply.elapsedTime) },
    'answered',
  );
}
