/**
 * Stores larger values that outlive a page (introspection results, histories): a key-value store on IndexedDB, and one in memory. Nothing
 * rejects: a failed read returns undefined, and `set` reports a failed write. Users of a store must work without it.
 */

/** Structured-cloneable values by key. No method rejects. */
export interface DocumentStore {
  /** The value; undefined if there is none or it cannot be read. */
  get(key: string): Promise<unknown>;
  /** Returns false if the value could not be stored: there is no space, or it cannot be cloned. */
  set(key: string, value: unknown): Promise<boolean>;
  delete(key: string): Promise<void>;
  /** The keys that start with `prefix`, sorted. */
  keys(prefix: string): Promise<string[]>;
}

/** A store in memory. Values are cloned on write and read, as in IndexedDB. */
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

/** A store on IndexedDB. The database is opened at first use. If that fails (private window, no space), memory is used instead. */
export function indexedDbDocumentStore(factory: IDBFactory, name: string): DocumentStore {
  const fallback = memoryDocumentStore();
  let opening: Promise<IDBDatabase | null> | undefined;
  const open = (): Promise<IDBDatabase | null> => {
    opening ??= new Promise(resolve => {
      try {
        const request = factory.open(name, 1);
        request.onupgradeneeded = () => request.result.createObjectStore(STORE);
        request.onsuccess = () => {
          // Close the database so that another tab can upgrade it.
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
  /** Runs one request. Calls `otherwise` if the database cannot be opened (null) or the request fails. */
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
    // `put` returns the key of the stored value, and the fallback returns a boolean.
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

/** A range of keys from `prefix` on. IDBKeyRange is looked up when needed, because it does not exist outside a browser. */
function keysFrom(prefix: string): IDBKeyRange | null {
  return (globalThis as { IDBKeyRange?: typeof IDBKeyRange }).IDBKeyRange?.lowerBound(prefix) ?? null;
}
