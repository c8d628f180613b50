/**
 * Interprets an HTTP response, in the order of the contract: not JSON (C13), status 300 or above (C14), not a GraphQL response (C15),
 * GraphQL errors (C16). Each response has one outcome. Data and GraphQL errors of the body are kept, whatever the status. A response of a
 * status below 300 is parsed by urql's fetchExchange; `textResponse` prepares it, and is judged here only if it is not a GraphQL response.
 */
import { CombinedError, type OperationResult } from '@urql/core';
import { parseJson } from '../../lib/text/largeIntegers';
import { valueAsText } from '../../lib/text/valueAsText';
import { afterRedirect, ServerError, ServerParseError } from '../observe/failure';
import { sentenceIn } from '../observe/sentenceIn';
import { headerOf } from './headers';

/** The properties of an operation's result that depend on the response. */
export type Outcome = Pick<OperationResult, 'data' | 'error' | 'extensions'>;

/** The properties that are read from a possible GraphQL response. */
interface Body {
  data?: unknown;
  errors?: unknown;
  extensions?: Record<string, unknown>;
}

/**
 * A GraphQL response that is already parsed, because it is large (largeResponses.ts), can contain very many errors, or has a `payload`. It
 * is thrown like an error, because fetchExchange only accepts text.
 */
export class ParsedResponse extends ServerError {}

/** Interprets a response by its status and body text. `response` is kept on the error. Never throws. */
export function judgeResponse(status: number, text: string, response: unknown, redirectedTo?: string): Outcome {
  let body: unknown;
  try {
    body = parseJson(text);
  } catch {
    return failed(new ServerParseError(status, text, undefined, redirectedTo), response);
  }
  return judgeBody(status, body, response, redirectedTo);
}

/** Interprets a response whose body is already parsed. */
export function judgeBody(status: number, body: unknown, response: unknown, redirectedTo?: string): Outcome {
  if (status >= 300 || !isGraphQLResponse(body)) return outcomeOf(errorOfBody(status, body, redirectedTo), response);
  const { data, errors, extensions } = body;
  if (!isDataOfResponse(data)) return failed(malformedData(status, data), response);
  const graphQLErrors = graphQLErrorsOf(errors);
  const error = graphQLErrors.length > 0 ? new CombinedError({ graphQLErrors, response }) : undefined;
  return { data: data as OperationResult['data'], error, extensions };
}

/** The error for a response with status 300 or above (C14), or for JSON that is not a GraphQL response (C15). */
export function errorOfBody(status: number, body: unknown, redirectedTo?: string): ServerError {
  const after = afterRedirect(redirectedTo);
  const said = sentenceIn(body);
  const what = Array.isArray(body) ? 'a list, as for a batch' : 'JSON that contains neither data nor errors';
  const message =
    status >= 300
      ? `The endpoint answered with status ${status}${after}`
      : `GraphQL response missing: the endpoint answered with status ${status} and ${what}${after}`;
  return new ServerError(said === '' ? message : `${message}: ${said.slice(0, 300)}`, status, body);
}

/** The result for an error, with GraphQL errors and data of its body (C14). */
export function outcomeOf(networkError: ServerError, response: unknown): Outcome {
  const { data, errors, extensions } = isObject(networkError.result) ? (networkError.result as Body) : {};
  const isMeant = networkError.statusCode >= 300;
  return {
    data: isMeant && isObject(data) ? data : undefined,
    error: new CombinedError({ networkError, graphQLErrors: isMeant ? graphQLErrorsOf(errors) : [], response }),
    extensions: isMeant ? extensions : undefined,
  };
}

/** True for an object, null (GraphQL specification, section 7.1), or undefined, which a response with errors alone has. */
export const isDataOfResponse = (data: unknown): boolean => data === undefined || data === null || isObject(data);

/** The error for `data` that is not an object. Without it, every reader of the data would fail at another place. */
export function malformedData(status: number, data: unknown): ServerParseError {
  const kind = Array.isArray(data) ? 'list' : typeof data;
  const text = JSON.stringify(data) ?? '';
  return new ServerParseError(status, text, `and data that is a ${kind} where an object is declared`);
}

/** The outcome of a response that could not be used. */
export function failed(networkError: Error, response?: unknown): Outcome {
  return { data: undefined, error: new CombinedError({ networkError, response }), extensions: undefined };
}

/** True for a body with `data` or a list of errors (C15). */
export function isGraphQLResponse(body: unknown): body is Body {
  return isObject(body) && (Object.hasOwn(body, 'data') || Array.isArray(body.errors));
}

/** True for an object that is not an array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** More errors would block the page, because each one is made an Error with a stack. */
export const MOST_ERRORS = 1000;

/** Longest message of an error, in characters. A longer one would block the page where it is masked and shown. */
const LONGEST_MESSAGE = 10_000;

const shortened = (message: string): string =>
  message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message;

/**
 * The errors of a body, the first ones of very many, with long messages cut. An entry that is not a GraphQL error is converted to one, so
 * that malformed errors cannot break the client.
 */
export function graphQLErrorsOf(errors: unknown, most = MOST_ERRORS): { message: string }[] {
  if (!Array.isArray(errors) || most < 0) return [];
  const kept: { message: string }[] = errors.slice(0, most).map(error => {
    if (!isObject(error)) return { message: shortened(valueAsText(error)) };
    const { path, ...rest } = error;
    const message = shortened(typeof error.message === 'string' ? error.message : JSON.stringify(error));
    return { ...rest, message, ...(isErrorPath(path) ? { path } : {}) };
  });
  const more = errors.length - most;
  if (more > 0) kept.push({ message: `${more} more errors` });
  return kept;
}

/** True for a path as GraphQL defines it: names of fields and indexes of lists. */
const isErrorPath = (path: unknown): boolean =>
  Array.isArray(path) && path.every(part => typeof part === 'string' || typeof part === 'number');

/** A Response with its body text, so that responseErrorsExchange finds status and text in one object. */
export interface TextResponse extends Response {
  readonly bodyText: string;
  /** The final URL, if the request was redirected. */
  readonly redirectedTo: string | undefined;
}

const JSON_TYPE = 'application/json';
/** Content types that fetchExchange parses as a single JSON text, unlike streams and types under text/. */
const READ_AS_JSON = /^application\/(?:[\w.-]+\+)?json\b/i;

/**
 * Attaches the body text to a response of a status below 300. A response whose content type is not JSON is replaced by a new one, so that
 * fetchExchange parses it as JSON nevertheless (contract C13).
 */
export function textResponse(response: Response, text: string, redirectedTo: string | undefined): TextResponse {
  const readable = READ_AS_JSON.test(headerOf(response, 'content-type')) ? response : jsonResponse(response.status);
  return Object.assign(readable, { bodyText: text, redirectedTo, text: async () => text });
}

function jsonResponse(status: number): Response {
  // A custom fetch on a platform without Response: only what fetchExchange reads.
  if (typeof Response === 'undefined') return { status, headers: { get: () => JSON_TYPE } } as unknown as Response;
  return new Response(null, { status, headers: { 'content-type': JSON_TYPE } });
}

/** True for a response from `textResponse`. */
export function isTextResponse(response: unknown): response is TextResponse {
  return typeof (response as Partial<TextResponse> | undefined)?.bodyText === 'string';
}
