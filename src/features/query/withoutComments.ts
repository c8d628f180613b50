/** Strings whole, also those that never end, so that nothing is looked for in them; and comments. */
const TOKENS = /"""(?:[^"\\]|\\(?:""")?|"(?!""))*(?:""")?|"(?:\\.|[^"\\\n\r])*"?|#[^\n\r]*/g;

/**
 * A document without its comments. urql recognises a text it has seen by the text without comments, and takes an odd quote in a comment for the
 * beginning of a string: two documents that differ behind it in a `#` within a string would be one, and the first would be sent for both.
 */
export function withoutComments(text: string): string {
  return text.replace(TOKENS, token => (token.startsWith('#') ? '' : token));
}
