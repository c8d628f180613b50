/**
 * One HTTP attempt: the `fetch` of urql's fetch stages. It sends to the configured endpoint only, by POST (contract C5, C50) unless the
 * connection is configured otherwise (queryMethods.ts). It completes body and headers (C7, C8, C11), applies timeouts (C52) and decides
 * whether a redirect is followed (C5a). It returns a Response with the text of a GraphQL response or with the parts of a streamed one. Any
 * other response is thrown as a typed error that keeps the body (C13 to C15).
 *
 * It sends a request once, except a query by GET or QUERY, which is sent again by POST if the server refuses that method (C5). It does not
 * handle tokens: authExchange adds them to the headers.
 */
import { type Operation, stringifyDocument, stringifyVariables } from '@urql/core';
import { excessOf } from '../../lib/text/boundedJson';
import { parseJson, quoteLargeIntegers } from '../../lib/text/largeIntegers';
import {
  BrokenResponseError,
  CancelledError,
  CONNECTION_CLOSED,
  RefusedError,
  responseErrorOf,
  ServerError,
  ServerParseError,
  TimeoutError,
} from '../observe/failure';
import { type HttpTap, partsOf, tapAttempt } from '../observe/httpTap';
import type { LastRequest } from '../observe/status';
import type { TapSource } from '../observe/tap';
import { type Attempt, contextOf, operationName, type Rewrite } from '../pipelineContext';
import { bearerOf, secretsOf, withoutSecret } from '../secrets/mask';
import type { ReadBody } from './body/largeResponses';
import { readBody, TOO_LONG } from './body/readBody';
import { firstPart, streamedResponse } from './body/streamedResponse';
import { headerOf } from './headers';
import { errorOfBody, isGraphQLResponse, ParsedResponse, textResponse } from './judgeResponse';
import type { QueryMethods, SentMethod } from './queryMethods';
import { isRedirect, mustNotBeRedirected, REDIRECT_REFUSED, redirectedTo } from './redirects';
import type { RetryAfter, RetryAfterReader } from './retryAfter';
import { newTraceparent, traceIdOf } from './traceContext';
import { beginUpload, type Upload, type Uploads } from './uploads';
import { xhrFetch } from './xhrFetch';

/** Options shared by all attempts of a transport. */
export interface HttpOptions {
  /** Sends a request. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** The class that sends multipart requests and reports their progress; undefined if they are sent by `fetch`. */
  getXhr(): typeof XMLHttpRequest | undefined;
  /**
   * The only URL that requests are sent to (C50). A URL in an operation's context is ignored, because it could send the token elsewhere.
   */
  url: string;
  /** Headers of every request. An Authorization header is sent only if there is no token. */
  headers: Record<string, string>;
  /** Returns secrets that headers may contain. */
  secrets(): readonly string[];
  /** Headers added to multipart requests (C34). */
  uploadHeaders: Record<string, string>;
  /** The HTTP method of queries. */
  methods: QueryMethods;
  /** Send a W3C trace context with each request. */
  traceparent: boolean;
  /** Longest wait for the first byte of a response, in ms. A body may pause for half of it. 0: no limit. */
  timeoutMs: number;
  uploads: Uploads;
  /** Reads the time that a response asks to wait. */
  waits: RetryAfterReader;
  tap: TapSource;
  /** True once the transport is closed: nothing more is sent (C42). */
  isClosed(): boolean;
  /** Called after each attempt. */
  onRequest(request: LastRequest): void;
}

const STREAMED = /multipart\/mixed|text\/event-stream/i;

/**
 * Apollo Server supports `@defer` and `@stream` only if the header names the format of the parts. Event streams are left out, because a
 * value above 128 bytes would cause a CORS preflight request.
 */
const INCREMENTAL = /@(defer|stream)\b/;
const INCREMENTAL_ACCEPT =
  'multipart/mixed;incrementalSpec=v0.2, multipart/mixed;deferSpec=20220824, application/graphql-response+json, application/json';

/**
 * Characters of a response that is parsed here if it can contain errors: fetchExchange makes an Error with a stack of each GraphQL error, and
 * 200,000 of them block the page for 5 s. judgeResponse.ts keeps the first ones.
 */
const LONG = 100_000;

const MAY_HAVE_RUN = '. The mutation may have been executed';

/** Returns the `fetch` of one attempt. */
export function graphqlFetch(options: HttpOptions, attempt: Attempt): typeof fetch {
  const { operation } = attempt;
  return (resource, init = {}) => {
    const method = options.methods.methodOf(operation, init);
    const sentAfter = options.methods.unansweredCount();
    const post = (): Promise<Response> => {
      const body = init.body ?? hashBody(operation);
      return sendOnce(options, attempt, { method: 'POST', url: options.url, init: { ...init, body } });
    };
    if (method === 'POST') return post();
    const url = method === 'GET' ? String(resource) : options.url;
    const { methods } = options;
    return sendOnce(options, attempt, { method, url, init }).then(
      response => {
        methods.worked();
        return response;
      },
      cause => {
        if (init.signal?.aborted || !methods.isRefusal(cause)) throw cause;
        // The token may have changed since the first try (C1).
        const { headers } = (operation.context.fetchOptions as () => RequestInit)();
        init.headers = { accept: (init.headers as Record<string, string>).accept, ...headers } as never;
        return methods.resendByPost(cause, post, sentAfter);
      },
    );
  };
}

