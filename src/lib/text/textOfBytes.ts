/**
 * The text of a file: UTF-8, or UTF-16 with a byte order mark, which some programs of Windows write. The mark is removed.
 * @param name of the file, for the error
 * @throws TypeError if it is in another encoding: its characters would be lost, and sent to the API
 */
export function textOfBytes(bytes: Uint8Array, name = 'The file'): string {
  const [first, second] = bytes;
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new TypeError(`${name} is not UTF-8 text`);
  }
}
