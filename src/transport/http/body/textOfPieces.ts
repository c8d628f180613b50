/** The text of a body that came in pieces. */

/** Decodes UTF-8; letters may be cut in two between pieces, and what is none becomes U+FFFD. */
export function textOfPieces(pieces: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return pieces.map(piece => decoder.decode(piece, { stream: true })).join('') + decoder.decode();
}
