/**
 * One HTTP attempt: the `fetch` that urql's fetch stages send with. It sends to the one configured address, by POST (contract C5, C50) unless the
 * connection says otherwise (queryMethods.ts), completes body and headers (C7, C8, C11), keeps the limits of time (C52) and decides about redirects
 * (C5a). It returns a Response with the text of a GraphQL response, or with the parts of one that arrives in parts; anything else it throws as a typed
 * error, which keeps the body (C13 to C15).
 *
 * It never sends anything twice, and knows nothing of tokens: authExchange puts them into the headers.
 */
import { type Operation, stringifyVariables } from '@urql/core';
import { BrokenAnswerError, CancelledError, RefusedError, ServerError, ServerParseError, TimeoutError } from '../observe/failure';
import { type HttpTap, tapAttempt } from '../observe/httpTap';
import { operationName } from '../observe/operationName';
import type { LastRequest } from '../observe/status';
import type { TapSource } from '../observe/tap';
import { headerOf, lengthOf } from '../observe/tellReceiving';
import { contextOf, type Rewrite } from '../observe/trace';
import { bearerOf, secretsOf, withoutSecret } from '../secrets/mask';
import type { AskedWait, AskedWaits } from './askedWait';
import type { Attempt } from './attempt';
import type { ReadBody } from './body/largeAnswers';
import { parseJson, quoteLargeIntegers } from './body/largeIntegers';
import { readBody } from './body/readBody';
import { readLarge } from './body/readLarge';
import { firstPart, streamedAnswer } from './body/streamedAnswer';
import { errorOfBody, LargeAnswer } from './judgeResponse';
import { mayBeMethod, type QueryMethods, type SentMethod } from './queryMethods';
import { readAnswer } from './readAnswer';
import { isRedirect, keepsToAddress, REDIRECT_REFUSED, redirectedTo } from './redirects';
import { newTraceparent, traceIdOf } from './traceContext';
import { beginUpload, type Upload, type Uploads } from './uploads';
import { xhrFetch } from './xhrFetch';

/** What attempts need. */
export interface HttpOptions {
  /** Sends a request; looked up at each attempt. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** What multipart requests are sent with where progress can be had; gives undefined where they go through `fetch`. */
  getXhr(): typeof XMLHttpRequest | undefined;
  /** The one address that is posted to (C50): what an operation's context says otherwise would carry the token elsewhere. */
  url: string;
  /** Headers of every request. An Authorization among them is sent where there is no token. */
  headers: Record<string, string>;
  /** Headers added to multipart requests (C34). */
  uploadHeaders: Record<string, string>;
  /** The HTTP method of queries. */
  methods: QueryMethods;
  /** Send a W3C trace context with each request. */
  traceparent: boolean;
  /** Longest wait for the first byte of an answer, in ms; half of it is the longest silence within a body. 0: no limit. */
  timeoutMs: number;
  uploads: Uploads;
  /** How long answers ask to wait. */
  waits: AskedWaits;
  tap: TapSource;
  /** True once the transport is closed: nothing is sent any more (C42). */
  isClosed(): boolean;
  /** Called after each attempt. */
  onRequest(request: LastRequest): void;
}

const STREAMED = /multipart\/mixed|text\/event-stream/i;

const CLOSED = 'This connection was closed; nothing is sent over it any more';
const CANCELLED = 'The upload was stopped; the server may have received it all the same';

/** The `fetch` of one attempt. */
export function graphqlFetch(options: HttpOptions, attempt: Attempt): typeof fetch {
  const { operation } = attempt;
  return (given, init = {}) => {
    const method = options.methods.of(operation, init);
    const post = (): Promise<Response> => {
      const body = init.body ?? hashBody(operation);
      return sendOnce(options, attempt, { method: 'POST', url: options.url, init: { ...init, body } });
    };
    if (method === 'POST') return post();
    const url = method === 'GET' ? String(given) : options.url;
    return sendOnce(options, attempt, { method, url, init }).catch(cause => {
      if (init.signal?.aborted || !mayBeMethod(cause)) throw cause;
      // The token may be another one by now (C1).
      const { headers } = (operation.context.fetchOptions as () => RequestInit)();
      init.headers = { accept: (init.headers as Record<string, string>).accept, ...headers } as never;
      return options.methods.again(cause, post);
    });
  };
}

