/** A `fetch` that implements GraphQL over HTTP with example data for the connection's stored schema. Sends no request. */
import type { DocumentStore } from '../../lib/documentStore';
import { ownValues } from '../../lib/ownValues';
import { createExampleServer, type ExampleRequest, type ExampleServer } from './createExampleServer';
import { exampleSchemaKey, seedOf } from './exampleAddress';

/** The connection's URL (it contains the seed), and the store that holds its schema. */
export interface ExampleSource {
  address: string;
  documents: DocumentStore;
}

/** Interval between the events of a subscription, in ms. */
const EVENT_MS = 1000;

/** Creates the `fetch`. Changes by mutations last as long as the returned function is used. */
export function exampleFetch(source: ExampleSource): typeof fetch {
  let cached: ExampleServer | null = null;
  return async (input, init = {}) => {
    cached ??= await serverOf(source);
    const server = cached;
    init.signal?.throwIfAborted();
    if (!server)
      return jsonResponse({ errors: [{ message: 'The schema of this connection is no longer kept in this browser.' }] });
    const request = await readRequest(String(input instanceof Request ? input.url : input), init);
    if (request === 'hash')
      return jsonResponse({ errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }] });
    if (!request) return jsonResponse({ errors: [{ message: 'The request holds no operation.' }] }, 400);
    return server.kindOf(request) === 'subscription'
      ? events(server, request, init.signal ?? null)
      : jsonResponse(await server.answer(request));
  };
}

async function serverOf({ address, documents }: ExampleSource): Promise<ExampleServer | null> {
  const introspection = await documents.get(exampleSchemaKey(address));
  return introspection === undefined ? null : createExampleServer(introspection, seedOf(address));
}

/**
 * Reads the operation from the URL of a GET request, from the part `operations` of an upload, or from the body. Returns 'hash' for a
 * persisted query without its text.
 */
async function readRequest(address: string, { body }: RequestInit): Promise<ExampleRequest | 'hash' | null> {
  try {
    const text = body instanceof FormData ? String(body.get('operations')) : body ? await new Response(body).text() : null;
    const { searchParams } = new URL(address);
    const { query, variables, operationName, extensions } = (
      text === null
        ? {
            query: searchParams.get('query'),
            variables: JSON.parse(searchParams.get('variables') ?? '{}') as unknown,
            operationName: searchParams.get('operationName'),
            extensions: searchParams.get('extensions'),
          }
        : JSON.parse(text)
    ) as { query?: unknown; variables?: unknown; operationName?: unknown; extensions?: unknown };
    if (typeof query !== 'string') return extensions ? 'hash' : null;
    const sent = typeof variables === 'object' && variables !== null ? (variables as Record<string, unknown>) : {};
    const values = body instanceof FormData ? withFiles(sent, body) : sent;
    return { query, variables: values, operationName: typeof operationName === 'string' ? operationName : null };
  } catch {
    return null;
  }
}

/** Replaces the nulls in the variables of an upload by the names of its files. The part `map` contains their paths. */
function withFiles(variables: Record<string, unknown>, body: FormData): Record<string, unknown> {
  const map = JSON.parse(String(body.get('map') ?? '{}')) as Record<string, string[]>;
  const names = new Map(
    Object.entries(map).flatMap(([part, paths]) => {
      const file = body.get(part);
      return paths.map(path => [path, file instanceof File ? file.name : part] as const);
    }),
  );
  const fill = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((each, at) => fill(each, `${path}.${at}`));
    const inner = ownValues(value);
    return inner
      ? Object.fromEntries([...inner].map(([key, each]) => [key, fill(each, `${path}.${key}`)]))
      : (value ?? names.get(path) ?? null);
  };
  return fill(variables, 'variables') as Record<string, unknown>;
}

const jsonResponse = (result: unknown, status = 200): Response =>
  new Response(JSON.stringify(result), { status, headers: { 'content-type': 'application/json' } });

/** An endless stream of events, as server-sent events (graphql-sse, distinct connections mode). */
function events(server: ExampleServer, request: ExampleRequest, signal: AbortSignal | null): Response {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const stop = (): void => {
    isOver = true;
    clearTimeout(timer);
  };
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      let count = 0;
      const next = async (): Promise<void> => {
        count += 1;
        const result = await server.answer(request, count);
        if (isOver) return;
        controller.enqueue(encoder.encode(`event: next\ndata: ${JSON.stringify(result)}\n\n`));
        timer = setTimeout(next, EVENT_MS);
      };
      signal?.addEventListener('abort', () => {
        stop();
        controller.error(signal.reason);
      });
      void next();
    },
    cancel: stop,
  });
  return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
}
