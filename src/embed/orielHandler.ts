/** For everything that answers a `Request` with a `Response`: Hono, Next.js route handlers, SvelteKit, Deno, Bun. */
import { createOriel } from './createOriel';
import type { OrielOptions } from './orielOptions';

/** Makes a handler that answers 404 for what is none of Oriel's. */
export function orielHandler(options: OrielOptions = {}): (request: Request) => Promise<Response> {
  const oriel = createOriel(options);
  return async request => (await oriel.fetch(request)) ?? new Response('There is nothing here.', { status: 404 });
}
