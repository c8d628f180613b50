/**
 * Finding the files in variables. What JSON.stringify would walk is walked (objects of any class, arrays), and FileLists; what has a form of
 * its own in JSON (a Date) is a leaf.
 */

const isBlob = (value: unknown): value is Blob => typeof Blob !== 'undefined' && value instanceof Blob;

const isFileList = (value: unknown): value is FileList => typeof FileList !== 'undefined' && value instanceof FileList;

const isLeaf = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || typeof (value as { toJSON?: unknown }).toJSON === 'function';

/** True when a File or Blob is anywhere in `value`, which may contain itself. */
export function hasFiles(value: unknown, seen = new Set<unknown>()): boolean {
  if (isBlob(value)) return true;
  if (isLeaf(value) || seen.has(value)) return false;
  seen.add(value);
  return Object.values(value as object).some(item => hasFiles(item, seen));
}

/**
 * Makes variables fit for extract-files, which knows objects of the plainest kind only, and Files: a Blob without a name becomes a File called
 * "blob" (contract C33, M29), the same one wherever the Blob stands, so that it stays one part. `value` itself is left as it is.  Not for what
 * contains itself (`isCircular`).
 */
export function readyForExtraction(value: unknown, named = new Map<Blob, File>()): unknown {
  if (isBlob(value)) {
    if (typeof (value as Partial<File>).name === 'string') return value;
    const file = named.get(value) ?? new File([value], 'blob', { type: value.type });
    named.set(value, file);
    return file;
  }
  if (isLeaf(value)) return value;
  if (Array.isArray(value) || isFileList(value)) return Array.from(value, item => readyForExtraction(item, named));
  return Object.fromEntries(Object.entries(value as object).map(([key, item]) => [key, readyForExtraction(item, named)]));
}

/** True for what contains itself, which no request can hold. `around`: what the value is in. */
export function isCircular(value: unknown, around = new Set<unknown>()): boolean {
  if (isLeaf(value) || isBlob(value)) return false;
  if (around.has(value)) return true;
  around.add(value);
  const found = Object.values(value as object).some(item => isCircular(item, around));
  around.delete(value);
  return found;
}
