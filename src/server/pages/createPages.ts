/**
 * Serves the page at every address of the client. It is rendered with its data if there is a renderer and the API is this server's own.
 * Otherwise it is a shell, which the browser renders.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ClientLimit, createClientLimit } from '../../lib/network/clientLimit';
import type { PublicConfig } from '../../lib/page/publicConfig';
import { isScreenPath } from '../../lib/page/screenPaths';
import type { RequestGuard } from '../guard/requestGuard';
import { pathOf } from '../pathOf';
import { pagePolicy } from '../securityHeaders';
import { pathToRoot, splitPrefix } from '../sitePrefix';
import { innerFetch } from './innerFetch';
import { pageShells, weakTag } from './pageShell';
import { ASK_AGAIN } from './registerAssets';
import { type ChunkFiles, compressPage, createPageWriter } from './renderedPage';
import type { CreateRenderer, RenderedPage, Renderer } from './renderer';

/** Options of `createPages`. */
export interface PageOptions {
  /** Folder of the browser's build. */
  dist: string;
  config: PublicConfig;
  /** Origins that the page may connect to, besides its endpoints. */
  connectSources: Parameters<typeof pagePolicy>[0];
  /** The API is this server's own, and sends this server the same responses as a user's browser. */
  hasOwnApi: boolean;
  guard: RequestGuard;
  createRenderer: CreateRenderer | Promise<CreateRenderer | undefined> | undefined;
  /** How long a page may wait for the API, in ms. Default: the renderer's limit. */
  renderLimitMs: number | undefined;
  onError(error: unknown): void;
}

/** The pages of a server. */
export interface Pages {
  /** The Content-Security-Policy of everything except rendered pages. */
  policy: string;
  /** The renderer; undefined while there is none. */
  renderer(): Renderer | undefined;
  /** Adds the routes. Call it after the hooks of the server were added. */
  register(): void;
  /** Aborts requests for the schema. */
  closeSchema(): void;
  /** Stops running renders from waiting for the API. */
  close(): void;
}

/** Limits on the renders at the same time: each has an App of its own, and its requests count at the gateway as this machine's. */
const MOST_OF_CLIENT = 20;
const MOST_RENDERS = 60;

/** The request headers that a page depends on: language, and the cookie with the user's settings. */
const PAGE_VARIES = 'accept, accept-encoding, accept-language, cookie';

/**
 * Creates the pages of a server.
 * @throws Error if there is no build in `dist`
 */
export async function createPages(server: FastifyInstance, options: PageOptions): Promise<Pages> {
  const { dist, config, connectSources, guard } = options;
  const shells = pageShells(await readFile(path.join(dist, 'index.html'), 'utf8'), config);
  const endpoints = [config.httpEndpoint, config.wsEndpoint].filter(endpoint => typeof endpoint === 'string');
  // Separate signals: on shutdown pages are finished first, but the schema request belongs to no page.
  const pagesEnd = new AbortController();
  const schemaEnd = new AbortController();
  const writer = createPageWriter(shells, await readChunks(dist));
  let renderer: Renderer | undefined;
  const renders = createRenderLimit();
  const renderBy = (create: CreateRenderer | undefined): void => {
    renderer = create?.({
      config,
      fetch: config.httpEndpoint === undefined && options.hasOwnApi ? innerFetch(server, schemaEnd.signal) : null,
      onError: options.onError,
      ...(options.renderLimitMs === undefined ? {} : { limitMs: options.renderLimitMs }),
    });
  };
  if (options.createRenderer instanceof Promise) options.createRenderer.then(renderBy).catch(options.onError);
  else renderBy(options.createRenderer);

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
  const render = async (request: FastifyRequest): Promise<RenderedPage | null | undefined> => {
    const acceptLanguage = request.headers['accept-language'];
    const remoteAddress = guard.clientAddress(request.raw);
    const caller = { requestId: request.id, remoteAddress, acceptLanguage };
    const release = renderer && renders.hold(remoteAddress);
    if (!release) return undefined;
    try {
      return await renderer?.render({
        address: request.url,
        pageUrl: siteUrl(request, guard),
        cookies: request.headers.cookie,
        acceptLanguage,
        fetch: innerFetch(server, pagesEnd.signal, caller),
      });
    } catch (error) {
      request.log.error({ err: error }, 'the page was not rendered');
      return null;
    } finally {
      release();
    }
  };
  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const rendered = await render(request);
    if (!rendered) return sendShell(request, reply);
    const { content, styleSource } = writer.write(rendered, pathToRoot(pathOf(request)), siteUrl(request, guard));
    const etag = weakTag(content);
    reply.headers({ 'cache-control': ASK_AGAIN, vary: PAGE_VARIES });
    reply.header('content-security-policy', pagePolicy(connectSources, endpoints, styleSource));
    if (rendered.status !== 200) reply.code(rendered.status).header('cache-control', 'no-store');
    else reply.header('etag', etag);
    if (rendered.status === 200 && request.headers['if-none-match'] === etag) return reply.code(304).send();
    const { encoding, body } = await compressPage(content, request.headers['accept-encoding']);
    if (encoding !== null) reply.header('content-encoding', encoding);
    return reply.type('text/html; charset=utf-8').send(body);
  };

  return {
    policy: pagePolicy(connectSources, endpoints),
    renderer: () => renderer,
    register() {
      server.get('/', sendPage);
      server.setNotFoundHandler((request, reply) => {
        // All addresses of the client get the page. Other requests, which only programs send, get a short 404.
        if ((request.method === 'GET' || request.method === 'HEAD') && wantsPage(request)) return sendPage(request, reply);
        return reply.code(404).send({ error: 'There is nothing here.', requestId: request.id });
      });
    },
    closeSchema: () => schemaEnd.abort(),
    close: () => pagesEnd.abort(),
  };
}

/** Limits the renders at the same time, of one client and of all. Beyond it the browser renders the page. */
function createRenderLimit(): ClientLimit {
  const ofClient = createClientLimit(MOST_OF_CLIENT);
  const ofAll = createClientLimit(MOST_RENDERS);
  return {
    hold(address) {
      const one = ofClient.hold(address);
      const all = one && ofAll.hold('');
      if (!all) one?.();
      return (
        all &&
        (() => {
          one?.();
          all();
        })
      );
    },
  };
}

/** A browser accepts HTML and gets the page at every address. A client that accepts anything (`curl`) gets it at screen addresses only. */
function wantsPage(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? '*/*';
  if (accept.includes('text/html')) return !request.url.startsWith('/assets/');
  return accept.includes('*/*') && isScreenPath(pathOf(request));
}

/** The files of each chunk. If the build has no such list, pages are rendered without preloading chunks. */
async function readChunks(dist: string): Promise<ChunkFiles> {
  try {
    return JSON.parse(await readFile(path.join(dist, 'chunks.json'), 'utf8')) as ChunkFiles;
  } catch {
    return {};
  }
}

/** The root URL of Oriel in the browser, if known behind a proxy. Only URLs that must be absolute depend on it. */
function siteUrl(request: FastifyRequest, guard: RequestGuard): string {
  const protocol = guard.isSecure(request.headers) ? 'https' : 'http';
  const host = guard.outerHost(request.headers) ?? 'localhost';
  const address = `${protocol}://${host}${splitPrefix(request.originalUrl).prefix}/`;
  return URL.canParse(address) ? address : 'http://localhost/';
}
