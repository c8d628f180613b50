/**
 * The web server of Oriel: the built client with its headers, and at /graphql either the gateway, the embedded back end, or nothing. It
 * keeps no state of its own, so any number of them can run side by side. What it needs is handed in; it reads neither the environment nor
 * a fixed place on the disk, and tests start it on port 0.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import { checkPresentationFile } from '../lib/presentation';
import { API_PATH } from './apiPath';
import { drain } from './drain';
import { sendGraphqlError } from './graphqlError';
import { answerClientError } from './guard/bareAnswers';
import { endStalled } from './guard/endStalled';
import { createRequestGuard, type RequestGuard } from './guard/requestGuard';
import { type BackEnd, mountHarbour } from './mountHarbour';
import { createPages } from './pages/createPages';
import { ASK_AGAIN, registerAssets } from './pages/registerAssets';
import type { CreateRenderer } from './pages/renderer';
import { pathOf } from './pathOf';
import type { Settings } from './readSettings';
import { registerGateway } from './registerGateway';
import { type Relay, refuse } from './relayUpgrade';
import { API_HEADERS, COMMON_HEADERS } from './securityHeaders';
import { splitPrefix } from './sitePrefix';

/** What a server is made of. */
export interface ServerOptions {
  settings: Pick<Settings, 'publicConfig' | 'connectSources' | 'upstream' | 'upstreamTimeoutMs'> &
    Partial<Pick<Settings, 'upstreamHeaders' | 'allowedHosts' | 'trustProxy' | 'signIn'>>;
  /** Folder of the browser's build. */
  dist: string;
  log: Logger;
  /** The embedded back end, opening or open. Not with an upstream. */
  backEnd?: Promise<BackEnd>;
  /** Renders pages before they are sent. Without it, or until it is there, every address gets the same page, and the browser renders. */
  createRenderer?: CreateRenderer | Promise<CreateRenderer | undefined> | undefined;
  /** How long a page may wait for the API before the browser takes over, in ms. Default: the renderer's. */
  renderLimitMs?: number | undefined;
  /** How long `close` lets answers run on before it cuts them, in ms. Default 4000. */
  graceMs?: number;
  /** Compresses assets without compressed forms when they are first asked for. Default false: something else makes those. */
  compressLater?: boolean;
  /** Websockets that one client may have open through the gateway. Default 500: an office may be behind one address. */
  mostSockets?: number | undefined;
  /** Milliseconds since the epoch, for the sign-in. Default: those of the system. */
  now?: (() => number) | undefined;
}

/** Routes that pages of other origins may not ask: the API, and who is signed in. */
const FOR_OWN_PAGES: ReadonlySet<string> = new Set([API_PATH, '/sign-in/account', '/sign-out']);

/**
 * Makes a server that has not begun to listen. `close` ends it within `graceMs` and a moment: answers under way are finished, new requests
 * on open connections get 503, then websockets and event streams are ended.
 * @throws Error when there is no build in `dist`
 */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { settings, dist, log, backEnd, graceMs = 4000 } = options;
  const { upstream } = settings;
  // Beside the configuration of a static host lies its presentation.
  const beside = await readFile(path.join(dist, 'presentation.json'), 'utf8').then(checkPresentationFile, () => undefined);
  const publicConfig = { ...(beside ? { presentation: beside } : {}), ...settings.publicConfig };

  const trustProxy = settings.trustProxy ?? false;
  const guard = createRequestGuard({ allowedHosts: settings.allowedHosts ?? [], trustProxy });

  const server = newServer(log, settings.signIn !== undefined && settings.signIn !== null);
  const pages = await createPages(server, {
    dist,
    config: publicConfig,
    connectSources: settings.connectSources,
    // An API of another address is the browser's to ask: it may be one that only the browser can reach.
    // Where the server signs in, the page asks as its reader; rows of an anonymous request would not be theirs.
    hasOwnApi: upstream === null ? backEnd !== undefined : !settings.signIn,
    guard,
    createRenderer: options.createRenderer,
    renderLimitMs: options.renderLimitMs,
    onError: error => log.warn({ err: error }, 'a part of a page was not rendered'),
  });
  const connections = drain(server.server);
  endStalled(server.server);
  server.server.on('checkExpectation', (_request, response) => response.writeHead(417, COMMON_HEADERS).end());

  addHooks(server, guard, pages.policy, upstream !== null);

  let closing = false;
  let opened = backEnd === undefined;
  backEnd?.then(
    () => {
      opened = true;
    },
    // The same promise reports it to the caller.
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
    // Its code is read where it is used.
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
      mostSockets: options.mostSockets ?? 500,
      addressOf: guard.clientAddress,
    });
  } else if (backEnd !== undefined) relay = mountHarbour(server, backEnd, guard.clientAddress);
  server.server.on('upgrade', (request, socket, head) => {
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
    await connections.answersSent(graceMs);
    pages.close();
    await backEnd?.then(
      open => open.dispose(),
      () => {},
    );
    connections.cut();
  });
  return server;
}

