/** The number of bytes of a text in UTF-8. It is counted without encoding, so nothing is copied, and TextEncoder is not required. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    // Two bytes, three, or four for a surrogate pair. A lone surrogate is sent as U+FFFD, which takes three.
    bytes += unit < 0x800 ? 1 : 2;
    if ((unit & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) at++;
  }
  return bytes;
}
