/**
 * Takes secrets out of what the tap shows. A token is known by its value (the one in storage) or by the name it travels under
 * (a sign-in answers with one that nobody has stored yet); both are replaced before anybody sees the text.
 */

/** What stands in place of a secret. */
export const MASK = '•••';

/** `"accessToken": "…"` in JSON (also JSON inside JSON) and `password: "…"` in a document. */
const NAMED_SECRET = /((?:token|password|passwd|secret|api_?key|authorization)\w*\\?"?\s*:\s*\\?")((?:[^"\\]|\\(?!").)*)/gi;

/** Returns `text` without `token` and without the value of anything that is named like a secret. */
export function mask(text: string, token: string): string {
  const named = text.replace(NAMED_SECRET, (_, lead: string) => lead + MASK);
  return token.length > 0 ? named.replaceAll(token, MASK) : named;
}
