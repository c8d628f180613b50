/**
 * The HTTP method of queries. POST is the contract's (C5). A connection may ask for GET of queries that go by their hash alone, so that what stands
 * before the server can keep answers, or for QUERY (draft-ietf-httpbis-safe-method-w-body), which has a body like POST. Mutations, uploads and texts of
 * queries always go by POST.
 *
 * Across origins QUERY is asked for beforehand (CORS) like any method that pages did not always have; GET is as POST with JSON is, by its content type.
 */
import type { Operation } from '@urql/core';
import { ServerError, ServerParseError } from '../observe/failure';
import { contextOf } from '../observe/trace';
import { isSecretParameter } from '../secrets/isSecretName';
import { isGraphQLResponse, LargeAnswer } from './judgeResponse';

/** What a connection asks for. `get`: for queries by hash; `query`: for all queries. */
export const QUERY_METHODS = ['post', 'get', 'query'] as const;

/** One of them. */
export type QueryMethod = (typeof QUERY_METHODS)[number];

/** The method as it stands in a request. */
export type SentMethod = 'POST' | 'GET' | 'QUERY';

/** The methods of one endpoint, as far as they are known. */
export interface QueryMethods {
  /** The method for an attempt. */
  of(operation: Operation, init: RequestInit): SentMethod;
  /** Sends by POST what was refused; where that is not refused as well, all that follows goes by POST. */
  again(cause: unknown, post: () => Promise<Response>): Promise<Response>;
}

/** Statuses that say that a method is not known, whatever the body is. */
const UNKNOWN_METHOD = new Set([405, 501]);
/** Statuses of servers and proxies that refuse what they do not know. */
const REFUSED = new Set([400, 403, 404, 411, 415]);

/** Nothing is known yet. */
export function createQueryMethods(wanted: QueryMethod): QueryMethods {
  let isRefused = false;
  return {
    of(operation, init) {
      if (wanted === 'post' || isRefused || operation.kind !== 'query' || init.body instanceof FormData) return 'POST';
      if (wanted === 'query') return 'QUERY';
      const { persistedForm, byPost } = contextOf(operation);
      const isByHash = persistedForm === 'hash' && init.method === 'GET';
      // Addresses are written down by servers and proxies.
      return isByHash && !byPost && !holdsSecret(operation.variables) ? 'GET' : 'POST';
    },
    async again(cause, post) {
      if (UNKNOWN_METHOD.has(statusOf(cause) ?? 0)) isRefused = true;
      try {
        const answer = await post();
        isRefused = true;
        return answer;
      } catch (second) {
        // An answer of GraphQL: the method was what stood against it.
        if (!mayBeMethod(second)) isRefused = true;
        throw second;
      }
    },
  };
}

/** True for a failure that may come of the method: the server or a proxy does not know it, or the browser may not send it to another origin. */
export function mayBeMethod(cause: unknown): boolean {
  const status = statusOf(cause);
  if (status === undefined) return cause instanceof TypeError;
  if (UNKNOWN_METHOD.has(status)) return true;
  // A GraphQL server has understood the request: a hash it does not know, a mistake in a variable.
  return REFUSED.has(status) && !(cause instanceof ServerError && isGraphQLResponse(cause.result));
}

/** True for variables with a name that says that its value is secret, or that are too deep to tell. */
function holdsSecret(value: unknown, depth = 20): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  if (Array.isArray(value)) return value.some(item => holdsSecret(item, depth - 1));
  return Object.entries(value).some(([name, item]) => isSecretParameter(name) || holdsSecret(item, depth - 1));
}

function statusOf(cause: unknown): number | undefined {
  const isAnswer = cause instanceof ServerError || cause instanceof ServerParseError || cause instanceof LargeAnswer;
  return isAnswer ? cause.statusCode : undefined;
}
