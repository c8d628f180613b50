/**
 * Relays websockets through the gateway byte by byte: the upstream's handshake response, subprotocol, pings, close codes and compression
 * reach the browser unchanged, and each side is read only as fast as the other one accepts data.
 *
 * @fastify/http-proxy's websocket support is not used, because it closes both connections itself and thereby changes the close code. It
 * accepts a connection before the upstream does, closes with 1011 when the upstream is down (which graphql-ws treats as fatal, so it does
 * not reconnect) and converts "no code" (1005) to 4005, which is fatal too.
 */
import type { IncomingMessage } from 'node:http';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { rawResponse } from '../guard/rawResponses';
import { initPayload } from '../signIn/initPayload';
import type { SignIn } from '../signIn/registerSignIn';
import type { Visit } from '../signIn/sessions';
import type { CookieAllowance } from './cookieBudget';
import { type GatewayContext, type Headers, requestHeaders, responseHeaders, withoutBody } from './gatewayHeaders';
import type { GatewayError } from './graphqlError';

/** Options of the relay. */
interface RelayOptions {
  upstream: URL;
  /** Longest wait for the upstream's handshake response, in ms. */
  timeoutMs: number;
  cookiePrefix: string;
  /** The cookies that the upstream may set in its handshake response. */
  allowanceOf: (request: IncomingMessage) => CookieAllowance;
  passage: (request: IncomingMessage, requestId: string, visit?: Visit) => GatewayContext;
  /** If the gateway handles the sign-in: connections get the user's token and end with the session. */
  signIn?: SignIn | undefined;
  log: FastifyBaseLogger;
}

/** How much data of the browser is buffered before the upstream's handshake response. */
const MOST_EARLY_BYTES = 64 * 1024;

/** Handles the upgrades of one path. */
export interface Relay {
  /** @param refusal sent instead of relaying the request */
  handle(request: IncomingMessage, socket: Duplex, head: Buffer, refusal?: GatewayError | null): void;
  /** Ends all open connections, on both sides. */
  close(): void;
}

