/**
 * A landing page for Apollo Server 5. The page's files are served by the same HTTP server, which is passed to the plugin, as for Apollo's
 * own drain plugin: `plugins: [orielLandingPage({ httpServer })]`.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createOriel } from './createOriel';
import type { OrielOptions } from './orielOptions';

/** The part of Apollo Server's plugin interface that is used. */
export interface LandingPagePlugin {
  serverWillStart(): Promise<{ renderLandingPage?(): Promise<{ html: string }> }>;
}

/** Matches the path of one of the page's files, wherever the page is mounted. */
const FILE = /\/oriel-files(\/(?:assets\/[\w.-]+|favicon\.(?:svg|ico)))$/;

/**
 * Creates the plugin. The page sends its requests to its own URL unless an endpoint is given.
 * @throws TypeError that names the invalid option, also for `path`: Apollo Server decides where the page is
 */
export function orielLandingPage(given: Omit<OrielOptions, 'path'> & { httpServer: Server }, dist?: string): LandingPagePlugin {
  const { httpServer, ...options } = given ?? {};
  if ((options as OrielOptions).path !== undefined)
    throw new TypeError('orielLandingPage: path is not an option. The page is where Apollo Server is mounted.');
  const oriel = createOriel({ endpoint: '.', ...options }, dist);
  if (options.enabled === false) return { serverWillStart: async () => ({}) };
  if (typeof httpServer?.emit !== 'function') throw new TypeError('orielLandingPage: httpServer must be an HTTP server.');
  const emit = httpServer.emit.bind(httpServer) as (event: string | symbol, ...values: unknown[]) => boolean;
  // Not a listener: the host's listeners, also those added later, would answer the same request.
  httpServer.emit = (event: string | symbol, ...values: unknown[]): boolean => {
    const [request, response] = values as [IncomingMessage, ServerResponse];
    if (event !== 'request' || !FILE.test((request.url ?? '').split('?', 1)[0] ?? '')) return emit(event, ...values);
    oriel.node(request, response);
    return true;
  };
  return {
    serverWillStart: async () => ({ renderLandingPage: async () => ({ html: oriel.html('./oriel-files/') }) }),
  };
}
