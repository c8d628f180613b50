/**
 * Chooses the HTTP method of queries. The contract's default is POST (C5). A connection may use GET for hash-only queries, so that HTTP
 * caches can store responses, or QUERY (draft-ietf-httpbis-safe-method-w-body), which has a body like POST. Mutations
 * and uploads always go by POST, and so do queries with their full text if the method is GET.
 *
 * A cross-origin QUERY needs a CORS preflight. So does a cross-origin GET, like a JSON POST, because of its content type.
 */
import type { Operation } from '@urql/core';
import { responseErrorOf, ServerError } from '../observe/failure';
import { contextOf } from '../pipelineContext';
import { isSecretParameter } from '../secrets/isSecretName';
import { isGraphQLResponse } from './judgeResponse';

/** The methods that a connection can use. `get`: for hash-only queries; `query`: for all queries. */
export const QUERY_METHODS = ['post', 'get', 'query'] as const;

/** One of `QUERY_METHODS`. */
export type QueryMethod = (typeof QUERY_METHODS)[number];

/** The HTTP method of a request. */
export type SentMethod = 'POST' | 'GET' | 'QUERY';

/** Chooses methods for one endpoint, and remembers whether the endpoint refuses the configured one. */
export interface QueryMethods {
  /** The method of an attempt. */
  methodOf(operation: Operation, init: RequestInit): SentMethod;
  /** Notes that the endpoint responded to a request by the configured method. */
  worked(): void;
  /**
   * True for a failure that the method may have caused: the server or a proxy does not know it, or CORS does not allow it. Any other failure
   * is noted as a sign that the method works.
   */
  isRefusal(cause: unknown): boolean;
  /**
   * Sends a refused request again by POST. If the POST request succeeds, the method was the reason for the refusal, and all later requests
   * use POST.
   * @param sentAfter how many failures were known when the request was sent; requests sent at the same time fail for the same reason
   */
  resendByPost(cause: unknown, post: () => Promise<Response>, sentAfter: number): Promise<Response>;
  /** The number of requests without a response whose POST got one. */
  unansweredCount(): number;
}

/** Statuses that mean an unknown method, whatever the body is. */
const UNKNOWN_METHOD = new Set([405, 501]);
/** Statuses with which servers and proxies refuse unknown requests. */
const REFUSED = new Set([400, 403, 404, 411, 415]);

/** Creates the method chooser of one endpoint. */
export function createQueryMethods(wanted: QueryMethod): QueryMethods {
  let isRefused = false;
  /** The endpoint has responded to a request by this method, so a request without a response has another reason. */
  let hasWorked = false;
  /** The number of requests without a response whose POST got one. */
  let unanswered = 0;
  /** The POST of a refused request got a response. */
  const noteRefusal = (cause: unknown, sentAfter: number): void => {
    if (statusOf(cause) !== undefined) isRefused = true;
    // A fetch fails in the same way if CORS refuses the method and if one connection is lost. Only the former repeats.
    unanswered = Math.max(unanswered, sentAfter + 1);
    isRefused ||= unanswered >= 2;
  };
  return {
    methodOf(operation, init) {
      if (wanted === 'post' || isRefused || operation.kind !== 'query' || init.body instanceof FormData) return 'POST';
      if (wanted === 'query') return 'QUERY';
      const { persistedForm, byPost } = contextOf(operation);
      const isByHash = persistedForm === 'hash' && init.method === 'GET';
      // Servers and proxies log URLs, so secrets must not be in them.
      return isByHash && !byPost && !holdsSecret(operation.variables) ? 'GET' : 'POST';
    },
    worked() {
      hasWorked = true;
    },
    isRefusal(cause) {
      const mayBe = mayBeMethod(cause);
      if (statusOf(cause) === undefined) return mayBe && !hasWorked;
      hasWorked ||= !mayBe;
      return mayBe;
    },
    unansweredCount: () => unanswered,
    async resendByPost(cause, post, sentAfter) {
      if (UNKNOWN_METHOD.has(statusOf(cause) ?? 0)) isRefused = true;
      try {
        const response = await post();
        noteRefusal(cause, sentAfter);
        return response;
      } catch (second) {
        // The POST reached GraphQL, so the method was the reason for the refusal.
        if (!mayBeMethod(second)) noteRefusal(cause, sentAfter);
        throw second;
      }
    },
  };
}

/** True for a failure that a method may have caused at an endpoint of which nothing is known. */
function mayBeMethod(cause: unknown): boolean {
  const status = statusOf(cause);
  if (status === undefined) return cause instanceof TypeError;
  if (UNKNOWN_METHOD.has(status)) return true;
  // A GraphQL response means that the server understood the method; the failure has another reason, such as an unknown hash.
  return REFUSED.has(status) && !(cause instanceof ServerError && isGraphQLResponse(cause.result));
}

/** True if the name of a variable marks its value as secret, or if the variables are nested too deeply to check. */
function holdsSecret(value: unknown, depth = 20): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  if (Array.isArray(value)) return value.some(item => holdsSecret(item, depth - 1));
  return Object.entries(value).some(([name, item]) => isSecretParameter(name) || holdsSecret(item, depth - 1));
}

const statusOf = (cause: unknown): number | undefined => responseErrorOf(cause)?.statusCode;