/** The body of a hash-only query. urql built none, because it expected to send the query by GET. */
function hashBody({ query, variables, extensions }: Operation): string {
  const name = operationName(query);
  return stringifyVariables({ ...(name === null ? {} : { operationName: name }), variables: variables ?? {}, extensions });
}

/** The request to send. With GET, everything is in the URL. */
interface Sending {
  method: SentMethod;
  url: string;
  init: RequestInit;
}

async function sendOnce(options: HttpOptions, attempt: Attempt, { method, url, init }: Sending): Promise<Response> {
  if (options.isClosed()) throw new RefusedError(CONNECTION_CLOSED);
  const { operation } = attempt;
  const name = operationName(operation.query);
  const body = method === 'GET' ? undefined : bodyOf(init.body, name, contextOf(operation).rewrite);
  const headers = headersOf(options, init.headers, body);
  // A connection can have its own header: a handler of graphql-sse responds only to `text/event-stream`.
  if (options.headers.accept) headers.accept = options.headers.accept;
  else if (INCREMENTAL.test(stringifyDocument(operation.query))) headers.accept = INCREMENTAL_ACCEPT;
  attempt.traceId = traceIdOf(headers.traceparent);
  const form = body instanceof FormData ? body : undefined;
  const secrets = options.secrets();
  // An XMLHttpRequest would send secret headers along when it is redirected (C5a).
  const Xhr = form && !mustNotBeRedirected(undefined, headers, secrets) ? options.getXhr() : undefined;
  const tap = tapAttempt(options.tap, operation, headers);
  tap?.request({ method, url, via: Xhr ? 'xhr' : 'fetch', body: body ?? '' });
  const upload = form && beginUpload(options.uploads, options.tap, operation, form, init.signal ?? undefined);
  const request: RequestInit = { ...init, method, headers, body: body ?? null, ...(upload ? { signal: upload.signal } : {}) };
  request.redirect = mustNotBeRedirected(form, headers, secrets) ? 'manual' : (init.redirect ?? 'follow');
  const started = Date.now();
  let status: number | null = null;
  let wait: RetryAfter | undefined;
  try {
    const response = await send(options, url, request, upload, Xhr);
    status = response.status;
    tap?.head(response, Date.now() - started);
    wait = options.waits.of(operation.key, response);
    return await read(options, attempt, { response, request, tap, started });
  } catch (cause) {
    const stopped = upload?.cancelled();
    if (stopped) throw new CancelledError(stopped);
    if (cause instanceof TimeoutError && operation.kind === 'mutation') cause.message += MAY_HAVE_RUN;
    const refusal = responseErrorOf(cause);
    if (refusal) refusal.wait = wait;
    // Our own error messages do not quote headers.
    throw status !== null || cause instanceof ServerError || cause instanceof TimeoutError
      ? cause
      : withoutSecrets(cause, headers);
  } finally {
    tap?.end();
    upload?.end();
    // A request that the client aborted has not failed.
    if (status !== null || !init.signal?.aborted)
      options.onRequest({ name, method, path: pathOf(options.url), status, ms: Date.now() - started });
  }
}

/**
 * The body that urql built from the variables (C10), with `operationName` even for anonymous operations (C8), and with the rewrite of the
 * operation's context.
 */
function bodyOf(body: RequestInit['body'], name: string | null, rewrite: Rewrite | undefined): string | FormData {
  const withName = (text: string): string => {
    const json = rewrite ? JSON.stringify(rewrite(JSON.parse(text))) : text;
    return name === null ? `{"operationName":null,${json.slice(1)}` : json;
  };
  if (!(body instanceof FormData)) return withName(String(body));
  // `set` keeps the position of the field, before `map` (C32).
  body.set('operations', withName(String(body.get('operations'))));
  return body;
}

function headersOf(
  options: HttpOptions,
  requestHeaders: RequestInit['headers'],
  body: string | FormData | undefined,
): Record<string, string> {
  const headers: Record<string, string> = { ...options.headers, ...(requestHeaders as Record<string, string>) };
  if (options.traceparent) headers.traceparent ??= newTraceparent();
  // Sent with GET too: servers with CSRF protection require it.
  if (!(body instanceof FormData)) return { ...headers, 'content-type': 'application/json' };
  // The platform sets it, including the boundary.
  delete headers['content-type'];
  return { ...headers, ...options.uploadHeaders };
}

/** An upload that sends less than this in a second has failed. It only applies to fetch, which reports no progress. */
const SLOWEST_UPLOAD_BYTES = 8000;

