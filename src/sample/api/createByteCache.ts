/** A cache bounded by bytes: what was used longest ago goes first. A value too large to leave room for others is not kept. */

export interface ByteCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
}

/** An entry counts as its key, two bytes a character, and this for what stands around it. */
const OVERHEAD_BYTES = 200;

/**
 * @param mostBytes what all entries together may take.
 * @param sizeOf estimates the bytes of a value; its key is counted besides.
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
      // A Map keeps the order of insertion: put in again, it is the youngest.
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
