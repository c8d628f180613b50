import { indexedDbDocumentStore, memoryDocumentStore } from '../../src/lib/documentStore';

describe('a document store in memory', () => {
  it('stores clones, so that later changes to a value have no effect', async () => {
    const store = memoryDocumentStore();
    const value = { list: [1] };
    await store.set('a', value);
    value.list.push(2);
    expect(await store.get('a')).toEqual({ list: [1] });
  });

  it('lists the keys that start with a prefix, in order', async () => {
    const store = memoryDocumentStore();
    await Promise.all(['b:1', 'a:2', 'a:1'].map(key => store.set(key, key)));
    await store.delete('a:1');
    await store.set('a:0', 1);
    expect(await store.keys('a:')).toEqual(['a:0', 'a:2']);
  });

  it('drops a value that cannot be cloned instead of rejecting', async () => {
    const store = memoryDocumentStore();
    expect(await store.set('a', () => 1)).toBe(false);
    expect(await store.get('a')).toBeUndefined();
  });
});

describe('a document store over IndexedDB', () => {
  it('uses memory if the database cannot be opened', async () => {
    const refused = {
      open() {
        throw new DOMException('refused', 'SecurityError');
      },
    } as unknown as IDBFactory;
    const store = indexedDbDocumentStore(refused, 'oriel');
    await store.set('a', { b: 1 });
    expect(await store.get('a')).toEqual({ b: 1 });
    expect(await store.keys('')).toEqual(['a']);
  });

  it('uses memory if opening reports an error', async () => {
    const failing = {
      open() {
        const request = {} as { onerror?: () => void };
        queueMicrotask(() => request.onerror?.());
        return request;
      },
    } as unknown as IDBFactory;
    const store = indexedDbDocumentStore(failing, 'oriel');
    await store.set('a', 1);
    expect(await store.get('a')).toBe(1);
  });

  it('reports whether a value was stored, also if the quota is exceeded', async () => {
    const kept = new Map<unknown, unknown>();
    const request = (act: (done: () => void, fail: () => void) => void) => {
      const made: Record<string, unknown> = {};
      queueMicrotask(() =>
        act(
          () => (made.oncomplete as () => void)?.(),
          () => (made.onerror as () => void)?.(),
        ),
      );
      return made;
    };
    const small = {
      open() {
        const opening: { result: unknown; onsuccess?: () => void } = {
          result: {
            transaction: () => {
              let room = true;
              const transaction: Record<string, unknown> = request((done, fail) => (room ? done() : fail()));
              transaction.objectStore = () => ({
                put(value: string, key: string) {
                  room = value.length < 5;
                  if (room) kept.set(key, value);
                  return { result: key };
                },
                get: (key: string) => ({ result: kept.get(key) }),
              });
              return transaction;
            },
          },
        };
        queueMicrotask(() => opening.onsuccess?.());
        return opening;
      },
    } as unknown as IDBFactory;
    const store = indexedDbDocumentStore(small, 'oriel');
    expect(await store.set('a', 'abcd')).toBe(true);
    expect(await store.set('a', 'abcdefgh')).toBe(false);
    expect(await store.get('a')).toBe('abcd');
  });
});
