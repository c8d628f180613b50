/**
 * Larger values that outlive a page (introspection answers, histories): a key and value store over IndexedDB, and the same in memory.
 * Its users have to work without it: a failed read gives undefined, a failed write is reported by `set`, nothing rejects.
 */

/** Structured-cloneable values by key. No method rejects. */
export interface DocumentStore {
  /** The value, or undefined when there is none or it cannot be read. */
  get(key: string): Promise<unknown>;
  /** False where the value is not kept: there is no room, or it cannot be cloned. */
  set(key: string, value: unknown): Promise<boolean>;
  delete(key: string): Promise<void>;
  /** The keys that begin with `prefix`, in order. */
  keys(prefix: string): Promise<string[]>;
}

/** A store in memory; values are cloned in and out as IndexedDB does. */
export function memoryDocumentStore(): DocumentStore {
  const values = new Map<string, unknown>();
  return {
    get: async key => (values.has(key) ? structuredClone(values.get(key)) : undefined),
    set: async (key, value) => {
      try {
        values.set(key, structuredClone(value));
        return true;
      } catch {
        return false;
      }
    },
    delete: async key => {
      values.delete(key);
    },
    keys: async prefix => [...values.keys()].filter(key => key.startsWith(prefix)).sort(),
  };
}

const STORE = 'documents';

/** A store over IndexedDB. The database is opened at first use; where that fails (private window, no room) memory is used instead. */
export function indexedDbDocumentStore(factory: IDBFactory, name: string): DocumentStore {
  const fallback = memoryDocumentStore();
  let opening: Promise<IDBDatabase | null> | undefined;
  const open = (): Promise<IDBDatabase | null> => {
    opening ??= new Promise(resolve => {
      try {
        const request = factory.open(name, 1);
        request.onupgradeneeded = () => request.result.createObjectStore(STORE);
        request.onsuccess = () => {
          // Another tab that wants a newer version must not wait for this one.
          request.result.onversionchange = () => request.result.close();
          resolve(request.result);
        };
        request.onerror = request.onblocked = () => resolve(null);
      } catch {
        resolve(null);
      }
    });
    return opening;
  };
  /** Runs one request; `otherwise` when there is no database (null) or the request fails. */
  const run = async <T>(
    mode: IDBTransactionMode,
    act: (store: IDBObjectStore) => { readonly result: T },
    otherwise: (database: IDBDatabase | null) => Promise<T>,
  ): Promise<T> => {
    const database = await open();
    if (!database) return otherwise(database);
    try {
      return await new Promise<T>((resolve, reject) => {
        const transaction = database.transaction(STORE, mode);
        const request = act(transaction.objectStore(STORE));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onerror = () => reject(transaction.error);
        transaction.onabort = () => reject(transaction.error);
      });
    } catch {
      return otherwise(database);
    }
  };
  return {
    get: key =>
      run<unknown>(
        'readonly',
        store => store.get(key),
        () => fallback.get(key),
      ),
    // The database answers with the key of what it keeps.
    set: async (key, value) =>
      (await run<unknown>(
        'readwrite',
        store => store.put(value, key),
        async database => !database && fallback.set(key, value),
      )) !== false,
    async delete(key) {
      await run<unknown>(
        'readwrite',
        store => store.delete(key),
        () => fallback.delete(key),
      );
    },
    keys: async prefix => {
      const keys = await run<IDBValidKey[]>(
        'readonly',
        store => store.getAllKeys(keysFrom(prefix)),
        () => fallback.keys(prefix),
      );
      return keys.filter((key): key is string => typeof key === 'string' && key.startsWith(prefix));
    },
  };
}

/** Reads from `prefix` on; the range class is looked up when needed, for there is none outside a browser. */
function keysFrom(prefix: string): IDBKeyRange | null {
  return (globalThis as { IDBKeyRange?: typeof IDBKeyRange }).IDBKeyRange?.lowerBound(prefix) ?? null;
}
