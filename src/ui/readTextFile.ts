/** Reads a file that was chosen or dropped. */

/** Larger files are not read by default, in bytes. The largest known schemas have 20 MB. */
export const TEXT_FILE_LIMIT = 100_000_000;

/** The file is larger than the limit, in bytes. */
export class FileTooLargeError extends Error {
  override name = 'FileTooLargeError';
  constructor(readonly limit: number) {
    super(`The file is larger than ${limit} bytes`);
  }
}

/**
 * The text of the file.
 * @param limit the most bytes that are read into memory
 * @throws FileTooLargeError, or a DOMException when the file cannot be read
 */
export async function readTextFile(file: File, limit = TEXT_FILE_LIMIT): Promise<string> {
  if (file.size > limit) throw new FileTooLargeError(limit);
  return file.text();
}
