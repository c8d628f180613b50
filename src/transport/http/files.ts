/**
 * Finds the files in variables. Traverses what JSON.stringify traverses (arrays and objects of any class), and FileLists. A value with
 * `toJSON`, such as a Date, is a leaf.
 */

const isBlob = (value: unknown): value is Blob => typeof Blob !== 'undefined' && value instanceof Blob;

const isFileList = (value: unknown): value is FileList => typeof FileList !== 'undefined' && value instanceof FileList;

const isLeaf = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || typeof (value as { toJSON?: unknown }).toJSON === 'function';

/** True if `value` contains a File or Blob. `value` may be circular. */
export function hasFiles(value: unknown, seen = new Set<unknown>()): boolean {
  if (isBlob(value)) return true;
  if (isLeaf(value) || seen.has(value)) return false;
  seen.add(value);
  return Object.values(value as object).some(item => hasFiles(item, seen));
}

/**
 * Copies variables into a form for extract-files, which only knows plain objects and Files. A Blob without a name becomes a File named
 * "blob" (contract C33, M29). A Blob that occurs in several places becomes one File, so that it stays one part. Do not call it with a
 * circular value (see `isCircular`).
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

/** True for a value that contains itself, which cannot be sent. `around`: the objects that contain the value. */
export function isCircular(value: unknown, around = new Set<unknown>()): boolean {
  if (isLeaf(value) || isBlob(value)) return false;
  if (around.has(value)) return true;
  around.add(value);
  const found = Object.values(value as object).some(item => isCircular(item, around));
  around.delete(value);
  return found;
}
