/**
 * The gateway: forwards requests to /graphql of this server to ONE configured URL and nowhere else. Bodies are streamed in both directions,
 * so uploads of any size and event streams pass at the pace of the slower side.
 *
 * It is built on @fastify/reply-from with its own HTTP agent, because reply-from's defaults do not suit an API on the internet: they
 * disable the check of the upstream's certificate, repeat GET requests that are answered with 503, and let an upstream request continue
 * after the browser has disconnected. `relayUpgrade` relays websockets. Redirects are neither followed nor passed on, because the browser
 * would leave the gateway.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import replyFrom, { type FastifyReplyFromOptions } from '@fastify/reply-from';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Agent, type Dispatcher } from 'undici';
import { createBodyBudget } from '../../lib/network/bodyBudget';
import { createClientLimit } from '../../lib/network/clientLimit';
import { API_PATH } from '../apiPath';
import { judgeReadOnly, READ_ONLY_BODY_LIMIT } from '../guard/readOnlyGuard';
import { API_HEADERS } from '../securityHeaders';
import type { SignIn } from '../signIn/registerSignIn';
import { type Kept, keepBody, repeatRefused } from '../signIn/repeatRefused';
import type { Visit } from '../signIn/sessions';
import { bufferBody } from './bufferBody';
import { type CookieAllowance, createCookieBudget } from './cookieBudget';
import { type GatewayContext, isLoop, ownCookies, requestHeaders, responseHeaders, withoutBody } from './gatewayHeaders';
import { type GatewayError, sendGraphqlError } from './graphqlError';
import { type Relay, relayUpgrade } from './relayUpgrade';

/** Options of the gateway. */
export interface GatewayOptions {
  /** The URL to forward to. Its query string, if any, is added to every request. */
  upstream: URL;
  /** Longest wait for the start of a response, and longest silence within one that is not an event stream, in ms. */
  timeoutMs: number;
  /** Headers added to every upstream request; never sent to the browser or logged. Default none. */
  headers?: Readonly<Record<string, string>>;
  /** Whether to trust the headers of a proxy in front. Default false. */
  trustProxy?: boolean;
  /** Refuse mutations, uploads and websockets. Default false. */
  readOnly?: boolean;
  /** Limit on the open requests and websockets per client. An event stream is an open request. */
  mostOpen: number;
  /** Returns the client's IP address. */
  addressOf(request: IncomingMessage): string;
  /** Signs users in and adds their tokens to upstream requests. Default: no sign-in. */
  signIn?: SignIn | undefined;
  /** Longest wait for a connection, in ms. Default 10000, at most `timeoutMs`. */
  connectTimeoutMs?: number;
}

/** Headers of every response of the gateway; they override the upstream's. */
const OWN_HEADERS = API_HEADERS;

/** Limit on all bodies together that are read whole and still arriving, in bytes. */
const MOST_ARRIVING = 32 * 1024 * 1024;

/** Limit on the informational responses (1xx) before the response. */
const MOST_INFORMATIONAL = 100;

/** Content types of responses that may be silent for any time. */
const STREAMED = /^(?:text\/event-stream|multipart\/mixed)\b/i;

/**
 * Mounts the gateway.
 * @returns the handler for websocket upgrades at the same path
 */
