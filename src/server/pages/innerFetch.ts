/**
 * A `fetch` for this server's own API. It opens a connection like a browser, so that the request passes the same routes and the gateway
 * with its limits, and an abort takes effect there too. (Fastify's `inject` would save the connection but cannot abort a request.) It sends
 * no cookie and no token of a user. The request id is passed on for the log, the client's address for APIs that count by address, and the
 * reader's languages for APIs with translated data.
 */
import type { FastifyInstance } from 'fastify';
import { boundedResponse } from '../../lib/network/boundedResponse';
import { API_PATH } from '../apiPath';

/** The request whose page is being rendered. */
export interface InnerCaller {
  requestId?: string;
  remoteAddress?: string | undefined;
  /** The `accept-language` header. */
  acceptLanguage?: string | undefined;
}

/** Longest response that a page is rendered from, in decompressed bytes. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Headers of the transport that are passed on. */
const PASSED = ['accept', 'content-type'];

/**
 * Creates the fetch. It only knows one URL; any other fails as a network error.
 * @param closing aborts running requests
 */
export function innerFetch(
  server: FastifyInstance,
  closing: AbortSignal,
  { requestId, remoteAddress, acceptLanguage }: InnerCaller = {},
): typeof fetch {
  return async (url, init) => {
    if (!String(url).endsWith(API_PATH) || init?.method !== 'POST')
      throw new TypeError(`Only POST ${API_PATH} can be requested here`);
    const sent = new Headers(init.headers);
    const headers = new Headers(PASSED.flatMap(name => (sent.has(name) ? [[name, sent.get(name) ?? '']] : [])));
    if (requestId !== undefined) headers.set('x-request-id', requestId);
    if (remoteAddress !== undefined) headers.set('x-forwarded-for', remoteAddress);
    if (acceptLanguage !== undefined) headers.set('accept-language', acceptLanguage);
    const response = await fetch(ownOrigin(server) + API_PATH, {
      method: 'POST',
      headers,
      body: String(init.body ?? ''),
      redirect: 'manual',
      credentials: 'omit',
      signal: init.signal ? AbortSignal.any([init.signal, closing]) : closing,
    });
    return boundedResponse(response, MOST_BYTES);
  };
}

/** The origin at which this server can reach itself. */
function ownOrigin(server: FastifyInstance): string {
  const at = server.server.address();
  if (at === null || typeof at === 'string') throw new TypeError('This server does not listen on a port');
  const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  const host = everywhere[at.address] ?? at.address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${at.port}`;
}
