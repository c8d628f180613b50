/** Decodes UTF-8 that was received in chunks. A character may be split between two of them; invalid bytes become U+FFFD. */
export function textOfPieces(pieces: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return pieces.map(piece => decoder.decode(piece, { stream: true })).join('') + decoder.decode();
}
