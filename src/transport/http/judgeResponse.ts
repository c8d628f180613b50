/**
 * Interprets an HTTP response, in the order of the contract: not JSON (C13), status 300 or above (C14), not a GraphQL response (C15),
 * GraphQL errors (C16). Each response has one outcome. Data and GraphQL errors of the body are kept, whatever the status.
 */
import { CombinedError, type OperationResult } from '@urql/core';
import { ExcessError, refuseExcess } from '../../lib/text/refuseExcess';
import { ServerError, ServerParseError } from '../observe/failure';
import { parseJson } from './body/largeIntegers';

/** The properties of an operation's result that depend on the response. */
export type Outcome = Pick<OperationResult, 'data' | 'error' | 'extensions'>;

/** The properties that are read from a possible GraphQL response. */
interface Body {
  data?: unknown;
  errors?: unknown;
  extensions?: Record<string, unknown>;
}

/**
 * A GraphQL response whose body has been parsed. It is thrown like an error, because fetchExchange only accepts text, and makes an error of
 * each of its GraphQL errors.
 */
export class ReadAnswer extends Error {
  override name = 'ReadAnswer';
  readonly statusCode: number;
  readonly outcome: Outcome;
  constructor(statusCode: number, { data, errors, extensions }: Body) {
    super('An answer was read');
    this.statusCode = statusCode;
    const graphQLErrors = graphQLErrorsOf(errors);
    const error = graphQLErrors.length > 0 ? new CombinedError({ graphQLErrors }) : undefined;
    this.outcome = { data: data as Outcome['data'], error, extensions };
  }
}

/** Parses the text of a response. @throws ServerParseError if it is not JSON, or if it exceeds the bounds of what is parsed */
export function parsedBody(status: number, text: string, redirectedTo?: string): unknown {
  try {
    refuseExcess(text);
    return parseJson(text);
  } catch (cause) {
    if (cause instanceof ExcessError) throw new ServerParseError(status, cause.message, cause.message);
    throw ServerParseError.notJson(status, text, redirectedTo);
  }
}

/** The answer with a parsed body. @throws ServerError or ServerParseError if the response is none */
export function judgeResponse(status: number, body: unknown, redirectedTo?: string): ReadAnswer {
  if (status >= 300 || !isGraphQLResponse(body)) throw errorOfBody(status, body, redirectedTo);
  if (!isDataOfResponse(body.data)) throw malformedData(status, body.data);
  return new ReadAnswer(status, body);
}

/** The error for a response with status 300 or above (C14), or for JSON that is not a GraphQL response (C15). */
function errorOfBody(status: number, body: unknown, redirectedTo?: string): ServerError {
  const after = redirectedTo === undefined ? '' : ` (after a redirect to ${redirectedTo})`;
  const message =
    status >= 300
      ? `The endpoint answered with status ${status}${after}${toldIn(body)}`
      : `GraphQL response missing: the endpoint answered with status ${status} and JSON that holds neither data nor errors${after}`;
  return new ServerError(message, status, body);
}

/** The `message` of a body that is no GraphQL response, as GitHub and many gateways send it; '' without one. */
function toldIn(body: unknown): string {
  const message = isObject(body) ? body.message : undefined;
  return typeof message === 'string' && message !== '' && !isGraphQLResponse(body) ? `: ${message.slice(0, 300)}` : '';
}

/** The result for an error, with GraphQL errors and data of its body (C14). */
export function outcomeOf(networkError: ServerError): Outcome {
  const { data, errors, extensions } = isObject(networkError.result) ? (networkError.result as Body) : {};
  const isMeant = networkError.statusCode >= 300;
  return {
    data: isMeant && isObject(data) ? data : undefined,
    error: new CombinedError({ networkError, graphQLErrors: isMeant ? graphQLErrorsOf(errors) : [] }),
    extensions: isMeant ? extensions : undefined,
  };
}

/** True for an object, null (GraphQL specification, section 7.1), or undefined, which a response with errors alone has. */
const isDataOfResponse = (data: unknown): boolean => data === undefined || data === null || isObject(data);

/** The error for `data` that is not an object. Without it, every reader of the data would fail at another place. */
function malformedData(status: number, data: unknown): ServerParseError {
  const kind = Array.isArray(data) ? 'list' : typeof data;
  const text = JSON.stringify(data) ?? '';
  return new ServerParseError(status, text, `and data that is a ${kind} where an object is declared`);
}

/** True for a body with `data` or a list of errors (C15). */
export function isGraphQLResponse(body: unknown): body is Body {
  return isObject(body) && (Object.hasOwn(body, 'data') || Array.isArray(body.errors));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** More errors would block the page, because each one is made an Error with a stack. */
const MOST_ERRORS = 1000;

/**
 * The errors of a body, the first ones of very many. An entry that is not a GraphQL error is converted to one, so that malformed errors
 * cannot break the client.
 */
export function graphQLErrorsOf(errors: unknown): { message: string }[] {
  if (!Array.isArray(errors)) return [];
  const kept = errors.slice(0, MOST_ERRORS).map(error => {
    if (isObject(error))
      return typeof error.message === 'string' ? (error as { message: string }) : { ...error, message: JSON.stringify(error) };
    return { message: String(error) };
  });
  const more = errors.length - MOST_ERRORS;
  return more > 0 ? [...kept, { message: `The answer holds ${more} more errors` }] : kept;
}
