/** The text of a file: UTF-8, or UTF-16 with a byte order mark, which some programs of Windows write. The mark is removed. */
export function textOfBytes(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}
