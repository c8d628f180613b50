/**
 * Finds the sentence for people in the body of a failed response. The keys are those of GitHub, of problem details (RFC 9457), of OAuth
 * (RFC 6749) and of web frameworks.
 */

/** The most specific first. */
const SENTENCES = ['message', 'detail', 'error_description', 'error', 'errors', 'msg', 'title'];

/** What a body says is wrong, or an object in it (`{error: {message}}`); '' if it does not say. */
export function sentenceIn(body: unknown, isInner = false): string {
  if (typeof body !== 'object' || body === null) return '';
  const values = SENTENCES.map((key): unknown => (Object.hasOwn(body, key) ? (body as Record<string, unknown>)[key] : null));
  const said = values.find(value => typeof value === 'string' && value !== '') as string | undefined;
  return said ?? (isInner ? '' : (values.map(value => sentenceIn(value, true)).find(Boolean) ?? ''));
}
