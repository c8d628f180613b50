/**
 * Makes each HTTP attempt what the contract says it is. urql's fetchExchange and multipartFetchExchange below keep their part, the life
 * of a request (start, abort on teardown, incremental delivery); what is sent and how the answer is judged is decided here, through the
 * `fetch` of the operation's context:
 *
 * - body: exactly operationName, variables, query and while persisting extensions (C7, C8, C10), token read at this moment (C1, C2),
 *   always POST (C5);
 * - answer: read once, parsed once, judged in the contract's order (C13 to C16). The stages below are handed a fixed small response, and
 *   their result is replaced by the judged one on the way up.
 *
 * An answer of type multipart/mixed or text/event-stream is handed on unread; its parts are judged one by one.
 */
import { CombinedError, type Exchange, makeOperation, type Operation, type OperationResult, stringifyDocument } from '@urql/core';
import { map, pipe } from 'wonka';
import { CancelledError, ServerError } from '../failure';
import { hasFiles, nameBlobs } from '../files';
import { failed, judgeResponse, type Outcome } from '../judgeResponse';
import { MASK, mask } from '../mask';
import { operationName } from '../operationName';
import type { LastRequest } from '../status';
import type { TapPart, TapSource } from '../tap';
import { contextOf } from '../trace';
import type { Uploads } from '../uploads';
import { xhrFetch } from '../xhrFetch';

