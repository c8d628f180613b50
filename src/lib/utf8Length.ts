/** How many bytes a text takes in UTF-8. */

/** The number of bytes. A text of ASCII alone, as most frames and bodies are, is counted without being encoded. */
export function utf8Length(text: string): number {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return new TextEncoder().encode(text).length;
  return text.length;
}
