/** How many bytes a text takes in UTF-8. */

/** The number of bytes. Counted, not encoded: nothing is copied, and no TextEncoder is needed where there is none. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    // Two bytes, three, or four for a pair; half a pair is sent as U+FFFD, which takes three.
    bytes += unit < 0x800 ? 1 : 2;
    if ((unit & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) at++;
  }
  return bytes;
}
