/**
 * What a read-only gateway lets through: JSON requests whose document holds no mutation. Whatever cannot be seen to be one of these is refused:
 * uploads, batches, documents that do not parse, and documents known to the API by an id. A query by its hash alone is answered as one that is
 * not known, so that the client sends it in full (automatic persisted queries).
 *
 * What passes is written anew from what was judged, because an API may read the same text in another way: it may take the first of two keys of
 * one name, or `Query` for `query` (Go), run the document of an id beside the text, decode another charset, or end a block string elsewhere.
 */
import { parse, print } from '@0no-co/graphql.web';
import type { GatewayError } from '../graphqlError';

/** A longer body is refused before it is parsed, in bytes. */
export const READ_ONLY_BODY_LIMIT = 1_000_000;

const refused = (message: string, status = 403, code: GatewayError['code'] = 'GATEWAY_READ_ONLY'): Judgement => ({
  refusal: { status, code, message },
});

/** What became of a request: why it may not pass, or the body that does. */
export type Judgement = { refusal: GatewayError } | { refusal: null; body: string };

/** Judges a request by its text. */
export function judgeReadOnly(text: string): Judgement {
  let request: unknown;
  try {
    request = JSON.parse(text);
  } catch {
    return refused('This gateway is read-only and the request is not JSON.', 400);
  }
  if (typeof request !== 'object' || request === null || Array.isArray(request))
    return refused('This gateway is read-only and takes one operation at a time.');
  const given = new Map(Object.entries(request));
  const query: unknown = given.get('query');
  if (query === undefined || query === null || query === '') {
    return given.has('extensions')
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
    const [operationName, variables] = [given.get('operationName'), given.get('variables')];
    return { refusal: null, body: JSON.stringify({ operationName, variables, query: print(document) }) };
  } catch {
    return refused('This gateway is read-only and the request cannot be parsed.', 400);
  }
}
