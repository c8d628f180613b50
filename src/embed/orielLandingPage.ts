/**
 * For Apollo Server 5: a landing page that is Oriel. The page's files come from the same HTTP server, which the plugin is given, as Apollo's
 * own drain plugin is: `plugins: [orielLandingPage({ httpServer })]`.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createOriel } from './createOriel';
import type { OrielOptions } from './orielOptions';

/** What Apollo Server calls. */
export interface LandingPagePlugin {
  serverWillStart(): Promise<{ renderLandingPage(): Promise<{ html: string }> }>;
}

/** The path of a file of the page, wherever the page is. */
const FILE = /\/oriel-files(\/(?:assets\/[\w.-]+|favicon\.(?:svg|ico)))$/;

/** Makes the plugin. The page asks the address it is at unless an endpoint is given. */
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
