import { memoryStorage, readJson, safeStorage, type WebStorage, writeJson } from '../../src/lib/storage';

/** A storage that can be made to refuse writes, as a browser's does when it is full. */
function stubbornStorage(): WebStorage & { refuse: boolean; values: Map<string, string> } {
  const values = new Map<string, string>();
  const stubborn = {
    refuse: false,
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem(key: string, value: string) {
      if (stubborn.refuse) throw new DOMException('full', 'QuotaExceededError');
      values.set(key, value);
    },
    removeItem(key: string) {
      if (stubborn.refuse) throw new DOMException('full', 'QuotaExceededError');
      values.delete(key);
    },
  };
  return stubborn;
}

describe('safeStorage', () => {
  it('reads and writes the wrapped storage', () => {
    const inner = stubbornStorage();
    const storage = safeStorage(() => inner);
    storage.setItem('a', '1');
    expect(inner.values.get('a')).toBe('1');
    expect(storage.getItem('a')).toBe('1');
    storage.removeItem('a');
    expect(storage.getItem('a')).toBeNull();
  });

  it('uses memory if opening the storage throws', () => {
    const storage = safeStorage(() => {
      throw new Error('refused');
    });
    storage.setItem('a', '1');
    expect(storage.getItem('a')).toBe('1');
  });

  it('prefers a value that could not be written to the older one that is stored', () => {
    const inner = stubbornStorage();
    const storage = safeStorage(() => inner);
    storage.setItem('a', 'old');
    inner.refuse = true;
    storage.setItem('a', 'new');
    expect(storage.getItem('a')).toBe('new');
    storage.removeItem('a');
    expect(storage.getItem('a')).toBeNull();
    inner.refuse = false;
    storage.setItem('a', 'newest');
    expect(inner.values.get('a')).toBe('newest');
    inner.values.set('a', 'from another tab');
    expect(storage.getItem('a')).toBe('from another tab');
  });
});

describe('JSON in a storage', () => {
  it('returns the written value', () => {
    const storage = memoryStorage();
    writeJson(storage, 'a', { b: [1, null] });
    expect(readJson(storage, 'a')).toEqual({ b: [1, null] });
  });

  it('returns null for invalid JSON and for a missing text', () => {
    const storage = memoryStorage();
    storage.setItem('a', '{"b":');
    expect(readJson(storage, 'a')).toBeNull();
    expect(readJson(storage, 'c')).toBeNull();
    storage.setItem('d', '['.repeat(2000) + ']'.repeat(2000));
    expect(readJson(storage, 'd')).toBeNull();
  });
});
