/** Reads a chosen or dropped file as text: UTF-8, or UTF-16 with a byte order mark, which some programs of Windows write. */

/** Default size limit in bytes. The largest known schemas have 20 MB. */
export const TEXT_FILE_LIMIT = 100_000_000;

/** Thrown for a file above the limit (in bytes). */
export class FileTooLargeError extends Error {
  override name = 'FileTooLargeError';
  constructor(readonly limit: number) {
    super(`The file is larger than ${limit} bytes`);
  }
}

/**
 * Resolves to the text of the file.
 * @param limit maximum size in bytes
 * @throws FileTooLargeError, or a DOMException when the file cannot be read
 */
export async function readTextFile(file: File, limit = TEXT_FILE_LIMIT): Promise<string> {
  if (file.size > limit) throw new FileTooLargeError(limit);
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null;
  return encoding === null ? file.text() : new TextDecoder(encoding).decode(await file.arrayBuffer());
}
