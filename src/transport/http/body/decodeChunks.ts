/** Decodes UTF-8 that was received in chunks. A character may be split between two of them; invalid bytes become U+FFFD. */
export function decodeChunks(chunks: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return chunks.map(chunk => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
}
