/**
 * What a read-only gateway lets through: JSON requests whose document holds no mutation. Whatever cannot be seen to be one of these is refused:
 * uploads, batches, documents that do not parse, and documents known to the API by an id. A query by its hash alone is answered as one that is
 * not known, so that the client sends it in full (automatic persisted queries).
 */
import { parse } from '@0no-co/graphql.web';
import type { GatewayError } from '../graphqlError';

/** A longer body is refused before it is parsed, in bytes. */
export const READ_ONLY_BODY_LIMIT = 1_000_000;

const refused = (message: string, status = 403, code: GatewayError['code'] = 'GATEWAY_READ_ONLY'): GatewayError => ({
  status,
  code,
  message,
});

/**
 * Judges a request.
 * @param body the request's text
 * @returns why it may not pass, or null
 */
export function readOnlyRefusal(body: string): GatewayError | null {
  let request: unknown;
  try {
    request = JSON.parse(body);
  } catch {
    return refused('This gateway is read-only and the request is not JSON.', 400);
  }
  if (typeof request !== 'object' || request === null || Array.isArray(request))
    return refused('This gateway is read-only and takes one operation at a time.');
  const query = Object.hasOwn(request, 'query') ? (request as { query: unknown }).query : undefined;
  if (query === undefined || query === null || query === '') {
    return Object.hasOwn(request, 'extensions')
      ? refused('PersistedQueryNotFound', 200, 'PERSISTED_QUERY_NOT_FOUND')
      : refused('This gateway is read-only and has to see the document.');
  }
  if (typeof query !== 'string') return refused('This gateway is read-only and the document is not a text.', 400);
  try {
    const { definitions } = parse(query, { noLocation: true });
    const isMutating = definitions.some(each => each.kind === 'OperationDefinition' && String(each.operation) === 'mutation');
    return isMutating ? refused('This gateway is read-only: mutations are not passed on.') : null;
  } catch {
    return refused('This gateway is read-only and the document cannot be parsed.', 400);
  }
}
