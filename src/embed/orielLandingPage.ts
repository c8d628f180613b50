/**
 * A landing page for Apollo Server 5. The page's files are served by the same HTTP server, which is passed to the plugin, as for Apollo's
 * own drain plugin: `plugins: [orielLandingPage({ httpServer })]`.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createOriel } from './createOriel';
import type { OrielOptions } from './orielOptions';

/** The part of Apollo Server's plugin interface that is used. */
export interface LandingPagePlugin {
  serverWillStart(): Promise<{ renderLandingPage(): Promise<{ html: string }> }>;
}

/** Matches the path of one of the page's files, wherever the page is mounted. */
const FILE = /\/oriel-files(\/(?:assets\/[\w.-]+|favicon\.(?:svg|ico)))$/;

/** Creates the plugin. The page sends its requests to its own URL unless an endpoint is given. */
export function orielLandingPage({ httpServer, ...options }: OrielOptions & { httpServer: Server }): LandingPagePlugin {
  const oriel = createOriel({ endpoint: '.', ...options });
  const others = httpServer.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  httpServer.removeAllListeners('request');
  httpServer.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (FILE.test((request.url ?? '').split('?', 1)[0] ?? '')) return oriel.node(request, response);
    for (const other of others) other.call(httpServer, request, response);
  });
  return {
    serverWillStart: async () => ({ renderLandingPage: async () => ({ html: oriel.html('./oriel-files/') }) }),
  };
}