/** The body of a query by hash alone, which urql did not make where the query was to go by GET. */
function hashBody({ query, variables, extensions }: Operation): string {
  const name = operationName(query);
  return stringifyVariables({ ...(name === null ? {} : { operationName: name }), variables: variables ?? {}, extensions });
}

/** What is sent: GET has everything in its address. */
interface Sending {
  method: SentMethod;
  url: string;
  init: RequestInit;
}

async function sendOnce(options: HttpOptions, attempt: Attempt, { method, url, init }: Sending): Promise<Response> {
  if (options.isClosed()) throw new RefusedError(CLOSED);
  const { operation } = attempt;
  const name = operationName(operation.query);
  const body = method === 'GET' ? undefined : bodyOf(init.body, name, contextOf(operation).rewrite);
  const headers = headersOf(options, init.headers, body);
  attempt.traceId = traceIdOf(headers.traceparent);
  const form = body instanceof FormData ? body : undefined;
  // An XMLHttpRequest takes secrets along to wherever it is redirected (C5a).
  const Xhr = form && !keepsToAddress(undefined, headers) ? options.getXhr() : undefined;
  const tap = tapAttempt(options.tap, operation, headers);
  tap?.request({ method, url, via: Xhr ? 'xhr' : 'fetch', body: body ?? '' });
  const upload = form && beginUpload(options.uploads, options.tap, operation, form, init.signal ?? undefined);
  const request: RequestInit = { ...init, method, headers, body: body ?? null, ...(upload ? { signal: upload.signal } : {}) };
  request.redirect = keepsToAddress(form, headers) ? 'manual' : (init.redirect ?? 'follow');
  const started = Date.now();
  let status: number | null = null;
  let wait: AskedWait | undefined;
  try {
    const response = await send(options, url, request, upload, Xhr);
    status = response.status;
    tap?.head(response, Date.now() - started);
    wait = options.waits.of(operation.key, response);
    return await read(options, attempt, { response, request, tap, started });
  } catch (cause) {
    if (upload?.cancelled()) throw new CancelledError(CANCELLED);
    if (cause instanceof ServerError || cause instanceof ServerParseError || cause instanceof LargeAnswer) cause.wait = wait;
    // Errors of our own quote nothing.
    throw status !== null || cause instanceof ServerError || cause instanceof TimeoutError
      ? cause
      : withoutSecrets(cause, headers);
  } finally {
    tap?.end();
    upload?.end();
    // One that was given up here has not failed.
    if (status !== null || !init.signal?.aborted)
      options.onRequest({ name, method, path: pathOf(options.url), status, ms: Date.now() - started });
  }
}

/** The body that urql built, with `operationName` also where there is none (C8), and what the context changes. */
function bodyOf(given: RequestInit['body'], name: string | null, rewrite: Rewrite | undefined): string | FormData {
  const withName = (text: string): string => {
    const json = rewrite ? JSON.stringify(rewrite(JSON.parse(text))) : text;
    return name === null ? `{"operationName":null,${json.slice(1)}` : json;
  };
  if (!(given instanceof FormData)) return withName(String(given));
  // `set` keeps the field in its place, before `map` (C32).
  given.set('operations', withName(String(given.get('operations'))));
  return given;
}

