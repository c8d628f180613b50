/**
 * Puts the embedded back end under /graphql, /files and /photos of this server. It speaks Node's own requests and answers; this file only lends it
 * the security headers and makes requests that come before its database is open wait.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { API_PATH } from './apiPath';
import { type Relay, refuse } from './relayUpgrade';
import { INERT_POLICY } from './securityHeaders';

/** What the server needs of a back end; `Harbour` of src/sample is one. */
export interface BackEnd {
  /** @param address where the request comes from. Origins have been checked by then. */
  handleRequest(request: IncomingMessage, response: ServerResponse, address?: string): void;
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address?: string): void;
  /** Ends its websockets, then its database. */
  dispose(): Promise<void>;
}

/**
 * Mounts the back end.
 * @param opening resolves when it can answer; requests wait for it, and are answered 503 when it rejects
 * @param addressOf where a request comes from
 * @returns the handler for websocket upgrades; its `close` does nothing, as `dispose` closes the websockets
 */
export function mountHarbour(
  server: FastifyInstance,
  opening: Promise<BackEnd>,
  addressOf: (request: IncomingMessage) => string,
): Relay {
  server.register(async scope => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    for (const url of [API_PATH, '/files/*', '/photos/*']) {
      scope.all(url, async (request, reply) => {
        let backEnd: BackEnd;
        try {
          backEnd = await opening;
        } catch {
          return reply.code(503).send({ error: 'The back end did not start.', requestId: request.id });
        }
        reply.hijack();
        for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
        // Whatever an answer or a file holds is opened at our origin: it must not be able to act there.
        reply.raw.setHeader('content-security-policy', INERT_POLICY);
        backEnd.handleRequest(request.raw, reply.raw, addressOf(request.raw));
      });
    }
  });
  return {
    handle(request, socket, head) {
      opening.then(
        backEnd => backEnd.handleUpgrade(request, socket, head, addressOf(request)),
        () => refuse(socket, 503, 'The back end did not start.'),
      );
    },
    close() {},
  };
}