/** Options of `requestExchange`. */
export interface RequestOptions {
  /** Sends a request; looked up at each attempt. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** What multipart requests are sent with where progress can be had; gives undefined where they go through `fetch`. */
  Xhr(): typeof XMLHttpRequest | undefined;
  /** The raw token, '' when there is none. */
  readToken(): string;
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
interface Attempt {
  operation: Operation;
  /** The judged answer; undefined while there is none, and for streamed answers. */
  outcome: Outcome | undefined;
  /** Status of a streamed answer. */
  streamStatus: number;
}

/** Stands in for the document below: core would print and measure one that is not sent from there. */
const NO_DOCUMENT = {
  kind: 'Document',
  definitions: [],
  documentId: 'built by requestExchange',
} as unknown as Operation['query'];

/** What the stages below read in place of the answer. */
const JUDGED = {
  status: 200,
  statusText: '',
  headers: { get: () => 'application/json' },
  text: () => Promise.resolve('{"data":null}'),
} as unknown as Response;

const STREAMED = /multipart\/mixed|text\/event-stream/i;

const attemptOf = (operation: Operation): Attempt => operation.context.attempt as Attempt;

/** Prepares queries and mutations for the fetch stages below it and gives their results their final form. */
export function requestExchange(options: RequestOptions): Exchange {
  const prepare = (operation: Operation): Operation => {
    if (operation.kind !== 'query' && operation.kind !== 'mutation') return operation;
    const attempt: Attempt = { operation, outcome: undefined, streamStatus: 0 };
    const multipart = hasFiles(operation.variables);
    const context = {
      ...operation.context,
      attempt,
      multipart,
      preferGetMethod: false,
      fetch: (url: RequestInfo | URL, init?: RequestInit) => send(options, attempt, String(url), init ?? {}),
    };
    if (multipart) {
      return makeOperation(
        operation.kind,
        { ...operation, variables: nameBlobs(operation.variables), extensions: undefined },
        context,
      );
    }
    return makeOperation(operation.kind, { key: operation.key, query: NO_DOCUMENT, variables: {} }, context);
  };

  const restore = (result: OperationResult): OperationResult => {
    const attempt = attemptOf(result.operation);
    if (!attempt) return result;
    const { operation, outcome } = attempt;
    if (!outcome) return judgeStreamed(result, attempt);
    return { operation, ...outcome, hasNext: false, stale: false };
  };

  return ({ forward }) =>
    operations$ =>
      pipe(operations$, map(prepare), forward, map(restore));
}

/** A part of a streamed answer: its merged errors may be an empty list, and its status counts as that of any answer does. */
function judgeStreamed(result: OperationResult, { operation, streamStatus }: Attempt): OperationResult {
  const errors = result.error?.graphQLErrors ?? [];
  if (streamStatus >= 300) {
    const networkError = new ServerError(`The endpoint answered with status ${streamStatus}`, streamStatus, result.data);
    return {
      ...result,
      operation,
      error: new CombinedError({ networkError, graphQLErrors: errors }),
    };
  }
  const isEmpty = result.error && !result.error.networkError && errors.length === 0;
  return { ...result, operation, error: isEmpty ? undefined : result.error };
}

async function send(options: RequestOptions, attempt: Attempt, url: string, init: RequestInit): Promise<Response> {
  const { tap, uploads } = options;
  const { operation } = attempt;
  const { trace, bearer } = contextOf(operation);
  const token = bearer ? options.readToken() : '';
  const form = init.body instanceof FormData ? init.body : undefined;
  const json = form ? '' : bodyOf(operation);
  if (form) completeOperations(form, operation);

  const headers: Record<string, string> = {
    ...options.headers,
    ...(init.headers as Record<string, string>),
  };
  if (form) {
    delete headers['content-type'];
    Object.assign(headers, options.uploadHeaders);
  } else headers['content-type'] = 'application/json';
  // A header of this name from anywhere else could only be an older token's (C2).
  if (bearer) for (const name of Object.keys(headers)) if (name.toLowerCase() === 'authorization') delete headers[name];
  if (token !== '') headers.authorization = `Bearer ${token}`;

  const Xhr = form && options.Xhr();
  const via = Xhr ? 'xhr' : 'fetch';
  const tapped = tap.active ? trace?.tapOperation : undefined;
  if (tapped) {
    tap.emit({ type: 'token', attached: token !== '' }, tapped);
    if (form) tap.emit({ type: 'multipart', ...describe(form) }, tapped);
    const bytes = form ? describe(form).bytes : byteLength(json);
    const shown: Record<string, string> = token === '' ? headers : { ...headers, authorization: `Bearer ${MASK}` };
    const body = mask(form ? String(form.get('operations')) : json, token);
    tap.emit(
      {
        type: 'request',
        method: 'POST',
        url,
        via,
        headers: shown,
        bytes,
        body,
      },
      tapped,
    );
  }

  const started = Date.now();
  const request: RequestInit = {
    redirect: 'manual',
    ...init,
    method: 'POST',
    headers,
    body: form ?? json,
  };
  let status: number | null = null;
  try {
    const upload = form && trace ? uploads.begin(trace.tapOperation, describe(form).bytes, init.signal ?? undefined) : undefined;
    if (upload) request.signal = upload.signal;
    let response: Response;
    let text: string;
    let firstByteMs: number;
    try {
      response = await (upload && Xhr ? xhrFetch(url, request, upload.step, Xhr) : options.fetch(url, request));
      status = response.status;
      firstByteMs = Date.now() - started;
      const contentType = response.headers.get('content-type') ?? '';
      if (STREAMED.test(contentType)) {
        attempt.streamStatus = response.status;
        if (tapped)
          tap.emit(
            {
              type: 'response',
              status,
              contentType,
              bytes: 0,
              firstByteMs,
              ms: firstByteMs,
              headers: plain(response),
            },
            tapped,
          );
        return response;
      }
      text = await response.text();
    } catch (cause) {
      if (!upload?.cancelled()) throw cause;
      attempt.outcome = failed(new CancelledError('The upload was stopped; the server may have received it all the same'));
      return JUDGED;
    } finally {
      upload?.end();
    }
    const read = Date.now();
    if (tapped) {
      const contentType = response.headers.get('content-type') ?? '';
      const body = mask(text, token);
      tap.emit(
        {
          type: 'response',
          status,
          contentType,
          bytes: byteLength(text),
          firstByteMs,
          ms: read - started,
          headers: plain(response),
          body,
        },
        tapped,
      );
    }
    attempt.outcome =
      response.type === 'opaqueredirect'
        ? failed(new ServerError('The endpoint answered with a redirect, which is not followed', 0, null))
        : judgeResponse(response.status, text, response);
    if (tapped) {
      const { data, error } = attempt.outcome;
      tap.emit(
        {
          type: 'parsed',
          ms: Date.now() - read,
          hasData: data != null,
          errors: error?.graphQLErrors.length ?? 0,
        },
        tapped,
      );
    }
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    attempt.outcome = failed(cause instanceof Error ? cause : new Error(String(cause)));
  } finally {
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

/** The JSON body (C7, C8): nothing but the keys of the specification, and `query` only where it is wanted. */
function bodyOf(operation: Operation): string {
  const { persistedForm } = contextOf(operation);
  const hash = operation.extensions?.persistedQuery?.sha256Hash;
  const isPersisted = (persistedForm === 'hash' || persistedForm === 'text+hash') && typeof hash === 'string';
  return JSON.stringify({
    operationName: operationName(operation.query),
    variables: operation.variables ?? {},
    query: isPersisted && persistedForm === 'hash' ? undefined : stringifyDocument(operation.query),
    extensions: isPersisted ? { persistedQuery: { version: 1, sha256Hash: hash } } : undefined,
  });
}

/** The multipart exchange leaves out an absent name; `set` keeps the field in its place, before `map` (C32). */
function completeOperations(form: FormData, operation: Operation): void {
  const operations = JSON.parse(String(form.get('operations'))) as {
    variables?: unknown;
  };
  form.set(
    'operations',
    JSON.stringify({
      operationName: operationName(operation.query),
      variables: operations.variables ?? {},
      query: stringifyDocument(operation.query),
    }),
  );
}

function describe(form: FormData): { parts: TapPart[]; bytes: number } {
  const parts: TapPart[] = [];
  form.forEach((value, name) => {
    if (typeof value === 'string') parts.push({ name, bytes: byteLength(value) });
    else
      parts.push({
        name,
        fileName: value.name,
        contentType: value.type,
        bytes: value.size,
      });
  });
  return { parts, bytes: parts.reduce((sum, part) => sum + part.bytes, 0) };
}

function plain(response: Response): Record<string, string> {
  const headers: Record<string, string> = {};
  response.headers.forEach?.((value, name) => {
    headers[name] = value;
  });
  return headers;
}

const byteLength = (text: string): number => new TextEncoder().encode(text).length;
