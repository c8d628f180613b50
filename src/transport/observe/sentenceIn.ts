/**
 * Finds the sentence for people in the body of a failed response. The keys are those of GitHub, of problem details (RFC 9457), of OAuth
 * (RFC 6749) and of web frameworks.
 */

/** The most specific first. */
const SENTENCES = ['message', 'detail', 'error_description', 'error', 'errors', 'msg', 'title'];

/** What a body says is wrong, also one level down (`{error: {message}}`); '' if it does not say. */
export function sentenceIn(body: unknown, depth = 0): string {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || depth > 1) return '';
  for (const key of SENTENCES) {
    const value: unknown = Object.hasOwn(body, key) ? (body as Record<string, unknown>)[key] : undefined;
    const sentence = typeof value === 'string' ? value.trim() : sentenceIn(value, depth + 1);
    if (sentence !== '') return sentence;
  }
  return '';
}