function headersOf(
  options: HttpOptions,
  given: RequestInit['headers'],
  body: string | FormData | undefined,
): Record<string, string> {
  const headers: Record<string, string> = { ...options.headers, ...(given as Record<string, string>) };
  if (options.traceparent) headers.traceparent ??= newTraceparent();
  // By GET as well: servers with a guard against forged requests ask for it.
  if (!(body instanceof FormData)) return { ...headers, 'content-type': 'application/json' };
  // The platform sets it, with the boundary.
  delete headers['content-type'];
  return { ...headers, ...options.uploadHeaders };
}

/** Sends the request and waits for the head of the answer. While a file goes up, every bit of progress begins the wait anew. */
function send(
  options: HttpOptions,
  url: string,
  request: RequestInit,
  upload: Upload | undefined,
  Xhr: typeof XMLHttpRequest | undefined,
): Promise<Response> {
  const { timeoutMs } = options;
  if (!Xhr || !upload) return inTime(upload ? 0 : timeoutMs, () => options.fetch(url, request));
  return inTime(timeoutMs, restart => {
    const step: Upload['step'] = progress => {
      restart();
      upload.step(progress);
    };
    return xhrFetch(url, request, step, Xhr);
  });
}

/** What `begin` promises, unless `ms` pass without it; `restart` begins the wait anew. 0: no limit. */
function inTime<T>(ms: number, begin: (restart: () => void) => Promise<T>): Promise<T> {
  if (ms === 0) return begin(() => {});
  return new Promise((resolve, reject) => {
    const expire = (): void => reject(new TimeoutError(`No answer within ${ms / 1000} s`));
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

/** An answer whose head is there. */
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
    return streamedAnswer(response, attempt, tap !== undefined, large?.onText);
  }
  const reading = { silenceMs: options.timeoutMs / 2, receipt: tap?.receipt };
  const body =
    large && response.body
      ? await readLarge(response.body, lengthOf(response), large, reading)
      : await readBody(response, reading);
  const { broke, text } = body;
  const isCalledBack = broke !== undefined && request.signal?.aborted === true;
  // A caller of large answers is shown what had come when it stopped them: they may be endless.
  if (isCalledBack && !large) throw broke.cause;
  if (text !== undefined) large?.onText?.(text);
  attempt.readAt = Date.now();
  tap?.response(body, attempt.readAt - arrived.started);
  if (broke) throw isCalledBack || broke.cause instanceof TimeoutError ? broke.cause : new BrokenAnswerError(status, broke.cause);
  return judged(body, response);
}

/** The answer as a Response for fetchExchange, or as the error that it is. */
function judged({ text = '', apart }: ReadBody, response: Response): Response {
  const { status } = response;
  const final = redirectedTo(response);
  if (apart) {
    if ('broken' in apart) throw new ServerParseError(status, apart.broken);
    throw new LargeAnswer(status, apart.body);
  }
  if (status < 300) return readAnswer(response, quoteLargeIntegers(text), final);
  // One in parts is judged by its first, which holds the errors.
  const type = headerOf(response, 'content-type');
  const whole = (STREAMED.test(type) ? firstPart(text, type) : text) ?? '';
  throw errorOfBody(status, parsed(whole, status, final), final);
}

function parsed(text: string, status: number, final: string | undefined): unknown {
  try {
    return parseJson(text);
  } catch {
    throw ServerParseError.notJson(status, text, final);
  }
}

/** Why there was no answer. Some platforms quote a header they refuse, and so the token in it. */
function withoutSecrets(cause: unknown, headers: Record<string, string>): unknown {
  // Not `instanceof`: a fetch that was handed in may come from another realm, with errors of its own.
  const error = typeof (cause as Error | undefined)?.message === 'string' ? (cause as Error) : new Error(String(cause));
  const message = secretsOf(headers, bearerOf(headers)).reduce(withoutSecret, error.message);
  return message === error.message ? error : Object.assign(new Error(message), { name: error.name });
}

/** Path of an address, without host and query string. */
function pathOf(url: string): string {
  const withoutQuery = url.split(/[?#]/, 1)[0] ?? '';
  return withoutQuery.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '') || '/';
}