/** Sends the request and waits for the response headers. During an upload, each progress event restarts the timeout. */
function send(
  options: HttpOptions,
  url: string,
  request: RequestInit,
  upload: Upload | undefined,
  Xhr: typeof XMLHttpRequest | undefined,
): Promise<Response> {
  const { timeoutMs } = options;
  const bytes = request.body instanceof FormData ? partsOf(request.body).bytes : 0;
  const uploadMs = Math.floor(bytes / SLOWEST_UPLOAD_BYTES) * 1000;
  if (!Xhr || !upload) return inTime(timeoutMs && timeoutMs + uploadMs, () => options.fetch(url, request));
  return inTime(timeoutMs, restart => {
    const step: Upload['step'] = progress => {
      restart();
      upload.step(progress);
    };
    return xhrFetch(url, request, step, Xhr);
  });
}

/** Rejects with a TimeoutError if `begin` does not settle within `ms`; `restart` restarts the timeout. 0: no limit. */
function inTime<T>(ms: number, begin: (restart: () => void) => Promise<T>): Promise<T> {
  if (ms === 0) return begin(() => {});
  return new Promise((resolve, reject) => {
    const expire = (): void => reject(new TimeoutError(`No response within ${ms / 1000} s`));
    let timer = setTimeout(expire, ms);
    const restart = (): void => {
      clearTimeout(timer);
      timer = setTimeout(expire, ms);
    };
    begin(restart).then(
      value => {
        clearTimeout(timer);
        resolve(value);
      },
      cause => {
        clearTimeout(timer);
        reject(cause);
      },
    );
  });
}

/** A response whose headers have arrived. */
interface Arrived {
  response: Response;
  request: RequestInit;
  tap: HttpTap | undefined;
  started: number;
}

async function read(options: HttpOptions, attempt: Attempt, arrived: Arrived): Promise<Response> {
  const { response, request, tap } = arrived;
  const { status } = response;
  if (isRedirect(response, request)) throw new ServerError(REDIRECT_REFUSED, 0, null);
  const { large } = contextOf(attempt.operation);
  if (STREAMED.test(headerOf(response, 'content-type')) && status < 300 && response.body) {
    tap?.response({ text: undefined, bytes: 0 }, Date.now() - arrived.started);
    attempt.streamStatus = status;
    attempt.masked = tap?.masked;
    return streamedResponse(response, attempt, tap !== undefined, large?.onText);
  }
  const body = await readBody(response, { silenceMs: options.timeoutMs / 2, receipt: tap?.receipt }, large);
  const { broke, text } = body;
  // Thrown before the tap masks the text, because masking a text this long would block the page.
  if (broke?.cause instanceof SyntaxError) throw new ServerParseError(status, '', TOO_LONG);
  const isAborted = broke !== undefined && request.signal?.aborted === true;
  // A caller of large responses gets what had arrived when it aborted, because such a response may never end.
  if (isAborted && !large) throw broke.cause;
  if (text !== undefined) large?.onText?.(text);
  attempt.readAt = Date.now();
  tap?.response(body, attempt.readAt - arrived.started);
  if (broke) throw isAborted || broke.cause instanceof TimeoutError ? broke.cause : new BrokenResponseError(status, broke.cause);
  return judged(body, response);
}

/** Returns the response for fetchExchange, or throws the error that it stands for. */
function judged({ text = '', apart }: ReadBody, response: Response): Response {
  const { status } = response;
  const final = redirectedTo(response);
  if (apart && 'broken' in apart) throw new ServerParseError(status, apart.broken, undefined, final);
  const excess = excessOf(text);
  if (excess !== null) throw new ServerParseError(status, `${excess}\n${text}`, excess, final);
  // fetchExchange would read the `payload` of an event in place of the response (C15).
  const isParsedHere = text.includes('"payload"') || (text.length > LONG && text.includes('"errors"'));
  if (!apart && !isParsedHere && status < 300) return textResponse(response, quoteLargeIntegers(text), final);
  // A response in parts is judged by its first part, which contains the errors.
  const type = headerOf(response, 'content-type');
  const body = apart ? apart.body : parsed((STREAMED.test(type) ? firstPart(text, type) : text) ?? '', status, final);
  if (status < 300 && isGraphQLResponse(body)) throw new ParsedResponse('', status, body);
  throw errorOfBody(status, body, final);
}

function parsed(text: string, status: number, final: string | undefined): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new ServerParseError(status, text, undefined, final);
  }
}

/** Masks secrets in the message of a failed request. Some platforms quote a header that they refuse, and thereby the token. */
function withoutSecrets(cause: unknown, headers: Record<string, string>): unknown {
  // Not `instanceof`: a custom fetch may come from another realm with its own Error class.
  const error = typeof (cause as Error | undefined)?.message === 'string' ? (cause as Error) : new Error(String(cause));
  const message = secretsOf(headers, bearerOf(headers)).reduce(withoutSecret, error.message);
  return message === error.message ? error : Object.assign(new Error(message), { name: error.name });
}

/** The path of a URL, without query string. */
function pathOf(url: string): string {
  const withoutQuery = url.split(/[?#]/, 1)[0] ?? '';
  return withoutQuery.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '') || '/';
}
