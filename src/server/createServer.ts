/**
 * The web server of Oriel: the built client with its headers, and at /graphql either the gateway, the embedded back end, or nothing. It
 * keeps no state of its own, so any number of them can run side by side. What it needs is handed in; it reads neither the environment nor
 * a fixed place on the disk, and tests start it on port 0.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import { checkPresentationFile } from '../lib/presentation';
import { isScreenPath } from '../lib/screenPaths';
import { API_PATH } from './apiPath';
import { drain } from './drain';
import { sendGraphqlError } from './graphqlError';
import { answerClientError } from './guard/bareAnswers';
import { endStalled } from './guard/endStalled';
import { createRequestGuard, type RequestGuard } from './guard/requestGuard';
import { innerFetch } from './innerFetch';
import { createLaterCompression } from './laterCompression';
import { type BackEnd, mountHarbour } from './mountHarbour';
import { pageShells, weakTag } from './pageShell';
import type { Settings } from './readSettings';
import { registerGateway } from './registerGateway';
import { type Relay, refuse } from './relayUpgrade';
import { type ChunkFiles, compressPage, createPageWriter } from './renderedPage';
import type { CreateRenderer, RenderedPage } from './renderer';
import { API_HEADERS, COMMON_HEADERS, pagePolicy } from './securityHeaders';
import { pathToRoot, splitPrefix } from './sitePrefix';

/** What a server is made of. */
export interface ServerOptions {
  settings: Pick<Settings, 'publicConfig' | 'connectSources' | 'upstream' | 'upstreamTimeoutMs'> &
    Partial<Pick<Settings, 'upstreamHeaders' | 'allowedHosts' | 'trustProxy' | 'signIn'>>;
  /** Folder of the browser's build. */
  dist: string;
  log: Logger;
  /** The embedded back end, opening or open. Not with an upstream. */
  backEnd?: Promise<BackEnd>;
  /** Renders pages before they are sent. Default: every address gets the same page, and the browser renders. */
  createRenderer?: CreateRenderer | undefined;
  /** How long a page may wait for the API before the browser takes over, in ms. Default: the renderer's. */
  renderLimitMs?: number | undefined;
  /** How long `close` lets answers run on before it cuts them, in ms. Default 4000. */
  graceMs?: number;
  /** Compresses assets without compressed forms when they are first asked for. Default false: something else makes those. */
  compressLater?: boolean;
  /** Milliseconds since the epoch, for the sign-in. Default: those of the system. */
  now?: (() => number) | undefined;
}

