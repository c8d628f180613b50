/** Finding the files in variables. Plain objects, arrays and FileLists are walked, as extract-files does; all else is a leaf. */

/** Deeper than any real input; keeps a value that contains itself from being walked for ever. */
const DEPTH_LIMIT = 64;

const isBlob = (value: unknown): value is Blob => typeof Blob !== 'undefined' && value instanceof Blob;

const isFileList = (value: unknown): value is FileList => typeof FileList !== 'undefined' && value instanceof FileList;

function isPlainObject(value: object): value is Record<string, unknown> {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

/** True when a File or Blob is anywhere in `value`. */
export function hasFiles(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null || depth > DEPTH_LIMIT) return false;
  if (isBlob(value)) return true;
  if (isFileList(value)) return value.length > 0;
  if (Array.isArray(value)) return value.some(item => hasFiles(item, depth + 1));
  if (!isPlainObject(value)) return false;
  for (const key in value) if (hasFiles(value[key], depth + 1)) return true;
  return false;
}

/**
 * Makes variables fit for extract-files: a Blob without a name becomes a File called "blob" (contract C33, M29), the same one wherever the
 * Blob stands, so that it stays one part; a FileList becomes an array. Returns `value` itself where nothing had to be changed.
 */
export function nameBlobs<T>(value: T, named = new Map<Blob, File>(), depth = 0): T {
  if (typeof value !== 'object' || value === null || depth > DEPTH_LIMIT) return value;
  if (isBlob(value)) {
    if (typeof (value as Partial<File>).name === 'string') return value;
    const file = named.get(value) ?? new File([value], 'blob', { type: value.type });
    named.set(value, file);
    return file as T;
  }
  if (isFileList(value)) return Array.from(value) as T;
  if (Array.isArray(value)) {
    const items = value.map(item => nameBlobs(item, named, depth + 1));
    return (items.some((item, index) => item !== value[index]) ? items : value) as T;
  }
  if (!isPlainObject(value)) return value;
  let copy: Record<string, unknown> = value;
  for (const key in value) {
    const item = nameBlobs(value[key], named, depth + 1);
    if (item !== value[key]) copy = { ...copy, [key]: item };
  }
  return copy as T;
}
