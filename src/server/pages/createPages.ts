/**
 * The page, at every address of the client: rendered with its data where there is a renderer and the API is this server's own, else a shell
 * that the browser fills.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PublicConfig } from '../../lib/publicConfig';
import { isScreenPath } from '../../lib/screenPaths';
import type { RequestGuard } from '../guard/requestGuard';
import { pathOf } from '../pathOf';
import { pagePolicy } from '../securityHeaders';
import { pathToRoot, splitPrefix } from '../sitePrefix';
import { innerFetch } from './innerFetch';
import { pageShells, weakTag } from './pageShell';
import { ASK_AGAIN } from './registerAssets';
import { type ChunkFiles, compressPage, createPageWriter } from './renderedPage';
import type { CreateRenderer, RenderedPage, Renderer } from './renderer';

/** What pages are made from. */
export interface PageOptions {
  /** Folder of the browser's build. */
  dist: string;
  config: PublicConfig;
  /** Origins that the page may connect to, besides its endpoints. */
  connectSources: Parameters<typeof pagePolicy>[0];
  /** The API is this server's own, and answers a page's reader as it answers the server. */
  hasOwnApi: boolean;
  guard: RequestGuard;
  createRenderer: CreateRenderer | Promise<CreateRenderer | undefined> | undefined;
  /** How long a page may wait for the API, in ms. Default: the renderer's. */
  renderLimitMs: number | undefined;
  onError(error: unknown): void;
}

/** The pages of a server. */
export interface Pages {
  /** The content security policy of everything that is no rendered page. */
  policy: string;
  /** Undefined as long as there is none. */
  renderer(): Renderer | undefined;
  /** Adds the routes; the hooks of the server stand before. */
  register(): void;
  /** No schema is asked for any more. */
  closeSchema(): void;
  /** Pages under way stop waiting for the API. */
  close(): void;
}

/** What a page depends on besides its address: the language, and the reader's cookie. */
const PAGE_VARIES = 'accept, accept-encoding, accept-language, cookie';

/**
 * Makes the pages of a server.
 * @throws Error when there is no build in `dist`
 */
export async function createPages(server: FastifyInstance, options: PageOptions): Promise<Pages> {
  const { dist, config, connectSources, guard } = options;
  const shells = pageShells(await readFile(path.join(dist, 'index.html'), 'utf8'), config);
  const endpoints = [config.httpEndpoint, config.wsEndpoint].filter(endpoint => typeof endpoint === 'string');
  // Pages are finished before the server ends; the schema belongs to no request.
  const pagesEnd = new AbortController();
  const schemaEnd = new AbortController();
  const writer = createPageWriter(shells, await readChunks(dist));
  let renderer: Renderer | undefined;
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
    const caller = { requestId: request.id, remoteAddress: request.raw.socket.remoteAddress };
    try {
      return await renderer?.render({
        address: request.url,
        pageUrl: siteUrl(request, guard),
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
        // Every address of the client gets the page; what only a program would ask for gets a plain "no".
        if ((request.method === 'GET' || request.method === 'HEAD') && wantsPage(request)) return sendPage(request, reply);
        return reply.code(404).send({ error: 'There is nothing here.', requestId: request.id });
      });
    },
    closeSchema: () => schemaEnd.abort(),
    close: () => pagesEnd.abort(),
  };
}

/** A browser names HTML, and gets the page at every address; what takes anything (`curl`) gets it where there is a screen. */
function wantsPage(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? '*/*';
  if (accept.includes('text/html')) return !request.url.startsWith('/assets/');
  return accept.includes('*/*') && isScreenPath(pathOf(request));
}

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