export function registerGateway(server: FastifyInstance, options: GatewayOptions): Relay {
  const { upstream, timeoutMs } = options;
  const connectTimeoutMs = Math.min(options.connectTimeoutMs ?? 10_000, timeoutMs);
  const via = `oriel-${randomBytes(6).toString('hex')}`;
  const cookiePrefix = `oriel-${createHash('sha256').update(upstream.origin).digest('hex').slice(0, 8)}.`;
  const { signIn, headers: added = {}, trustProxy = false } = options;
  const passage = (request: IncomingMessage, requestId: string, visit?: Visit): GatewayContext => {
    const { remoteAddress } = request.socket;
    return { via, cookiePrefix, requestId, added, trustProxy, remoteAddress, token: visit?.token() };
  };
  const limit = createClientLimit(options.mostOpen);
  const budget = createCookieBudget();
  const allowanceOf = (request: IncomingMessage): CookieAllowance =>
    budget.begin(options.addressOf(request), ownCookies(request.headers.cookie, cookiePrefix));
  const visits = new WeakMap<FastifyRequest, Visit>();
  /** The event streams of users, with the id of their session. */
  const streams = new Map<ServerResponse, string>();
  signIn?.onLeave(id => {
    for (const [stream, session] of streams) if (session === id) stream.destroy();
  });
  const kept = new WeakMap<object, Kept>();
  const agent = createAgent(connectTimeoutMs, timeoutMs);

  server.register(async scope => {
    // Bodies are passed on without being parsed.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    const arriving = createBodyBudget(MOST_ARRIVING);
    if (options.readOnly) scope.addContentTypeParser('application/json', bufferBody(arriving, READ_ONLY_BODY_LIMIT));
    else if (signIn) scope.addContentTypeParser('application/json', keepBody(arriving));
    await scope.register(replyFrom, {
      base: upstream.origin,
      undici: repeatRefused(abortable(agent), kept, timeoutMs) as FastifyReplyFromOptions['undici'],
      disableRequestLogging: true,
    });
    scope.addHook('onRequest', async (request, reply) => {
      reply.headers(OWN_HEADERS);
      const refusal = refusalOf(request.raw, via);
      if (refusal !== null) return sendGraphqlError(reply, refusal);
    });
    const broken = new WeakMap<Error, GatewayError>();
    scope.setErrorHandler((error: Error, _request, reply) => {
      const answer = broken.get(error);
      if (answer === undefined) throw error;
      return sendGraphqlError(reply, answer);
    });
    // Added to every response, errors included, if the session was renewed or has ended.
    scope.addHook('onSend', async (request, reply) => {
      const lines = visits.get(request)?.cookies() ?? [];
      if (lines.length > 0) reply.header('set-cookie', lines);
    });
    scope.post(API_PATH, async (request, reply) => {
      const release = limit.hold(options.addressOf(request.raw));
      if (!release) return sendGraphqlError(reply, TOO_MANY);
      const allowance = allowanceOf(request.raw);
      releaseAtEnd(request.raw, reply.raw, () => {
        release();
        allowance.end();
      });
      const judged = options.readOnly ? judgeReadOnly(Buffer.isBuffer(request.body) ? request.body.toString() : '') : null;
      if (judged?.refusal) return sendGraphqlError(reply, judged.refusal);
      const visit = await signIn?.visit(request.raw);
      if (visit) visits.set(request, visit);
      if (visit?.refusal) return sendGraphqlError(reply, visit.refusal);
      const bytes = judged ? Buffer.from(judged.body) : request.body;
      if (Buffer.isBuffer(bytes)) request.body = bodyOf(bytes, request, visit, kept);
      reply.from(upstream.pathname, {
        queryString: () => upstream.search.slice(1),
        timeout: timeoutMs,
        retryDelay: () => null,
        rewriteRequestHeaders: (incoming, headers) => {
          // `host` is already the upstream's.
          const up = requestHeaders(incoming.raw.headers, passage(incoming.raw as IncomingMessage, incoming.id, visit));
          return { ...(judged ? { ...withoutBody(up), ...headersOf(judged.body) } : up), host: headers.host } as typeof headers;
        },
        // Our headers override the upstream's, because the response belongs to our origin.
        rewriteHeaders: headers => ({ ...responseHeaders(headers, cookiePrefix, allowance), ...OWN_HEADERS }) as typeof headers,
        onResponse: (_request, to, response) => {
          if (!relayResponse(request, to as FastifyReply, response, timeoutMs, broken) || !visit?.id) return;
          // The user may have signed out before the upstream answered.
          if (visit.hasEnded()) return void reply.raw.destroy();
          streams.set(reply.raw, visit.id);
          reply.raw.once('close', () => streams.delete(reply.raw));
        },
        onError: (to, { error }) => {
          sendGraphqlError(to as FastifyReply, describe(error, timeoutMs));
        },
      });
      return reply;
    });
    refuseOtherMethods(scope);
    scope.addHook('onClose', () => agent.close());
  });
  const relay = relayUpgrade({
    upstream,
    timeoutMs: connectTimeoutMs,
    cookiePrefix,
    allowanceOf,
    passage,
    signIn,
    log: server.log,
  });
  return {
    ...relay,
    handle(request, socket, head) {
      const release = limit.hold(options.addressOf(request));
      if (release) socket.once('close', release);
      const refusal = release === null ? TOO_MANY : options.readOnly ? NO_WEBSOCKET : refusalOf(request, via);
      relay.handle(request, socket, head, refusal);
    },
  };
}