/** Fastify with our limits, headers and log lines. */
function newServer(log: Logger, hasSignIn: boolean): FastifyInstance {
  return Fastify({
    loggerInstance: log,
    // A request without a Host is refused below, with our headers.
    http: {
      requireHostHeader: false,
      headersTimeout: 20_000,
      connectionsCheckingInterval: 5000,
      // Of which the cookies of the sign-in may take half.
      ...(hasSignIn ? { maxHeaderSize: 32 * 1024 } : {}),
    },
    clientErrorHandler: answerClientError,
    // One line a request is written by `logAnswer`; Fastify's own two would hold the query string.
    logController: new LogController({ disableRequestLogging: true }),
    // A balancer's id is kept, if it looks like one, so that a request can be followed through the logs of both.
    genReqId: request => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && /^[\w.:-]{8,128}$/.test(given) ? given : crypto.randomUUID();
    },
    // Under any prefix (sitePrefix.ts); `originalUrl` keeps it.
    rewriteUrl: request => splitPrefix(request.url ?? '/').rest,
    // An address that cannot be decoded never gets as far as the hooks.
    frameworkErrors: (error, request, reply) => {
      (reply as FastifyReply)
        .headers(COMMON_HEADERS)
        .code(error.statusCode ?? 400)
        .send({ error: 'This is no valid address.', requestId: request.id });
    },
  }) as unknown as FastifyInstance;
}

/** What holds for every route: headers, who may ask, log lines, errors. */
function addHooks(server: FastifyInstance, guard: RequestGuard, policy: string, isGateway: boolean): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...COMMON_HEADERS, 'content-security-policy': policy, 'x-request-id': request.id });
  });
  server.addHook('onRequest', async (request, reply) => {
    // Balancers ask by address, whatever this server is called; there is nothing to be learnt there.
    const stranger = pathOf(request) === '/healthz' ? null : guard.host(request.raw);
    if (stranger !== null) return reply.code(stranger.status).send({ error: stranger.message, requestId: request.id });
    // By the route that will answer, not by the path: `/%67raphql` leads there too.
    const refusal = FOR_OWN_PAGES.has(request.routeOptions.url ?? '') ? guard.origin(request.raw) : null;
    if (refusal === null) return;
    const code = isGateway ? 'GATEWAY_ORIGIN_REFUSED' : 'ORIGIN_REFUSED';
    return sendGraphqlError(reply.headers(API_HEADERS), { ...refusal, code });
  });
  server.addHook('onResponse', async (request, reply) => logAnswer(request, reply));
  server.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode !== undefined && error.statusCode >= 400 ? error.statusCode : 500;
    if (status >= 500) request.log.error({ err: error }, 'request failed');
    const message = status >= 500 ? 'The server failed at this request.' : error.message;
    return reply.code(status).send({ error: message, requestId: request.id });
  });
}

/** One line a request: enough to follow it, nothing that could be a secret (query strings and headers can). */
function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const path = pathOf(request);
  const level = path === '/healthz' ? 'debug' : 'info';
  request.log[level](
    { method: request.method, path, status: reply.raw.statusCode, ms: Math.round(reply.elapsedTime) },
    'answered',
  );
}
