/**
 * Takes secrets out of what the tap shows. A token is known by its value (the one in storage) or by the name it travels under
 * (a sign-in answers with one that nobody has stored yet); both are replaced before anybody sees the text.
 */

/** What stands in place of a secret. */
export const MASK = '•••';

const NAME = '(?:token|password|passwd|secret|api_?key|access_?code|authorization)';

/** `"accessToken": "…"` in JSON and `password: "…"` in a document. */
const PLAIN = new RegExp(`(${NAME}\\w*"?\\s*:\\s*")((?:[^"\\\\]|\\\\.)*)`, 'gi');

/** The same inside a JSON string, where each quote is escaped. */
const ESCAPED = new RegExp(`(${NAME}\\w*(?:\\\\")?\\s*:\\s*\\\\")((?:[^"\\\\]|\\\\(?!"))*)`, 'gi');

/** Returns `text` without `token` and without the value of anything that is named like a secret. */
export function mask(text: string, token: string): string {
  const put = (_: string, lead: string): string => lead + MASK;
  const named = text.replace(PLAIN, put).replace(ESCAPED, put);
  return token.length > 0 ? named.replaceAll(token, MASK) : named;
}
