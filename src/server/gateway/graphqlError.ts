/**
 * Sends the gateway's errors as GraphQL errors, so that clients show them as errors of the operation and not as a response that cannot be
 * parsed.
 */
import type { FastifyReply } from 'fastify';

/** What went wrong between browser and upstream; sent as `extensions.code`. */
export type GatewayErrorCode =
  | 'GATEWAY_UNREACHABLE'
  | 'GATEWAY_TIMEOUT'
  | 'GATEWAY_REDIRECT'
  | 'GATEWAY_LOOP'
  | 'GATEWAY_ORIGIN_REFUSED'
  | 'GATEWAY_METHOD_REFUSED'
  | 'GATEWAY_READ_ONLY'
  | 'GATEWAY_TOO_MANY_OPEN'
  | 'GATEWAY_SIGNED_OUT'
  | 'GATEWAY_PROVIDER_UNREACHABLE'
  | 'PERSISTED_QUERY_NOT_FOUND'
  | 'ORIGIN_REFUSED';

/** Status, code and message of an error. */
export interface GatewayError {
  status: number;
  code: GatewayErrorCode;
  message: string;
}

/** Sends the error in the media type that the request prefers (application/graphql-response+json if it is listed). */
export function sendGraphqlError(reply: FastifyReply, error: GatewayError): FastifyReply {
  const accepted = reply.request.headers.accept ?? '';
  const type = accepted.includes('application/graphql-response+json') ? 'application/graphql-response+json' : 'application/json';
  const body = { errors: [{ message: error.message, extensions: { code: error.code } }] };
  return reply.code(error.status).header('cache-control', 'no-store').type(`${type}; charset=utf-8`).send(JSON.stringify(body));
}
