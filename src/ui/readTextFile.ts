/** Reads a chosen or dropped file as text. */
import { textOfBytes } from '../lib/text/textOfBytes';

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
 * @throws FileTooLargeError, a TypeError if it is not UTF-8, or a DOMException when the file cannot be read
 */
export async function readTextFile(file: File, limit = TEXT_FILE_LIMIT): Promise<string> {
  if (file.size > limit) throw new FileTooLargeError(limit);
  return textOfBytes(new Uint8Array(await file.arrayBuffer()));
}
