/** A least-recently-used cache with a limit in bytes. A value larger than a quarter of the limit is not stored. */

export interface ByteCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
}

/** Size of an entry besides its value and its key (two bytes for each character), in bytes. */
const OVERHEAD_BYTES = 200;

/**
 * @param mostBytes total size of all entries
 * @param sizeOf estimates the size of a value in bytes, without its key
 */
export function createByteCache<Value>(mostBytes: number, sizeOf: (value: Value, key: string) => number): ByteCache<Value> {
  const entries = new Map<string, { value: Value; bytes: number }>();
  let total = 0;
  const remove = (key: string): void => {
    total -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };
  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      // A Map keeps insertion order; inserting the entry again makes it the most recent.
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value) {
      remove(key);
      const bytes = OVERHEAD_BYTES + 2 * key.length + sizeOf(value, key);
      if (bytes > mostBytes / 4) return;
      entries.set(key, { value, bytes });
      total += bytes;
      for (const oldest of entries.keys()) {
        if (total <= mostBytes) break;
        remove(oldest);
      }
    },
    delete: remove,
  };
}
