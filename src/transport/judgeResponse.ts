/**
 * What an HTTP answer means, judged in the order of the contract: not JSON (C13), status 300 or above (C14), no GraphQL response (C15),
 * GraphQL errors (C16). One answer, one outcome; data and GraphQL errors of the body are kept whatever the status was.
 */
import { CombinedError, type OperationResult } from '@urql/core';
import { ServerError, ServerParseError } from './failure';
import { parseJson } from './largeIntegers';

/** The parts of an operation's result that the answer decides. */
export type Outcome = Pick<OperationResult, 'data' | 'error' | 'extensions'>;

/** What is read of a body that may be a GraphQL response. */
interface Body {
  data?: unknown;
  errors?: unknown;
  extensions?: Record<string, unknown>;
}

/** Judges an answer by its status and body text. `response` is kept on the error. Never throws. */
export function judgeResponse(status: number, text: string, response: unknown): Outcome {
  let body: unknown;
  try {
    body = parseJson(text);
  } catch {
    return failed(new ServerParseError(status, text), [], response);
  }
  return judgeBody(status, body, response);
}

/** The same for a body that was parsed before. */
export function judgeBody(status: number, body: unknown, response: unknown): Outcome {
  if (status >= 300) {
    const parts = isObject(body) ? (body as Body) : {};
    const outcome = failed(
      new ServerError(`The endpoint answered with status ${status}`, status, body),
      graphQLErrors(parts.errors),
      response,
    );
    return {
      ...outcome,
      data: isObject(parts.data) ? parts.data : undefined,
      extensions: parts.extensions,
    };
  }
  if (!isObject(body) || !('data' in body || Array.isArray((body as Body).errors))) {
    const message = `GraphQL response missing: the endpoint answered with status ${status} and JSON that holds neither data nor errors`;
    return failed(new ServerError(message, status, body), [], response);
  }
  const { data, errors, extensions } = body as Body;
  const found = graphQLErrors(errors);
  return {
    data,
    error: found.length > 0 ? new CombinedError({ graphQLErrors: found, response }) : undefined,
    extensions,
  };
}

/** An outcome that is nothing but a failure of the request itself. */
export function failed(networkError: Error, errors: { message: string }[] = [], response?: unknown): Outcome {
  const error = new CombinedError({
    networkError,
    graphQLErrors: errors,
    response,
  });
  return { data: undefined, error, extensions: undefined };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The errors of a body; an entry that is no GraphQL error becomes one with its text, so that nothing a server says breaks the client. */
function graphQLErrors(errors: unknown): { message: string }[] {
  if (!Array.isArray(errors)) return [];
  return errors.map(error => {
    if (isObject(error))
      return typeof error.message === 'string' ? (error as { message: string }) : { ...error, message: JSON.stringify(error) };
    return { message: String(error) };
  });
}
