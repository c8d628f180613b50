/**
 * Mounts the embedded back end at /graphql, /files and /photos of this server. The back end handles Node requests itself. This file adds
 * the security headers, and lets requests wait until its database is open.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { API_PATH } from './apiPath';
import { type Relay, refuse } from './gateway/relayUpgrade';
import { INERT_POLICY } from './securityHeaders';

/** The interface of a back end; implemented by `Harbour` in src/sample. */
export interface BackEnd {
  /** @param address the client's IP address. Origins have been checked before. */
  handleRequest(request: IncomingMessage, response: ServerResponse, address?: string): void;
  /** @param refuse sends a refusal with the headers of this server */
  handleUpgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    address?: string,
    refuse?: (status: number, message: string) => void,
  ): void;
  /** Ends its websockets, then its database. */
  dispose(): Promise<void>;
}

/**
 * Mounts the back end.
 * @param opening resolves when the back end is ready. Requests wait for it; if it rejects, they get 503.
 * @param addressOf returns the client's IP address
 * @returns the handler for websocket upgrades; its `close` does nothing, because `dispose` closes the websockets
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
        // Responses and files are opened on our origin, so their content must not be able to run there.
        reply.raw.setHeader('content-security-policy', INERT_POLICY);
        backEnd.handleRequest(request.raw, reply.raw, addressOf(request.raw));
      });
    }
  });
  return {
    handle(request, socket, head) {
      opening.then(
        backEnd =>
          backEnd.handleUpgrade(request, socket, head, addressOf(request), (status, message) => refuse(socket, status, message)),
        () => refuse(socket, 503, 'The back end did not start.'),
      );
    },
    close() {},
  };
}
