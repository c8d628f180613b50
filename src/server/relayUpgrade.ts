/**
 * Websockets through the gateway, relayed as bytes: the upstream's own handshake answer, subprotocol, pings, close codes and compression
 * reach the browser unchanged, and each side is read only as fast as the other one takes it.
 *
 * Not @fastify/http-proxy's websocket support, which closes both connections itself and so changes the close code for the client: it accepts a
 * connection before the upstream has, closes with 1011 when the upstream is down (graphql-ws takes that as final and stops reconnecting)
 * and turns "no code" (1005) into 4005, which is final too.
 */
import type { IncomingMessage } from 'node:http';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { answerHeaders, type Headers, type Passage, requestHeaders, withoutBody } from './gatewayHeaders';
import type { GatewayError } from './graphqlError';
import { bareAnswer } from './guard/bareAnswers';
import { initPayload } from './signIn/initPayload';
import type { SignIn } from './signIn/registerSignIn';
import type { Visit } from './signIn/sessions';

/** Options of the relay. */
interface RelayOptions {
  upstream: URL;
  /** Longest wait until the upstream has answered the handshake, in ms. */
  timeoutMs: number;
  cookiePrefix: string;
  passage: (request: IncomingMessage, requestId: string, visit?: Visit) => Passage;
  /** Where the gateway signs in, connections go on with the person's token and end with the session. */
  signIn?: SignIn | undefined;
  log: FastifyBaseLogger;
}

/** What a browser may send before the upstream has answered the handshake. */
const MOST_EARLY_BYTES = 64 * 1024;

/** Handles the upgrades of one path. */
export interface Relay {
  /** @param refusal answered instead of passing the request on */
  handle(request: IncomingMessage, socket: Duplex, head: Buffer, refusal?: GatewayError | null): void;
  /** Ends every connection that is open, on both sides. */
  close(): void;
}

/** Makes a relay to one upstream. */
export function relayUpgrade({ upstream, timeoutMs, cookiePrefix, passage, signIn, log }: RelayOptions): Relay {
  /** With the id of the session they belong to. */
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
    // From here on: its session may end while the upstream decides.
    if (visit) enlist(socket, visit);
    const id = String(request.headers['x-request-id'] ?? crypto.randomUUID());
    const up = requestHeaders(request.headers, passage(request, id, visit));
    const asked = send(upstream, {
      method: 'GET',
      headers: {
        // Nothing may announce a body: the upstream would take the first frames for it.
        ...withoutBody(visit ? uncompressed(up) : up),
        host: upstream.host,
        connection: 'Upgrade',
        upgrade: 'websocket',
      },
      // A connection of its own, which is not given back.
      agent: false,
      rejectUnauthorized: true,
    });
    const limit = setTimeout(() => {
      asked.destroy();
      refuse(socket, 504, 'The API did not answer in time.');
    }, timeoutMs);
    // Read on while the upstream decides, or it would not be noticed that the browser has gone; what it sends meanwhile is kept, up to a limit.
    const early = [head];
    let kept = head.length;
    const keep = (chunk: Buffer) => {
      early.push(chunk);
      kept += chunk.length;
      if (kept > MOST_EARLY_BYTES) socket.pause();
    };
    const giveUp = () => {
      asked.destroy();
      socket.destroy();
    };
    socket.on('data', keep).once('end', giveUp).once('close', giveUp);
    const leave = () => {
      clearTimeout(limit);
      socket.off('data', keep).off('end', giveUp).off('close', giveUp).pause();
    };

    asked.on('upgrade', (answer, target, rest) => {
      leave();
      target.on('error', error => log.debug({ err: error }, 'websocket of the upstream failed'));
      const { connection: _connection, ...headers } = answerHeaders(answer.headers, cookiePrefix);
      if (visit) headers['set-cookie'] = [headers['set-cookie'] ?? [], visit.cookies()].flat();
      socket.write(head101(answer, { ...headers, connection: 'Upgrade', upgrade: 'websocket' }));
      if (rest.length > 0) socket.write(rest);
      const entry = visit ? initPayload(visit.token()) : target;
      if (entry !== target) entry.pipe(target);
      for (const chunk of early) if (chunk.length > 0) entry.write(chunk);
      join(socket, target, entry);
      for (const end of [socket, target]) enlist(end, visit);
    });
    asked.on('response', answer => {
      // The upstream speaks no websocket here, or not with this request: its status is the answer, its page is not.
      clearTimeout(limit);
      const status = answer.statusCode ?? 502;
      answer.destroy();
      if (status === 401 && visit && !isRepeated) {
        leave();
        void visit.renewRefused().then(token => {
          if (token === null) refuse(socket, status, NOT_ACCEPTED);
          else connect(request, socket, Buffer.concat(early), visit, true);
        });
        return;
      }
      refuse(socket, status >= 400 ? status : 502, NOT_ACCEPTED);
    });
    asked.on('error', error => {
      clearTimeout(limit);
      if (socket.destroyed || socket.writableEnded) return;
      log.warn({ err: error }, 'the upstream cannot be reached for a websocket');
      refuse(socket, 502, 'The API behind this gateway cannot be reached.');
    });
    asked.end();
  };

  signIn?.onSignOut(id => {
    for (const [end, session] of open) if (session === id) end.destroy();
  });
  return {
    handle,
    close() {
      for (const end of open.keys()) end.destroy();
    },
  };
}

/** The first message is read (signIn/initPayload.ts), so that it must not be compressed. */
const uncompressed = ({ 'sec-websocket-extensions': _extensions, ...headers }: Headers): Headers => headers;

const NOT_ACCEPTED = 'The API did not accept the websocket.';

/** Each side's end and failure is the other's. @param entry what `one` is piped into on the way to the other */
function join(one: Duplex, other: Duplex, entry: Duplex): void {
  one.pipe(entry);
  other.pipe(one);
  one.once('close', () => other.destroy());
  other.once('close', () => one.destroy());
}

function head101(answer: IncomingMessage, headers: Headers): string {
  const lines = Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map(each => `${name}: ${each}`));
  return `HTTP/1.1 101 ${answer.statusMessage || 'Switching Protocols'}\r\n${lines.join('\r\n')}\r\n\r\n`;
}

/** Answers an upgrade that comes to nothing. */
export function refuse(socket: Duplex, status: number, message: string): void {
  if (socket.destroyed || socket.writableEnded) return;
  // Half open it would stay for as long as the other side likes.
  socket.end(bareAnswer(status, message), () => socket.destroy());
}
