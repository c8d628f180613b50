/** The files of the browser's build: those with hashed names are kept for ever, the others are asked for again each time. */
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { pathOf } from '../pathOf';
import { createLaterCompression } from './laterCompression';

/** What a hashed name stands for never changes. */
const FOREVER = 'public, max-age=31536000, immutable';
/** Asked for again each time, and answered 304 when it is the same. */
export const ASK_AGAIN = 'no-cache';

/** Serves the files of `dist`. `compressLater`: those without compressed forms are compressed when they are first asked for. */
export async function registerAssets(server: FastifyInstance, dist: string, compressLater: boolean): Promise<void> {
  const later = compressLater ? createLaterCompression(dist) : null;
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
    // Pages are sent by createPages.ts, configuration included; the rest is not for browsers.
    allowedPath: name => !/\.(?:html|br|gz)$|^\/(?:(?:config|chunks)\.json|_headers)$/.test(name),
    cacheControl: false,
    setHeaders: (reply, file) => reply.header('cache-control', file.startsWith(path.join(dist, 'assets')) ? FOREVER : ASK_AGAIN),
  });
}
