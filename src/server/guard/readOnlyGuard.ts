/**
 * Decides what a read-only gateway forwards: JSON requests whose document contains no mutation. Anything else is refused: uploads, batches,
 * documents that cannot be parsed, and documents that the API knows by id. A hash-only query is answered with "not found", so that the
 * client sends it in full (automatic persisted queries).
 *
 * The forwarded body is built from the parsed document, because an API may interpret the original text differently: it may use the first of
 * two equal keys, accept `Query` for `query` (Go), execute the document of an id beside the text, decode another charset, or end a block
 * string elsewhere.
 */
import { parse, print } from '@0no-co/graphql.web';
import type { GatewayError } from '../gateway/graphqlError';

/** Longest body, in bytes; a longer one is refused before it is parsed. */
export const READ_ONLY_BODY_LIMIT = 1_000_000;

const refused = (message: string, status = 403, code: GatewayError['code'] = 'GATEWAY_READ_ONLY'): Judgement => ({
  refusal: { status, code, message },
});

/** The result for a request: a refusal, or the body to forward. */
export type Judgement = { refusal: GatewayError } | { refusal: null; body: string };

/** Checks a request body. */
export function judgeReadOnly(text: string): Judgement {
  let request: unknown;
  try {
    request = JSON.parse(text);
  } catch {
    return refused('This gateway is read-only and the request is not JSON.', 400);
  }
  if (typeof request !== 'object' || request === null || Array.isArray(request))
    return refused('This gateway is read-only and takes one operation at a time.');
  const fields = new Map(Object.entries(request));
  const query: unknown = fields.get('query');
  if (query === undefined || query === null || query === '') {
    return fields.has('extensions')
      ? refused('PersistedQueryNotFound', 200, 'PERSISTED_QUERY_NOT_FOUND')
      : refused('This gateway is read-only and has to see the document.');
  }
  if (typeof query !== 'string') return refused('This gateway is read-only and the document is not a text.', 400);
  try {
    const document = parse(query, { noLocation: true });
    const isMutating = document.definitions.some(
      each => each.kind === 'OperationDefinition' && String(each.operation) === 'mutation',
    );
    if (isMutating) return refused('This gateway is read-only: mutations are not passed on.');
    const [operationName, variables] = [fields.get('operationName'), fields.get('variables')];
    return { refusal: null, body: JSON.stringify({ operationName, variables, query: print(document) }) };
  } catch {
    return refused('This gateway is read-only and the request cannot be parsed.', 400);
  }
}
