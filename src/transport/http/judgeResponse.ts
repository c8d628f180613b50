/**
 * What an HTTP answer means, judged in the order of the contract: not JSON (C13), status 300 or above (C14), no GraphQL response (C15),
 * GraphQL errors (C16). One answer, one outcome; data and GraphQL errors of the body are kept whatever the status was.
 */
import { CombinedError, type OperationResult } from '@urql/core';
import { ServerError, ServerParseError } from '../observe/failure';
import type { AskedWait } from './askedWait';
import { parseJson } from './body/largeIntegers';

/** The parts of an operation's result that the answer decides. */
export type Outcome = Pick<OperationResult, 'data' | 'error' | 'extensions'>;

/** What is read of a body that may be a GraphQL response. */
interface Body {
  data?: unknown;
  errors?: unknown;
  extensions?: Record<string, unknown>;
}

/** A large answer that was read elsewhere (largeAnswers.ts): it reaches the stage that judges it the way errors do, as fetchExchange parses text. */
export class LargeAnswer extends Error {
  override name = 'LargeAnswer';
  readonly statusCode: number;
  readonly body: unknown;
  /** How long the server asks to wait. */
  wait?: AskedWait | undefined;
  constructor(statusCode: number, body: unknown) {
    super('A large answer was read elsewhere');
    this.statusCode = statusCode;
    this.body = body;
  }
}

/** Judges an answer by its status and body text. `response` is kept on the error. Never throws. */
export function judgeResponse(status: number, text: string, response: unknown, redirectedTo?: string): Outcome {
  let body: unknown;
  try {
    body = parseJson(text);
  } catch {
    return failed(ServerParseError.notJson(status, text, redirectedTo), response);
  }
  return judgeBody(status, body, response, redirectedTo);
}

/** The same for a body that was parsed before. `isData`: tells whether `data` can be that of a GraphQL response. */
export function judgeBody(
  status: number,
  body: unknown,
  response: unknown,
  redirectedTo?: string,
  isData: (data: unknown) => boolean = isDataOfResponse,
): Outcome {
  if (status >= 300 || !isGraphQLResponse(body)) return outcomeOf(errorOfBody(status, body, redirectedTo), response);
  const { data, errors, extensions } = body;
  if (!isData(data)) return failed(malformedData(status, data), response);
  const graphQLErrors = graphQLErrorsOf(errors);
  const error = graphQLErrors.length > 0 ? new CombinedError({ graphQLErrors, response }) : undefined;
  return { data: data as OperationResult['data'], error, extensions };
}

/** The error that a body is whose status is 300 or above (C14), or that is no GraphQL response (C15). */
export function errorOfBody(status: number, body: unknown, redirectedTo?: string): ServerError {
  const after = redirectedTo === undefined ? '' : ` (after a redirect to ${redirectedTo})`;
  const message =
    status >= 300
      ? `The endpoint answered with status ${status}${after}`
      : `GraphQL response missing: the endpoint answered with status ${status} and JSON that holds neither data nor errors${after}`;
  return new ServerError(message, status, body);
}

/** An error with what the body beside it says: GraphQL errors stay readable, data stays on the result (C14). */
export function outcomeOf(networkError: ServerError, response: unknown): Outcome {
  const { data, errors, extensions } = isObject(networkError.result) ? (networkError.result as Body) : {};
  const isMeant = networkError.statusCode >= 300;
  return {
    data: isMeant && isObject(data) ? data : undefined,
    error: new CombinedError({ networkError, graphQLErrors: isMeant ? graphQLErrorsOf(errors) : [], response }),
    extensions: isMeant ? extensions : undefined,
  };
}

/** GraphQL says: an object, or null (section 7.1). Nothing where there are errors alone. */
export const isDataOfResponse = (data: unknown): boolean => data === undefined || data === null || isObject(data);

/** The error of data that is no object: everything that reads it would fail somewhere else. */
export function malformedData(status: number, data: unknown): ServerParseError {
  const kind = Array.isArray(data) ? 'list' : typeof data;
  const text = JSON.stringify(data) ?? '';
  return new ServerParseError(status, text, `and data that is a ${kind} where an object is declared`);
}

function failed(networkError: Error, response: unknown): Outcome {
  return { data: undefined, error: new CombinedError({ networkError, response }), extensions: undefined };
}

/** True for a body with `data` or a list of errors (C15). */
export function isGraphQLResponse(body: unknown): body is Body {
  return isObject(body) && (Object.hasOwn(body, 'data') || Array.isArray(body.errors));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The errors of a body; an entry that is no GraphQL error becomes one with its text, so that nothing a server says breaks the client. */
export function graphQLErrorsOf(errors: unknown): { message: string }[] {
  if (!Array.isArray(errors)) return [];
  return errors.map(error => {
    if (isObject(error))
      return typeof error.message === 'string' ? (error as { message: string }) : { ...error, message: JSON.stringify(error) };
    return { message: String(error) };
  });
}
