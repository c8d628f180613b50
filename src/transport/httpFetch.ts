/**
 * One HTTP attempt, in the shape of `fetch`, as urql's fetch stages call it:
 *
 * - body: exactly operationName, variables, query and while persisting extensions (contract C7, C8, C10), token read at this moment (C1,
 *   C2), always POST (C5); a redirect is not followed, as a followed one may turn into a GET and carry the token elsewhere;
 * - answer: read once, parsed once, judged in the contract's order (C13 to C16). The judged outcome is left in the attempt, and the caller
 *   gets a fixed small response to read.
 *
 * It never sends anything twice; the persisted stage above decides about resending.
 */
import { type Operation, type OperationResult, stringifyDocument } from '@urql/core';
import { utf8Length } from '../lib/utf8Length';
import { BrokenAnswerError, CancelledError, ServerError, ServerParseError } from './failure';
import { failed, judgeBody, judgeResponse, type Outcome } from './judgeResponse';
import type { ReadBody } from './largeAnswers';
import { masked, maskHeaders, maskUrl, secretsOf, withoutSecret } from './mask';
import { operationName } from './operationName';
import type { LastRequest } from './status';
import type { LaterText, LazyText, TapOperation, TapPart, TapSource } from './tap';
import { headerOf, headOf, lengthOf, type Receipt, tellReceiving } from './tellReceiving';
import { textOfPieces } from './textOfPieces';
import { contextOf } from './trace';
import type { Uploads } from './uploads';
import type { xhrFetch } from './xhrFetch';

/** What an attempt needs. */
export interface HttpOptions {
  /** Sends a request; looked up at each attempt. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** `fetch` by what `getXhr` gives. */
  xhrFetch: typeof xhrFetch;
  /** What multipart requests are sent with where progress can be had; gives undefined where they go through `fetch`. */
  getXhr(): typeof XMLHttpRequest | undefined;
  /** The raw token, '' when there is none. */
  readToken(): string;
  /** The one address that is posted to (C50): what an operation's context says otherwise would carry the token elsewhere. */
  url: string;
  /** Path of the endpoint, for `onRequest`. */
  path: string;
  headers: Record<string, string>;
  uploadHeaders: Record<string, string>;
  uploads: Uploads;
  tap: TapSource;
  /** Told about each attempt that ended. */
  onRequest(request: LastRequest): void;
}

/** One attempt of one operation, from its way down to its way up. */
export interface Attempt {
  operation: Operation;
  /** The judged answer; undefined while there is none, and for streamed answers. */
  outcome: Outcome | undefined;
  /** Status of a streamed answer; 0 while there is none. */
  streamStatus: number;
  /** Bytes of a streamed answer that were read and not yet told. */
  streamedBytes: number;
  /** The text of these bytes, while somebody listens to the tap. */
  streamedText: string;
  /** The data of a streamed answer as far as it has come. */
  streamedData: OperationResult['data'];
  /** Takes out what the request was let in by, where the answer repeats it. */
  masked: ((text: string) => string) | undefined;
  /** To be called at the end of a streamed answer. */
  ended: (() => void) | undefined;
}

/** What is sent: `form` for files, else `json`. */
interface Body {
  json: string;
  form: FormData | undefined;
}

/** What the caller reads in place of the answer. */
const JUDGED = {
  status: 200,
  statusText: '',
  headers: { get: () => 'application/json' },
  text: () => Promise.resolve('{"data":null}'),
} as unknown as Response;

const STREAMED = /multipart\/mixed|text\/event-stream/i;

/** From so many bytes on a body that somebody may want to read is held as it came, not as text. */
const LONG = 50_000;

const CANCELLED = 'The upload was stopped; the server may have received it all the same';
const REDIRECTED = 'The endpoint answered with a redirect, which is not followed';

