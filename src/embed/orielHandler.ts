/** For frameworks that respond to a `Request` with a `Response`: Hono, Next.js route handlers, SvelteKit, Deno, Bun. */
import { createOriel } from './createOriel';
import type { OrielOptions } from './orielOptions';

/** Creates a handler that responds with 404 to requests that are not for Oriel. */
export function orielHandler(options: OrielOptions = {}): (request: Request) => Promise<Response> {
  const oriel = createOriel(options);
  return async request => (await oriel.fetch(request)) ?? new Response('There is nothing here.', { status: 404 });
}
