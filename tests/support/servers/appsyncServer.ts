/**
 * The websocket of AWS AppSync as documented, with a schema that is executed: an API with a custom domain, an API key or a token,
 * acknowledged starts, keep-alives, and errors by their type.
 * https://docs.aws.amazon.com/appsync/latest/devguide/real-time-websocket-client.html
 */
import { type ExecutionResult, execute, parse, subscribe } from 'graphql';
import { type WebSocket, WebSocketServer } from 'ws';
import { allowPages } from '../browser/allowPages';
import { readBody } from '../hosting/upstreamServer';
import { type StreamServer, schemaOf, start } from './streamServers';

export const API_KEY = 'da2-key';

interface Frame {
  id?: string;
  type: string;
  payload?: { data: string; extensions: { authorization: Record<string, string> } };
}

/** @param timeoutMs what the server says of its longest silence; it sends no keep-alive */
export const startAppSync = (timeoutMs = 300_000): Promise<StreamServer> =>
  start(({ ticks, http, seen }) => {
    const sockets = new WebSocketServer({ server: http, path: '/graphql/realtime', handleProtocols: () => 'graphql-ws' });
    const isSignedIn = (given: Record<string, string>): boolean =>
      `http://${given.host}/graphql` === seen.url &&
      (given['x-api-key'] === API_KEY || /^Bearer (?!wrong)/.test(given.Authorization ?? ''));
    sockets.on('connection', (socket, request) => {
      const offered = (request.headers['sec-websocket-protocol'] ?? '').split(/, */);
      const header = offered.find(name => name.startsWith('header-'))?.slice('header-'.length) ?? '';
      const given = JSON.parse(Buffer.from(header, 'base64url').toString() || '{}') as Record<string, string>;
      seen.inits.push(given);
      serve(socket, isSignedIn, given);
    });
    function serve(socket: WebSocket, mayEnter: typeof isSignedIn, given: Record<string, string>): void {
      const send = (frame: object): void => socket.send(JSON.stringify(frame));
      const refusal = { errors: [{ errorType: 'UnauthorizedException', errorCode: 401 }] };
      const running = new Map<string, AsyncIterator<ExecutionResult>>();
      socket.on('message', async data => {
        const { id = '', type, payload } = JSON.parse(String(data)) as Frame;
        if (type === 'connection_init' && !mayEnter(given)) send({ type: 'connection_error', payload: refusal });
        else if (type === 'connection_init') send({ type: 'connection_ack', payload: { connectionTimeoutMs: timeoutMs } });
        else if (type === 'stop') {
          await running.get(id)?.return?.();
          running.delete(id);
        } else if (type === 'start' && payload) {
          if (!mayEnter(payload.extensions.authorization)) return send({ type: 'error', id, payload: refusal });
          const { query, variables } = JSON.parse(payload.data) as { query: string; variables: Record<string, unknown> };
          const source = await subscribe({ schema: schemaOf(ticks), document: parse(query), variableValues: variables });
          if (!(Symbol.asyncIterator in source)) return send({ type: 'error', id, payload: source });
          send({ type: 'start_ack', id });
          const events = source[Symbol.asyncIterator]();
          running.set(id, events);
          for (let next = await events.next(); !next.done; next = await events.next())
            send({ type: 'data', id, payload: next.value });
          if (running.delete(id)) send({ type: 'complete', id });
        }
      });
    }
    return async (request, response) => {
      if (allowPages(request, response)) return;
      const given = request.headers as Record<string, string>;
      if (!isSignedIn(given)) return response.writeHead(401).end(JSON.stringify({ errors: [{ message: 'Unauthorized' }] }));
      const { query, variables } = JSON.parse((await readBody(request)).toString());
      const result = await execute({ schema: schemaOf(ticks), document: parse(query), variableValues: variables });
      response.setHeader('content-type', 'application/json').end(JSON.stringify(result));
    };
  });
