/** Matches whole strings, including unclosed ones, so that nothing inside them is matched; and comments. */
const TOKENS = /"""(?:[^"\\]|\\(?:""")?|"(?!""))*(?:""")?|"(?:\\.|[^"\\\n\r])*"?|#[^\n\r]*/g;

/**
 * Removes the comments of a document. urql identifies a document by its text without comments, and mistakes an odd quote in a comment for
 * the start of a string. Two documents that only differ after it, in a `#` inside a string, would be treated as one, and the first would be
 * sent for both.
 */
export function withoutComments(text: string): string {
  return text.replace(TOKENS, token => (token.startsWith('#') ? '' : token));
}