/** Sends one attempt. @returns rejects only when it was aborted. */
export async function httpFetch(options: HttpOptions, attempt: Attempt, init: RequestInit): Promise<Response> {
  const { url } = options;
  const { trace, bearer } = contextOf(attempt.operation);
  const token = bearer ? options.readToken() : '';
  const body = bodyOf(attempt.operation, init.body);
  const Xhr = body.form && options.getXhr();
  const headers = headersOf(options, init.headers, body, bearer === true, token);
  const tapped = options.tap.active ? trace?.tapOperation : undefined;
  if (tapped) tellRequest(options.tap, tapped, { url, via: Xhr ? 'xhr' : 'fetch', headers, body, token });

  const started = Date.now();
  let status: number | null = null;
  const upload =
    body.form && trace && options.uploads.begin?.(trace.tapOperation, partsOf(body.form).bytes, init.signal ?? undefined);
  const request: RequestInit = { redirect: 'manual', ...init, method: 'POST', headers, body: body.form ?? body.json };
  if (upload) request.signal = upload.signal;
  let receipt: Receipt | undefined;
  try {
    const response = await (upload && Xhr ? options.xhrFetch(url, request, upload.step, Xhr) : options.fetch(url, request));
    status = response.status;
    const firstByteMs = Date.now() - started;
    const isStreamed = STREAMED.test(headerOf(response, 'content-type'));
    const { large } = contextOf(attempt.operation);
    receipt = tapped && !isStreamed ? tellReceiving(options.tap, tapped, { response, firstByteMs, token }) : undefined;
    const read: ReadBody = isStreamed
      ? { text: undefined, bytes: 0 }
      : large && response.body
        ? await (await import(/* webpackChunkName: "large-answers" */ './readLarge')).readLarge(
            response.body,
            lengthOf(response),
            large,
            receipt,
          )
        : await readBody(response, receipt);
    const { text, broke } = read;
    const isCalledBack = broke !== undefined && request.signal?.aborted === true;
    // Who takes large answers is told what had come when they called it back: it may be endless, and looked at all the same.
    if (isCalledBack && !large) throw broke.cause;
    const ms = Date.now() - started;
    if (text !== undefined) large?.onText?.(text);
    if (tapped) tellResponse(options.tap, tapped, { response, read, firstByteMs, ms, token, sent: headers });
    if (isCalledBack) throw broke.cause;
    if (broke) throw new BrokenAnswerError(status, broke.cause);
    if (isStreamed) {
      attempt.masked = text => masked(text, secretsOf(headers, token));
      attempt.streamStatus = status;
      const { streamedAnswer } = await import(/* webpackChunkName: "streamed" */ './http/streamedAnswer');
      return streamedAnswer(response, attempt, tapped !== undefined, large?.onText);
    }
    const outcome =
      response.type === 'opaqueredirect' ? failed(new ServerError(REDIRECTED, 0, null)) : judged(status, read, response);
    attempt.outcome = outcome;
    if (tapped) {
      const errors = outcome.error?.graphQLErrors.length ?? 0;
      options.tap.emit({ type: 'parsed', ms: Date.now() - started - ms, hasData: outcome.data != null, errors }, tapped);
    }
  } catch (cause) {
    if (upload?.cancelled()) attempt.outcome = failed(new CancelledError(CANCELLED));
    else if (init.signal?.aborted) throw cause;
    else attempt.outcome = failed(withoutSecrets(cause, headers, token));
  } finally {
    receipt?.end();
    upload?.end();
    options.onRequest({
      name: trace?.tapOperation.name ?? null,
      method: 'POST',
      path: options.path,
      status,
      ms: Date.now() - started,
    });
  }
  return JUDGED;
}

/** Why there was no answer. Some platforms quote a header they refuse, and so the token in it. */
function withoutSecrets(cause: unknown, headers: Record<string, string>, token: string): Error {
  // Not `instanceof`: a fetch that was handed in may come from another realm, with errors of its own.
  const error = typeof (cause as Error | undefined)?.message === 'string' ? (cause as Error) : new Error(String(cause));
  const message = secretsOf(headers, token).reduce(withoutSecret, error.message);
  return message === error.message ? error : Object.assign(new Error(message), { name: error.name });
}

/** The body (C7, C8): nothing but the keys of the specification, and `query` only where it is wanted. */
function bodyOf(operation: Operation, given: RequestInit['body']): Body {
  const { persistedForm } = contextOf(operation);
  const name = operationName(operation.query);
  if (given instanceof FormData) {
    // The multipart exchange leaves out an absent name; `set` keeps the field in its place, before `map` (C32).
    const { variables } = JSON.parse(String(given.get('operations'))) as { variables?: unknown };
    const operations = { operationName: name, variables: variables ?? {}, query: stringifyDocument(operation.query) };
    given.set('operations', JSON.stringify(operations));
    return { json: '', form: given };
  }
  const sha256Hash = operation.extensions?.persistedQuery?.sha256Hash;
  const isPersisted = (persistedForm === 'hash' || persistedForm === 'text+hash') && typeof sha256Hash === 'string';
  const json = JSON.stringify({
    operationName: name,
    variables: operation.variables ?? {},
    query: isPersisted && persistedForm === 'hash' ? undefined : stringifyDocument(operation.query),
    extensions: isPersisted ? { persistedQuery: { version: 1, sha256Hash } } : undefined,
  });
  return { json, form: undefined };
}

