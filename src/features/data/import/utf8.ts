/** Decodes the bytes of a source as UTF-8, or as UTF-16 with a byte order mark. Rejects bytes that it cannot decode reliably. */

/** Number of bytes read at once. */
export const PIECE_BYTES = 4_000_000;

/** The source as UTF-8; null when it is not text. */
export async function convertToUtf8(source: Blob): Promise<Blob | null> {
  const [first, second] = new Uint8Array(await source.slice(0, 2).arrayBuffer());
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null;
  if (encoding === null) return source;
  const text = decoded(new TextDecoder(encoding, { fatal: true }), await source.arrayBuffer());
  return text === null ? null : new Blob([text]);
}

/**
 * Offsets at which characters begin, by the multiples of PIECE_BYTES at or before them: a reader that works piece by piece must not cut a
 * character in two. Null when the bytes are not UTF-8.
 */
export async function characterOffsets(source: Blob): Promise<ReadonlyMap<number, number> | null> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const cuts = new Map<number, number>();
  for (let from = 0; from < source.size; from += PIECE_BYTES) {
    const bytes = new Uint8Array(await source.slice(from, from + PIECE_BYTES).arrayBuffer());
    // Text contains no zero bytes. Zeros mean UTF-16 without a byte order mark, or no text at all.
    if (bytes.includes(0) || decoded(decoder, bytes, true) === null) return null;
    const begin = bytes.findIndex(byte => (byte & 0xc0) !== 0x80);
    cuts.set(from, from + (begin < 0 ? bytes.length : begin));
  }
  return decoded(decoder, new Uint8Array()) === null ? null : cuts;
}

function decoded(decoder: TextDecoder, bytes: AllowSharedBufferSource, stream = false): string | null {
  try {
    return decoder.decode(bytes, { stream });
  } catch {
    return null;
  }
}
