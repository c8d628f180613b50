/** The real server with the real renderer, as a gateway to an API that runs graphql-js over a schema of the test's own. */
import { createServerRenderer } from '../../../src/entry/server';
import type { CreateRenderer } from '../../../src/server/pages/renderer';
import { type SchemaServer, schemaServer } from '../schemaServer';
import { type RawAnswer, rawRequest } from './rawRequest';
import { type StartedServer, startServer } from './startServer';
import { readBody, type UpstreamServer, upstreamServer } from './upstreamServer';

/** A page as a browser receives it. */
export interface Page extends RawAnswer {
  text: string;
  /** The JSON of a data element; undefined when there is none. */
  data(id: string): unknown;
}

/** See the head of the file. */
export interface RenderedServer {
  api: SchemaServer;
  upstream: UpstreamServer;
  server: StartedServer;
  page(address: string, headers?: Record<string, string>): Promise<Page>;
  close(): Promise<void>;
}

/** Starts the API and the server. `root`: the resolvers of the root fields. */
export async function renderedServer(
  sdl: string,
  root: Record<string, unknown>,
  options: { limitMs?: number; createRenderer?: CreateRenderer; presentation?: object } = {},
): Promise<RenderedServer> {
  const api = schemaServer(sdl, root);
  const upstream = await upstreamServer(async (request, response) => {
    const given = await api.fetch('/graphql', { method: 'POST', body: (await readBody(request)).toString() });
    response.writeHead(given.status, { 'content-type': given.headers.get('content-type') ?? 'text/plain' });
    response.end(await given.text());
  });
  const server = await startServer({
    upstream: new URL(`${upstream.origin}/graphql`),
    publicConfig: options.presentation ? { presentation: options.presentation } : {},
    createRenderer: options.createRenderer ?? createServerRenderer,
    // Rendering may take longer than the default limit on a busy machine.
    renderLimitMs: options.limitMs ?? 30_000,
  });
  return {
    api,
    upstream,
    server,
    async page(address, headers = {}) {
      const response = await rawRequest(server.base, address, { headers: { accept: 'text/html', ...headers } });
      const text = response.body.toString();
      return {
        ...response,
        text,
        data(id) {
          const json = new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`, 's').exec(text)?.[1];
          return json === undefined ? undefined : JSON.parse(json);
        },
      };
    },
    async close() {
      await server.close();
      await upstream.close();
    },
  };
}
