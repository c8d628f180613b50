/** A `fetch` that executes operations with graphql-js, for component and session tests. */
import { buildSchema, type ExecutionResult, type GraphQLSchema, graphql } from 'graphql';

/** A received request. */
export interface ServerRequest {
  url: string;
  operationName: string | null;
  query: string;
  variables: Record<string, unknown>;
  authorization: string | null;
}

/** The server; `schema` and `root` may be changed while it runs. */
export interface SchemaServer {
  fetch: typeof fetch;
  requests: ServerRequest[];
  schema: GraphQLSchema;
  root: Record<string, unknown>;
  /** Called first for each request; its result, if any, is the response. */
  intercept: ((request: ServerRequest) => Response | Promise<Response> | undefined) | undefined;
}

/** Starts a server for an SDL. `root`: the resolvers of the root fields. */
export function schemaServer(sdl: string, root: Record<string, unknown> = {}): SchemaServer {
  const server: SchemaServer = {
    requests: [],
    schema: buildSchema(sdl),
    root,
    intercept: undefined,
    fetch: (async (url: string | URL, init: RequestInit = {}) => {
      const { operationName = null, query = '', variables = {} } = JSON.parse(String(init.body)) as Partial<ServerRequest>;
      const request = {
        url: String(url),
        operationName,
        query,
        variables,
        authorization: new Headers(init.headers).get('authorization'),
      };
      server.requests.push(request);
      const intercepted = await server.intercept?.(request);
      if (intercepted) return intercepted;
      const result: ExecutionResult = await graphql({
        schema: server.schema,
        rootValue: server.root,
        source: query,
        variableValues: variables,
        operationName,
        contextValue: request,
      });
      return Response.json(result);
    }) as typeof fetch,
  };
  return server;
}

/** Waits until `check` returns true, checking after each turn of the event loop. Fails after 30 s, which is enough for a busy machine. */
export async function until(check: () => boolean): Promise<void> {
  const limit = performance.now() + 30_000;
  while (!check()) {
    if (performance.now() > limit) throw new Error('Timed out');
    await new Promise(resolve => setTimeout(resolve));
  }
}