/** Creates a relay to one upstream. */
export function relayUpgrade({ upstream, timeoutMs, cookiePrefix, allowanceOf, passage, signIn, log }: RelayOptions): Relay {
  /** Open sockets, with the id of their session. */
  const open = new Map<Duplex, string | null>();
  const enlist = (end: Duplex, visit: Visit | undefined): void => {
    if (!open.has(end)) end.once('close', () => open.delete(end));
    open.set(end, visit?.id ?? null);
  };
  const send = upstream.protocol === 'https:' ? httpsRequest : httpRequest;

  const handle: Relay['handle'] = (request, socket, head, refusal = null) => {
    socket.on('error', error => log.debug({ err: error }, 'websocket of the browser failed'));
    if (refusal !== null) return refuse(socket, refusal.status, refusal.message);
    if (signIn === undefined) return connect(request, socket, head);
    void signIn.visit(request).then(visit => {
      if (visit.refusal !== null) refuse(socket, visit.refusal.status, visit.refusal.message);
      else connect(request, socket, head, visit);
    });
  };
  /** @param isRepeated the upstream has refused the token of the first attempt */
  const connect = (request: IncomingMessage, socket: Duplex, head: Buffer, visit?: Visit, isRepeated = false): void => {
    if (socket.destroyed) return;
    // Registered now, because the session may end before the upstream responds.
    if (visit) enlist(socket, visit);
    const allowance = allowanceOf(request);
    const id = String(request.headers['x-request-id'] ?? crypto.randomUUID());
    const up = requestHeaders(request.headers, passage(request, id, visit));
    const upstreamRequest = send(upstream, {
      method: 'GET',
      headers: {
        // No header may announce a body: the upstream would read the first frames as the body.
        ...withoutBody(visit ? uncompressed(up) : up),
        host: upstream.host,
        connection: 'Upgrade',
        upgrade: 'websocket',
      },
      // A separate connection, which is not returned to the pool.
      agent: false,
      rejectUnauthorized: true,
    });
    // After the handshake, also if it fails.
    upstreamRequest.once('close', allowance.end);
    const limit = setTimeout(() => {
      upstreamRequest.destroy();
      refuse(socket, 504, 'The API did not answer in time.');
    }, timeoutMs);
    const early = bufferEarlyData(socket, head, () => upstreamRequest.destroy());
    upstreamRequest.on('upgrade', (response, target, rest) => {
      clearTimeout(limit);
      early.stop();
      target.on('error', error => log.debug({ err: error }, 'websocket of the upstream failed'));
      const { connection: _connection, ...headers } = responseHeaders(response.headers, cookiePrefix, allowance);
      if (visit) headers['set-cookie'] = [headers['set-cookie'] ?? [], visit.cookies()].flat();
      socket.write(head101(response, { ...headers, connection: 'Upgrade', upgrade: 'websocket' }));
      if (rest.length > 0) socket.write(rest);
      const entry = visit ? initPayload(visit.token()) : target;
      if (entry !== target) entry.pipe(target);
      for (const chunk of early.chunks) if (chunk.length > 0) entry.write(chunk);
      join(socket, target, entry);
      for (const end of [socket, target]) enlist(end, visit);
    });
    upstreamRequest.on('response', response => {
      // The upstream does not accept the websocket. Its status is passed on, its body is not.
      clearTimeout(limit);
      const status = response.statusCode ?? 502;
      response.destroy();
      if (status === 401 && visit && !isRepeated) {
        early.stop();
        void visit.renewRefused().then(token => {
          if (token === null) refuse(socket, status, NOT_ACCEPTED);
          else connect(request, socket, Buffer.concat(early.chunks), visit, true);
        });
        return;
      }
      refuse(socket, status >= 400 ? status : 502, NOT_ACCEPTED);
    });
    upstreamRequest.on('error', error => {
      clearTimeout(limit);
      if (socket.destroyed || socket.writableEnded) return;
      log.warn({ err: error }, 'the upstream cannot be reached for a websocket');
      refuse(socket, 502, 'The API behind this gateway cannot be reached.');
    });
    upstreamRequest.end();
  };

  signIn?.onLeave(id => {
    for (const [end, session] of open) if (session === id) end.destroy();
  });
  return {
    handle,
    close() {
      for (const end of open.keys()) end.destroy();
    },
  };
}

/**
 * Reads from the browser until the upstream responds; otherwise a disconnected browser would not be noticed. The data is buffered, up to a
 * limit. `onAbort` is called if the browser disconnects.
 */
function bufferEarlyData(socket: Duplex, head: Buffer, onAbort: () => void): { chunks: readonly Buffer[]; stop(): void } {
  const chunks = [head];
  let bytes = head.length;
  const buffer = (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MOST_EARLY_BYTES) socket.pause();
  };
  const abort = () => {
    onAbort();
    socket.destroy();
  };
  socket.on('data', buffer).once('end', abort).once('close', abort);
  return {
    chunks,
    stop: () => void socket.off('data', buffer).off('end', abort).off('close', abort).pause(),
  };
}

/** Disables compression: the first message is read (signIn/initPayload.ts), so it must be uncompressed. */
const uncompressed = ({ 'sec-websocket-extensions': _extensions, ...headers }: Headers): Headers => headers;

const NOT_ACCEPTED = 'The API did not accept the websocket.';

/** Connects two sockets; each ends with the other. @param entry the stream on the way from `one` to `other` */
function join(one: Duplex, other: Duplex, entry: Duplex): void {
  one.pipe(entry);
  other.pipe(one);
  one.once('close', () => other.destroy());
  other.once('close', () => one.destroy());
}

function head101(response: IncomingMessage, headers: Headers): string {
  const lines = Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map(each => `${name}: ${each}`));
  return `HTTP/1.1 101 ${response.statusMessage || 'Switching Protocols'}\r\n${lines.join('\r\n')}\r\n\r\n`;
}

/** Refuses an upgrade. */
export function refuse(socket: Duplex, status: number, message: string): void {
  if (socket.destroyed || socket.writableEnded) return;
  // A half-open connection would stay as long as the client wants.
  socket.end(rawResponse(status, message), () => socket.destroy());
}
