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
import { API_PATH } from './apiPath';
import { drain } from './drain';
import { type BackEnd, mountHarbour } from './mountHarbour';
import { pageShell } from './pageShell';
import type { Settings } from './readSettings';
import { registerGateway } from './registerGateway';
import { type Relay, refuse } from './relayUpgrade';
import { COMMON_HEADERS, pagePolicy } from './securityHeaders';

/** What a server is made of. */
export interface ServerOptions {
  settings: Pick<Settings, 'publicConfig' | 'connectSources' | 'upstream' | 'upstreamTimeoutMs'>;
  /** Folder of the browser's build. */
  dist: string;
  log: Logger;
  /** The embedded back end, opening or open. Not with an upstream. */
  backEnd?: Promise<BackEnd>;
  /** How long `close` lets answers run on before it cuts them, in ms. Default 4000. */
  graceMs?: number;
}

/** Hashed names: what they hold never changes. */
const FOREVER = 'public, max-age=31536000, immutable';
/** Everything else is asked for again each time, and answered 304 when it is the same. */
const ASK_AGAIN = 'no-cache';

/**
 * Makes a server that has not begun to listen. `close` ends it within `graceMs` and a moment: answers under way are finished, new requests
 * on open connections get 503, then websockets and event streams are ended.
 * @throws Error when there is no build in `dist`
 */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { settings, dist, log, backEnd, graceMs = 4000 } = options;
  const { publicConfig, upstream } = settings;
  const shell = pageShell(await readFile(path.join(dist, 'index.html'), 'utf8'), publicConfig);
  const endpoints = [publicConfig.httpEndpoint, publicConfig.wsEndpoint].filter(endpoint => typeof endpoint === 'string');
  const policy = pagePolicy(settings.connectSources, endpoints);

  const server = Fastify({
    loggerInstance: log,
    // One line a request is written by `logAnswer`; Fastify's own two would hold the query string.
    logController: new LogController({ disableRequestLogging: true }),
    // A balancer's id is kept, if it looks like one, so that a request can be followed through the logs of both.
    genReqId: request => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && /^[\w.:-]{8,128}$/.test(given) ? given : crypto.randomUUID();
    },
    // An address that cannot be decoded never gets as far as the hooks.
    frameworkErrors: (error, request, reply) => {
      (reply as FastifyReply)
        .headers(COMMON_HEADERS)
        .code(error.statusCode ?? 400)
        .send({ error: 'This is no valid address.', requestId: request.id });
    },
  }) as unknown as FastifyInstance;
  const connections = drain(server.server);

  server.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...COMMON_HEADERS, 'content-security-policy': policy, 'x-request-id': request.id });
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
    // Whoever started it is told by the same promise.
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

  const sendPage = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    reply.headers({ 'cache-control': ASK_AGAIN, etag: shell.etag, vary: 'accept, accept-encoding' });
    if (request.headers['if-none-match'] === shell.etag) return reply.code(304).send();
    const { encoding, body } = shell.encode(request.headers['accept-encoding']);
    if (encoding !== null) reply.header('content-encoding', encoding);
    return reply.type('text/html; charset=utf-8').send(body);
  };
  server.get('/', sendPage);
  server.setNotFoundHandler((request, reply) => {
    // Every address of the client gets the page; what only a program would ask for gets a plain "no".
    const wantsPage = (request.headers.accept ?? '').includes('text/html') && !request.url.startsWith('/assets/');
    if ((request.method === 'GET' || request.method === 'HEAD') && wantsPage) return sendPage(request, reply);
    return reply.code(404).send({ error: 'There is nothing here.', requestId: request.id });
  });
  await server.register(fastifyStatic, {
    root: dist,
    index: false,
    preCompressed: true,
    // The pages are sent by `sendPage`, configuration included; the rest is not for browsers.
    allowedPath: name => !/\.(?:html|br|gz)$|^\/(?:config\.json|_headers)$/.test(name),
    cacheControl: false,
    setHeaders: (reply, file) => reply.header('cache-control', file.startsWith(path.join(dist, 'assets')) ? FOREVER : ASK_AGAIN),
  });

  let relay: Relay | null = null;
  if (upstream !== null) relay = registerGateway(server, { upstream, timeoutMs: settings.upstreamTimeoutMs });
  else if (backEnd !== undefined) relay = mountHarbour(server, backEnd);
  server.server.on('upgrade', (request, socket, head) => {
    const found = (request.url ?? '').split('?', 1)[0] === API_PATH ? relay : null;
    if (found === null || closing)
      refuse(socket, closing ? 503 : 404, closing ? 'The server is closing.' : 'There is no websocket here.');
    else found.handle(request, socket, head);
  });

  server.addHook('preClose', async () => {
    closing = true;
    relay?.close();
    await connections.answersSent(graceMs);
    await backEnd?.then(
      open => open.dispose(),
      () => {},
    );
    connections.cut();
  });
  return server;
}

/** One line a request: enough to follow it, nothing that could be a secret (query strings and headers can). */
function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const path = request.url.split('?', 1)[0];
  const level = path === '/healthz' ? 'debug' : 'info';
  request.log[level](
    { method: request.method, path, status: reply.raw.statusCode, ms: Math.round(reply.elapsedTime) },
    'answered',
  );
}