/** Creates the agent that sends requests to the upstream. */
function createAgent(connectTimeoutMs: number, timeoutMs: number): Agent {
  return new Agent({
    connect: { timeout: connectTimeoutMs, rejectUnauthorized: true },
    headersTimeout: timeoutMs,
    // `relayResponse` checks silence within a response, because it knows the content type.
    bodyTimeout: 0,
    // Each event stream holds a connection, so a limit would let streams block queries.
    connections: null,
  });
}

/** Answers requests with other methods than POST. */
function refuseOtherMethods(scope: FastifyInstance): void {
  scope.route({
    method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'],
    url: API_PATH,
    handler: (_request, reply) => {
      const message = 'The gateway takes operations by POST.';
      return sendGraphqlError(reply.header('allow', 'POST'), { status: 405, code: 'GATEWAY_METHOD_REFUSED', message });
    },
  });
}

/** Wraps a body in a stream for reply-from, and registers it so that it can be sent again. */
function bodyOf(bytes: Buffer, request: FastifyRequest, visit: Visit | undefined, kept: WeakMap<object, Kept>): Readable {
  const { socket } = request.raw;
  // `abortable` needs the socket to end the request with the browser's connection.
  const body = (): Readable => Object.assign(Readable.from([bytes]), { socket });
  const first = body();
  if (visit) kept.set(first, { body, text: bytes.toString('utf8'), visit, isOver: () => socket.destroyed });
  return first;
}

const headersOf = (body: string) => ({ 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) });

const NO_WEBSOCKET: GatewayError = {
  status: 403,
  code: 'GATEWAY_READ_ONLY',
  message: 'This gateway is read-only and does not relay websockets, because it cannot check what is sent over them.',
};

const TOO_MANY: GatewayError = {
  status: 429,
  code: 'GATEWAY_TOO_MANY_OPEN',
  message: 'This client has too many requests and websockets open. Close others first.',
};

/**
 * Calls `release` once the response has ended. A client can send requests before the responses to earlier ones: if its connection is then
 * lost, only the connection reports it.
 */
function releaseAtEnd({ socket }: IncomingMessage, response: ServerResponse, release: () => void): void {
  const end = (): void => {
    socket.off('close', end);
    release();
  };
  response.once('close', end);
  socket.setMaxListeners(0).once('close', end);
}

/**
 * Why a request is refused; null if it is not. If the upstream leads back to this server, requests would loop forever. Pages of other
 * origins are refused before (guard/requestGuard.ts).
 */
function refusalOf(request: IncomingMessage, via: string): GatewayError | null {
  if (isLoop(request.headers, via)) {
    return { status: 508, code: 'GATEWAY_LOOP', message: 'The address set in ORIEL_UPSTREAM leads back to this server.' };
  }
  return null;
}

/**
 * An agent for reply-from whose requests are aborted when the browser disconnects. reply-from passes the incoming request as the body,
 * which has the browser's socket.
 */