/** Routes that pages of other origins may not ask: the API, and who is signed in. */
const FOR_OWN_PAGES: ReadonlySet<string> = new Set([API_PATH, '/sign-in/account', '/sign-out']);
/** Hashed names: what they hold never changes. */
const FOREVER = 'public, max-age=31536000, immutable';
/** Everything else is asked for again each time, and answered 304 when it is the same. */
const ASK_AGAIN = 'no-cache';
/** What a page depends on besides its address: the language, and the reader's cookie. */
const PAGE_VARIES = 'accept, accept-encoding, accept-language, cookie';

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
  const shells = pageShells(await readFile(path.join(dist, 'index.html'), 'utf8'), publicConfig);
  const endpoints = [publicConfig.httpEndpoint, publicConfig.wsEndpoint].filter(endpoint => typeof endpoint === 'string');
  const policy = pagePolicy(settings.connectSources, endpoints);

  const trustProxy = settings.trustProxy ?? false;
  const guard = createRequestGuard({ allowedHosts: settings.allowedHosts ?? [], trustProxy });

  const server = Fastify({
    loggerInstance: log,
    // A request without a Host is refused below, with our headers.
    http: {
      requireHostHeader: false,
      headersTimeout: 20_000,
      connectionsCheckingInterval: 5000,
      // Of which the cookies of the sign-in may take half.
      ...(settings.signIn ? { maxHeaderSize: 32 * 1024 } : {}),
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
  const connections = drain(server.server);
  endStalled(server.server);
  server.server.on('checkExpectation', (_request, response) => response.writeHead(417, COMMON_HEADERS).end());

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
    const code = upstream === null ? 'ORIGIN_REFUSED' : 'GATEWAY_ORIGIN_REFUSED';
    return sendGraphqlError(reply.headers(API_HEADERS), { ...refusal, code });
  });
  server.addHook('onResponse', async (request, reply) => logAnswer(request, reply));
  server.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode !== undefined && error.statusCode >= 400 ? error.statusCode : 500;
    if (status >= 500) request.log.error({ err: error }, 'request failed');
    const message = status >= 500 ? 'The server failed at this request.' : error.message;
    return reply.code(status).send({ error: message, requestId: request.id });
  });

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

  const sendShell = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    reply.headers({ 'cache-control': ASK_AGAIN, vary: PAGE_VARIES });
    const isScreen = isScreenPath(pathOf(request));
    const shell = shells.at(pathToRoot(pathOf(request)));
    if (!isScreen) reply.code(404).header('cache-control', 'no-store');
    else reply.header('etag', shell.etag);
    if (isScreen && request.headers['if-none-match'] === shell.etag) return reply.code(304).send();
    const { encoding, body } = shell.encode(request.headers['accept-encoding']);
    if (encoding !== null) reply.header('content-encoding', encoding);
    return reply.type('text/html; charset=utf-8').send(body);
  };
  // An API of another address is the browser's to ask: it may be one that only the browser can reach.
  // Where the server signs in, the page asks as its reader; rows of an anonymous request would not be theirs.
  const hasOwnApi = upstream === null ? backEnd !== undefined : !settings.signIn;
  const ownApi = publicConfig.httpEndpoint === undefined && hasOwnApi;
  // Pages are finished before the server ends; the schema belongs to no request.
  const pagesEnd = new AbortController();
  const schemaEnd = new AbortController();
  const renderer = options.createRenderer?.({
    config: publicConfig,
    fetch: ownApi ? innerFetch(server, schemaEnd.signal) : null,
    onError: error => log.warn({ err: error }, 'a part of a page was not rendered'),
    ...(options.renderLimitMs === undefined ? {} : { limitMs: options.renderLimitMs }),
  });
  const writer = renderer ? createPageWriter(shells, await readChunks(dist)) : null;
  const siteUrlOf = (request: FastifyRequest) => siteUrl(request, guard);
  const render = async (request: FastifyRequest): Promise<RenderedPage | null | undefined> => {
    const caller = { requestId: request.id, remoteAddress: request.raw.socket.remoteAddress };
    try {
      return await renderer?.render({
        address: request.url,
        pageUrl: siteUrlOf(request),
        cookies: request.headers.cookie,
        acceptLanguage: request.headers['accept-language'],
        fetch: innerFetch(server, pagesEnd.signal, caller),
      });
    } catch (error) {
      request.log.error({ err: error }, 'the page was not rendered');
      return null;
    }
  };
  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const rendered = await render(request);
    if (!rendered || !writer) return sendShell(request, reply);
    const { content, styleSource } = writer.write(rendered, pathToRoot(pathOf(request)), siteUrlOf(request));
    const etag = weakTag(content);
    reply.headers({ 'cache-control': ASK_AGAIN, vary: PAGE_VARIES });
    reply.header('content-security-policy', pagePolicy(settings.connectSources, endpoints, styleSource));
    if (rendered.status !== 200) reply.code(rendered.status).header('cache-control', 'no-store');
    else reply.header('etag', etag);
    if (rendered.status === 200 && request.headers['if-none-match'] === etag) return reply.code(304).send();
    const { encoding, body } = await compressPage(content, request.headers['accept-encoding']);
    if (encoding !== null) reply.header('content-encoding', encoding);
    return reply.type('text/html; charset=utf-8').send(body);
  };
  server.get('/', sendPage);
  server.setNotFoundHandler((request, reply) => {
    // Every address of the client gets the page; what only a program would ask for gets a plain "no".
    if ((request.method === 'GET' || request.method === 'HEAD') && wantsPage(request)) return sendPage(request, reply);
    return reply.code(404).send({ error: 'There is nothing here.', requestId: request.id });
  });
  const later = options.compressLater ? createLaterCompression(dist) : null;
  server.addHook('onRequest', async (request, reply) => {
    const { method, headers } = request;
    if ((method !== 'GET' && method !== 'HEAD') || headers.range !== undefined) return;
    const asset = later?.find(pathOf(request), headers['accept-encoding']);
    if (!asset) return;
    reply.headers({ 'cache-control': FOREVER, 'content-encoding': asset.encoding, vary: 'accept-encoding' });
    return reply.type(asset.type).send(asset.body);
  });
  await server.register(fastifyStatic, {
    root: dist,
    index: false,
    preCompressed: true,
    // The pages are sent by `sendPage`, configuration included; the rest is not for browsers.
    allowedPath: name => !/\.(?:html|br|gz)$|^\/(?:(?:config|chunks)\.json|_headers)$/.test(name),
    cacheControl: false,
    setHeaders: (reply, file) => reply.header('cache-control', file.startsWith(path.join(dist, 'assets')) ? FOREVER : ASK_AGAIN),
  });

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
        ? code?.registerSignIn(server, { settings: signIn, upstream, guard, renderer: renderer ?? null, now: options.now })
        : undefined,
      trustProxy,
      readOnly: settings.publicConfig.readOnly ?? false,
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
    schemaEnd.abort();
    await connections.answersSent(graceMs);
    pagesEnd.abort();
    await backEnd?.then(
      open => open.dispose(),
      () => {},
    );
    connections.cut();
  });
  return server;
}

/** A browser names HTML, and gets the page at every address; what takes anything (`curl`) gets it where there is a screen. */
function wantsPage(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? '*/*';
  if (accept.includes('text/html')) return !request.url.startsWith('/assets/');
  return accept.includes('*/*') && isScreenPath(pathOf(request));
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '';

/** Which files a chunk has; a build without that list is rendered without naming them. */
async function readChunks(dist: string): Promise<ChunkFiles> {
  try {
    return JSON.parse(await readFile(path.join(dist, 'chunks.json'), 'utf8')) as ChunkFiles;
  } catch {
    return {};
  }
}

/** Where the browser sees the root of Oriel, as far as it is known behind a proxy. Only addresses that have to be absolute depend on it. */
function siteUrl(request: FastifyRequest, guard: RequestGuard): string {
  const protocol = guard.isSecure(request.headers) ? 'https' : 'http';
  const host = guard.outerHost(request.headers) ?? 'localhost';
  const address = `${protocol}://${host}${splitPrefix(request.originalUrl).prefix}/`;
  return URL.canParse(address) ? address : 'http://localhost/';
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
