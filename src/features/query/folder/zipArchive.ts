/** Creates a ZIP archive, uncompressed because operations are small. The same files always give the same bytes. */
import { strToU8, zipSync } from 'fflate';

/** A file in the archive. */
export interface ZipFile {
  /** Path with slashes. */
  path: string;
  text: string;
}

/** The earliest date that the format can express. */
const FIRST_DAY = new Date(1980, 0, 1);

/** Returns the bytes of the archive. */
export function zipArchive(files: readonly ZipFile[]): Uint8Array<ArrayBuffer> {
  const contents = Object.fromEntries(files.map(({ path, text }) => [path, strToU8(text)]));
  return zipSync(contents, { level: 0, mtime: FIRST_DAY });
}
