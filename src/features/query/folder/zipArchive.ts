/** Files as one ZIP archive, uncompressed: operations are small. The same files give the same bytes. */
import { strToU8, zipSync } from 'fflate';

/** A file of the archive. */
export interface ZipFile {
  /** With slashes. */
  path: string;
  text: string;
}

/** The first day that the format knows. */
const FIRST_DAY = new Date(1980, 0, 1);

/** The bytes of the archive. */
export function zipArchive(files: readonly ZipFile[]): Uint8Array<ArrayBuffer> {
  const contents = Object.fromEntries(files.map(({ path, text }) => [path, strToU8(text)]));
  return zipSync(contents, { level: 0, mtime: FIRST_DAY });
}