function abortable(agent: Agent): Pick<Dispatcher, 'request'> {
  const request = (
    options: Dispatcher.RequestOptions,
    callback: (error: Error | null, data: Dispatcher.ResponseData) => void,
  ): void => {
    const controller = new AbortController();
    const { socket } = options.body as unknown as IncomingMessage & { socket?: IncomingMessage['socket'] };
    const abort = () => controller.abort();
    socket?.once('close', abort);
    let informed = 0;
    // Each of them restarts the time limit of undici.
    const onInfo = () => {
      informed += 1;
      if (informed > MOST_INFORMATIONAL)
        controller.abort(Object.assign(new Error('too many informational responses'), { code: 'TOO_MANY_1XX' }));
    };
    agent.request({ ...options, onInfo, signal: controller.signal }, (error, data) => {
      socket?.off('close', abort);
      callback(error, data);
    });
  };
  return { request } as Pick<Dispatcher, 'request'>;
}

/**
 * Streams a response to the browser, or sends an error if it must not be passed on.
 * @param broken receives what to answer if the response breaks off before its body
 * @returns true for a response that may last
 */
function relayResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: unknown,
  timeoutMs: number,
  broken: WeakMap<Error, GatewayError>,
): boolean {
  const { statusCode, headers, stream } = response as {
    statusCode: number;
    headers: Record<string, string | undefined>;
    stream: Readable;
  };
  if (statusCode >= 300 && statusCode < 400) {
    removeHeaders(reply, headers);
    stream.on('error', () => {}).destroy();
    request.log.warn({ status: statusCode, location: originOf(headers.location) }, 'the upstream redirects');
    const message =
      'The API answered with a redirect, which the gateway does not follow. Set ORIEL_UPSTREAM to the address it leads to.';
    sendGraphqlError(reply, { status: 502, code: 'GATEWAY_REDIRECT', message });
    return false;
  }
  const isStreamed = STREAMED.test(headers['content-type'] ?? '');
  if (!isStreamed) endWhenSilent(stream, timeoutMs);
  // The connection can break before the first part of the body, when nothing has been sent to the browser.
  stream.once('error', error => {
    if (reply.raw.headersSent) return;
    removeHeaders(reply, headers);
    broken.set(error, describe(error, timeoutMs));
  });
  reply.send(stream);
  return isStreamed;
}

/** Removes the upstream's headers from a response that replaces the upstream's. */
function removeHeaders(reply: FastifyReply, headers: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(headers)) if (!(name in OWN_HEADERS)) reply.removeHeader(name);
}

/** Only the origin, because path and query may contain a secret. */
function originOf(location: string | undefined): string | undefined {
  return location === undefined ? undefined : URL.canParse(location) ? new URL(location).origin : '(relative)';
}

/** Ends a response that has stalled. Its headers have been sent, so closing the connection is the only way to tell the browser. */
function endWhenSilent(stream: Readable, timeoutMs: number): void {
  const timer = setTimeout(() => {
    const error = new Error(`the upstream was silent for ${timeoutMs} ms within a response`);
    stream.destroy(Object.assign(error, { code: 'UND_ERR_BODY_TIMEOUT' }));
  }, timeoutMs);
  stream.on('data', () => timer.refresh());
  stream.once('close', () => clearTimeout(timer));
  // A data listener makes the stream flow; pause it until Fastify reads it.
  stream.pause();
}

/** The error for a failed request. It contains error codes but no addresses: users of the gateway need not know what is behind it. */
function describe(error: Error, timeoutMs: number): GatewayError {
  const cause = (error.cause ?? error) as NodeJS.ErrnoException;
  const code = cause.code ?? cause.name;
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
    return { status: 504, code: 'GATEWAY_TIMEOUT', message: `The API did not answer within ${timeoutMs / 1000} s.` };
  }
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return { status: 504, code: 'GATEWAY_TIMEOUT', message: 'The connection to the API could not be opened in time.' };
  }
  if (code === 'EPIPE') {
    // Usually a refusal: the API sent a response, but closed the connection before it could be read.
    const message = 'The API closed the connection in the middle of the request, perhaps because it is too large for it (EPIPE).';
    return { status: 502, code: 'GATEWAY_UNREACHABLE', message };
  }
  return { status: 502, code: 'GATEWAY_UNREACHABLE', message: `The API behind this gateway cannot be reached (${code}).` };
}
