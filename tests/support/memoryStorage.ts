/** A Storage in memory that counts how often it is read. */
export interface MemoryStorage {
  values: Map<string, string>;
  reads: number;
  getItem(key: string): string | null;
}

/** Creates one with these values. */
export function memoryStorage(values: Record<string, string> = {}): MemoryStorage {
  const storage = {
    values: new Map(Object.entries(values)),
    reads: 0,
    getItem(key: string) {
      storage.reads++;
      return storage.values.get(key) ?? null;
    },
  };
  return storage;
}
