/**
 * A `fetch` that asks the API of this server as a browser would, over a connection of its own: the same routes, the gateway and its limits
 * included, and an aborted request ends there as well. (Fastify's `inject` would save the connection, but cannot abort a request.) It
 * carries nothing of a reader: no cookie, no token; what identifies the request in the log is passed on, and where it came from, for an API
 * that counts by address.
 */
import type { FastifyInstance } from 'fastify';
import { API_PATH } from '../apiPath';

/** Whose page is being rendered. */
export interface InnerCaller {
  requestId?: string;
  remoteAddress?: string | undefined;
}

/** Longest answer that a page is rendered from, in bytes as they are unpacked: an upstream may send a few that become gigabytes. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Headers that the transport sets and that may go on. */
const PASSED = ['accept', 'content-type'];

/**
 * Makes such a fetch. It knows one address; another one is refused as a network error.
 * @param closing ends what is under way
 */
export function innerFetch(
  server: FastifyInstance,
  closing: AbortSignal,
  { requestId, remoteAddress }: InnerCaller = {},
): typeof fetch {
  return async (url, init) => {
    if (!String(url).endsWith(API_PATH) || init?.method !== 'POST')
      throw new TypeError(`Nothing but POST ${API_PATH} is asked here`);
    const given = new Headers(init.headers);
    const headers = new Headers(PASSED.flatMap(name => (given.has(name) ? [[name, given.get(name) ?? '']] : [])));
    if (requestId !== undefined) headers.set('x-request-id', requestId);
    if (remoteAddress !== undefined) headers.set('x-forwarded-for', remoteAddress);
    const answer = await fetch(ownOrigin(server) + API_PATH, {
      method: 'POST',
      headers,
      body: String(init.body ?? ''),
      redirect: 'manual',
      credentials: 'omit',
      signal: init.signal ? AbortSignal.any([init.signal, closing]) : closing,
    });
    if (answer.body === null) return answer;
    const { status, statusText, headers: answered } = answer;
    return new Response(answer.body.pipeThrough(bounded()), { status, statusText, headers: answered });
  };
}

/** Passes bytes on, and fails where they become too many. */
function bounded(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(piece, controller) {
      bytes += piece.byteLength;
      if (bytes > MOST_BYTES) controller.error(new TypeError(`The answer is longer than ${MOST_BYTES} bytes`));
      else controller.enqueue(piece);
    },
  });
}

/** Where this server listens, as it reaches itself. */
function ownOrigin(server: FastifyInstance): string {
  const at = server.server.address();
  if (at === null || typeof at === 'string') throw new TypeError('This server does not listen on a port');
  const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  const host = everywhere[at.address] ?? at.address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${at.port}`;
}
