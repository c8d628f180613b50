/** The last seen copy of a schema: the one that was replaced by a different schema and that the user has not compared with it yet. */
import type { DocumentStore } from '../../lib/documentStore';
import type { KeyValueStorage } from '../../lib/storage';
import { createStore, type Readable } from '../../lib/store';

/** A schema in the document store. */
export interface StoredSchema {
  /** When it was fetched or loaded, ms since the epoch. */
  at: number;
  introspection: unknown;
  /** Name of the file it was loaded from. */
  fileName?: string;
}

/** The last seen copy of one schema. */
export interface SeenSchema {
  /** When the last seen copy was fetched, ms since the epoch; null while there is none. */
  changedSince: Readable<number | null>;
  /** Keeps the replaced schema. After several changes in a row, the first replaced one is the one that the user has seen. */
  noticeChange(replaced: StoredSchema): void;
  /** True while the copy is not in the document store yet. */
  isUnstored(): boolean;
  /** Stores the copy. Resolves to false if there is none, or if it was dropped while it was being stored. */
  store(): Promise<boolean>;
  /** The copy; undefined if there is none or the browser has evicted it. */
  read(): Promise<StoredSchema | undefined>;
  /** Drops the copy: the user has seen the schema in use. */
  forget(): Promise<void>;
}

/** Starts from the copy that an earlier visit stored. `key`: the key of the schema in `documents`. */
export function createSeenSchema({
  documents,
  storage,
  key,
}: {
  documents: DocumentStore;
  storage: KeyValueStorage;
  key: string;
}): SeenSchema {
  const seenKey = `${key}:seen`;
  const sinceKey = `oriel:schema-seen:${key}`;
  const changedSince = createStore(readTime(storage.getItem(sinceKey)), null);
  /** The copy until it is stored. */
  let unstored: StoredSchema | undefined;
  const drop = (): void => {
    unstored = undefined;
    storage.removeItem(sinceKey);
    changedSince.set(null);
  };
  return {
    changedSince,
    noticeChange(replaced) {
      if (changedSince.get() !== null) return;
      unstored = replaced;
      changedSince.set(replaced.at);
    },
    isUnstored: () => unstored !== undefined,
    async store() {
      const copy = unstored;
      if (!copy) return false;
      await documents.set(seenKey, packSchema(copy));
      if (unstored !== copy) return false;
      storage.setItem(sinceKey, String(copy.at));
      return true;
    },
    async read() {
      if (changedSince.get() === null) return undefined;
      const copy = unstored ?? readStoredSchema(await documents.get(seenKey));
      if (copy) return copy;
      drop();
      return undefined;
    },
    async forget() {
      drop();
      await documents.delete(seenKey);
    },
  };
}

/** A schema as it is stored: as text, because the browser copies a large object for much longer than its text. */
export const packSchema = ({ introspection, ...rest }: StoredSchema): object => ({
  ...rest,
  json: JSON.stringify(introspection),
});

/** Reads an entry of the document store; null if it is missing or invalid. */
export function readStoredSchema(value: unknown): StoredSchema | null {
  try {
    const { at, json, fileName } = value as Record<string, unknown>;
    if (typeof at !== 'number' || typeof json !== 'string') return null;
    return { at, introspection: JSON.parse(json) as unknown, ...(typeof fileName === 'string' ? { fileName } : {}) };
  } catch {
    return null;
  }
}

/** Reads a stored time; null if it is missing or invalid. */
function readTime(stored: string | null): number | null {
  const at = stored === null ? Number.NaN : Number(stored);
  return Number.isFinite(at) ? at : null;
}
