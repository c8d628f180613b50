/** Serves the files of the browser's build. Files with hashed names are cached forever, the others are revalidated each time. */
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { pathOf } from '../pathOf';
import { createLaterCompression } from './laterCompression';

/** The content of a file with a hashed name never changes. */
const FOREVER = 'public, max-age=31536000, immutable';
/** No file of the build has a longer path. A name that the file system does not allow would be answered as forbidden. */
const LONGEST_PATH = 200;
/** Revalidated each time; the response is 304 if the file is unchanged. */
export const ASK_AGAIN = 'no-cache';

/** Serves the files of `dist`. `compressLater`: compress files without compressed variants at their first request. */
export async function registerAssets(server: FastifyInstance, dist: string, compressLater: boolean): Promise<void> {
  const later = compressLater ? createLaterCompression(dist) : null;
  server.addHook('onRequest', async (request, reply) => {
    const { method, headers } = request;
    if (request.routeOptions.url === '/*' && pathOf(request).length > LONGEST_PATH) {
      reply.callNotFound();
      return reply;
    }
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
    // createPages.ts sends the pages and the configuration. The other excluded files are not for browsers.
    allowedPath: name => !/\.(?:html|br|gz)$|^\/(?:(?:config|chunks)\.json|_headers)$/.test(name),
    cacheControl: false,
    setHeaders: (reply, file) => reply.header('cache-control', file.startsWith(path.join(dist, 'assets')) ? FOREVER : ASK_AGAIN),
  });
}
