import { indexedDbDocumentStore, memoryDocumentStore } from '../../src/lib/documentStore';

describe('a document store in memory', () => {
  it('keeps clones, so that later changes to a value are not seen', async () => {
    const store = memoryDocumentStore();
    const value = { list: [1] };
    await store.set('a', value);
    value.list.push(2);
    expect(await store.get('a')).toEqual({ list: [1] });
  });

  it('lists the keys that begin with a prefix, in order', async () => {
    const store = memoryDocumentStore();
    await Promise.all(['b:1', 'a:2', 'a:1'].map(key => store.set(key, key)));
    await store.delete('a:1');
    await store.set('a:0', 1);
    expect(await store.keys('a:')).toEqual(['a:0', 'a:2']);
  });

  it('drops a value that cannot be cloned instead of rejecting', async () => {
    const store = memoryDocumentStore();
    await store.set('a', () => 1);
    expect(await store.get('a')).toBeUndefined();
  });
});

describe('a document store over IndexedDB', () => {
  it('works from memory where the database cannot be opened', async () => {
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

  it('works from memory where opening reports an error', async () => {
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
});