function headersOf(
  options: HttpOptions,
  given: RequestInit['headers'],
  { form }: Body,
  bearer: boolean,
  token: string,
): Record<string, string> {
  const headers: Record<string, string> = { ...options.headers, ...(given as Record<string, string>) };
  if (form) {
    delete headers['content-type'];
    Object.assign(headers, options.uploadHeaders);
  } else headers['content-type'] = 'application/json';
  // A header of this name from anywhere else could only be an older token's (C2).
  if (bearer) delete headers.authorization;
  if (token !== '') headers.authorization = `Bearer ${token}`;
  return headers;
}

function judged(status: number, { text, apart }: ReadBody, response: Response): Outcome {
  if (apart && 'body' in apart) return judgeBody(status, apart.body, response);
  if (apart) return failed(new ServerParseError(status, apart.broken), [], response);
  return judgeResponse(status, text ?? '', response);
}

/** Text of an answer; its bytes are only counted when somebody wants to know. */
async function readBody(response: Response, receipt: Receipt | undefined): Promise<ReadBody> {
  const reader = receipt && typeof TextDecoder !== 'undefined' && response.body?.getReader?.();
  if (reader) return readCounted(reader, receipt);
  try {
    const text = typeof response.text === 'function' ? await response.text() : JSON.stringify(await response.json());
    return { text, bytes: receipt ? utf8Length(text) : 0 };
  } catch (cause) {
    return { text: undefined, bytes: 0, broke: { cause } };
  }
}

async function readCounted(reader: ReadableStreamDefaultReader<Uint8Array>, receipt: Receipt): Promise<ReadBody> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  let broke: ReadBody['broke'];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.byteLength;
      pieces.push(value);
      receipt.got(bytes);
    }
  } catch (cause) {
    broke = { cause };
  }
  return { text: textOfPieces(pieces), bytes, ...(bytes < LONG ? {} : { pieces }), ...(broke && { broke }) };
}

function tellRequest(
  tap: TapSource,
  operation: TapOperation,
  sent: { url: string; via: 'fetch' | 'xhr'; headers: Record<string, string>; body: Body; token: string },
): void {
  const { url, via, headers, body, token } = sent;
  const { form, json } = body;
  const parts = form && partsOf(form);
  tap.emit({ type: 'token', attached: token !== '' }, operation);
  if (parts) tap.emit({ type: 'multipart', ...parts }, operation);
  tap.emit(
    {
      type: 'request',
      method: 'POST',
      url: maskUrl(url, token),
      via,
      headers: maskHeaders(headers, token),
      bytes: parts?.bytes ?? utf8Length(json),
      body: () => masked(form ? String(form.get('operations')) : json, secretsOf(headers, token)),
    },
    operation,
  );
}

function tellResponse(
  tap: TapSource,
  operation: TapOperation,
  got: {
    response: Response;
    read: ReadBody;
    firstByteMs: number;
    ms: number;
    token: string;
    sent: Record<string, string>;
  },
): void {
  const { response, firstByteMs, ms } = got;
  const { bytes } = got.read;
  tap.emit(
    {
      type: 'response',
      status: response.status,
      bytes,
      firstByteMs,
      ms,
      ...headOf(response, got.token),
      ...bodyOfAnswer(got.read, secretsOf(got.sent, got.token)),
    },
    operation,
  );
}

/** What an answer said, masked. Of a long one its bytes are held: one letter beyond Latin-1 makes a text take twice their memory. */
function bodyOfAnswer({ text, pieces, later }: ReadBody, secrets: readonly string[]): { body?: LazyText; laterBody?: LaterText } {
  if (later) return { laterBody: length => later(length).then(body => body && masked(body, secrets)) };
  if (text === undefined) return {};
  return { body: pieces ? bodyOfPieces(pieces, secrets) : () => masked(text, secrets) };
}

/** Apart, or the text would be held as well. */
const bodyOfPieces = (pieces: readonly Uint8Array[], secrets: readonly string[]) => () => masked(textOfPieces(pieces), secrets);

/** The parts of a multipart body in order, and the bytes of their contents. */
function partsOf(form: FormData): { parts: TapPart[]; bytes: number } {
  const parts: TapPart[] = [];
  form.forEach((value, name) => {
    if (typeof value === 'string') parts.push({ name, bytes: utf8Length(value) });
    else parts.push({ name, fileName: value.name, contentType: value.type, bytes: value.size });
  });
  return { parts, bytes: parts.reduce((sum, part) => sum + part.bytes, 0) };
}
