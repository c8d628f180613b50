/** A Fastify 5 plugin, also for Mercurius and for NestJS on Fastify: `app.register(orielFastify, { prefix: '/oriel' })`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createOriel } from './createOriel';
import type { OrielOptions } from './orielOptions';

/** The part of Fastify's interface that the plugin uses. */
interface FastifyLike {
  get(path: string, handler: (request: { raw: IncomingMessage }, reply: ReplyLike) => void): unknown;
}

interface ReplyLike {
  raw: ServerResponse;
  getHeaders(): Record<string, number | string | string[] | undefined>;
  hijack(): unknown;
}

/** The plugin. `prefix` is Fastify's own option. */
export async function orielFastify(
  app: FastifyLike,
  { prefix: _prefix, ...options }: OrielOptions & { prefix?: string },
): Promise<void> {
  const oriel = createOriel(options);
  for (const path of ['/', '/*']) {
    app.get(path, (request, reply) => {
      reply.hijack();
      // Keeps headers that other plugins have set (helmet).
      for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
      oriel.node(request.raw, reply.raw);
    });
  }
}
