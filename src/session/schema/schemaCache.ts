/**
 * The schema of a connection. It is fetched once per visit and on request, never polled. Until the response arrives, the schema stored by an
 * earlier visit is shown; the response replaces it if it differs. If an endpoint refuses introspection, the user can load a file (`accept`).
 * A replaced schema is kept as the last seen copy until the user has seen the difference (seenSchema.ts).
 *
 * The requests are in fetchSchema.ts; the response is read in schema/model/introspection.ts.
 */
import type { Client } from '@urql/core';
import type { Clock } from '../../lib/clock';
import type { DocumentStore } from '../../lib/documentStore';
import { inSteps } from '../../lib/inSteps';
import { sameJson } from '../../lib/sameJson';
import type { KeyValueStorage } from '../../lib/storage';
import { createStore, type Readable } from '../../lib/store';
import { collectionSteps } from '../../schema/collections/collections';
import { NEWEST_LEVEL, readIntrospection } from '../../schema/model/introspection';
import type { SchemaModel } from '../../schema/model/schemaModel';
import type { Failure } from '../../transport/observe/failure';
import { fetchSchema, LARGE_SCHEMA, readInTurns } from './fetchSchema';
import { createSeenSchema, readStoredSchema, type StoredSchema } from './seenSchema';

/** The source of a schema: the endpoint, this browser's storage, or a file. `at`: when it was fetched or loaded, ms since the epoch. */
export type SchemaOrigin = { from: 'endpoint' | 'memory' | 'file'; at: number; fileName?: string };

/**
 * State of the schema. `loading`: no stored schema and no response yet; `failed`: no stored schema, and the request failed. `refreshing` is
 * true while a shown schema is fetched again; if that fails, `refreshFailure` is set and the shown schema stays in use.
 */
export type SchemaState =
  | { status: 'loading' }
  | { status: 'ready'; schema: SchemaModel; origin: SchemaOrigin; refreshing: boolean; refreshFailure: Failure | null }
  | { status: 'failed'; failure: Failure };

/** The schema as a store, with functions to fetch or load another one. */
export interface SchemaCache extends Readable<SchemaState> {
  /** Fetches the schema again. Resolves after the response; never rejects. */
  refresh(): Promise<void>;
  /** Aborts the request in flight; it ends with the failure `cancelled`. */
  stop(): void;
  /**
   * Uses and stores introspection data from a file (a JSON value, with or without `data` around it).
   * @throws Error that names what is wrong with the data
   */
  accept(introspection: unknown, fileName: string): void;
  /** Deletes the schema in use and the stored copies, including one from a file, and fetches again. Resolves after the response. */
  forget(): Promise<void>;
  /** The introspection data of the schema in use, for building a graphql-js schema; undefined if there is none. */
  introspection(): unknown;
  /** When the last seen copy was fetched, ms since the epoch; null while the schema in use does not differ from it. */
  changedSince: Readable<number | null>;
  /** The introspection data of the last seen copy; undefined if there is none or it cannot be read. */
  seenBefore(): Promise<unknown>;
  /** Makes the schema in use the last seen copy. Resolves after it is stored; never rejects. */
  markSeen(): Promise<void>;
  /** Ignores later responses and clears the timers. */
  dispose(): void;
}

/** Options of `createSchemaCache`. */
export interface SchemaCacheOptions {
  client: Client;
  documents: DocumentStore;
  /** Stores the introspection level that worked: it is needed synchronously, before `documents` can be read. */
  storage: KeyValueStorage;
  /** Key of the stored schema in `documents`; with the prefix `oriel:introspection:` the key of the level in `storage`. */
  key: string;
  clock: Clock;
  /** The schema that the server rendered into the page; then no request is sent until `refresh`. */
  initial?: InitialSchema | undefined;
  /** True while rendering on the server: no request is sent; without `initial` the schema stays `loading`. Default false. */
  isServer?: boolean;
  /** Applies the presentation to a schema. */
  present: Readable<(schema: SchemaModel) => SchemaModel>;
  /** Show the schema without its mutations, so that screens offer no changes. Default false. */
  readOnly?: boolean;
}

/** A schema that is known before any request: introspection data and when it was fetched, or the failure of fetching it. */
export type InitialSchema =
  | {
      introspection: unknown;
      /** Milliseconds since the epoch. */
      at: number;
      /** The model of that data. A model holds no state besides the schema, so many pages can share one. Default: read from `introspection`. */
      model?: SchemaModel;
    }
  | { failure: Failure };

/** Delay between a response and storing it, in ms, so that storing does not delay the first rows. */
const REMEMBER_AFTER_MS = 1500;

/** Creates the cache and starts to load the schema at once. */
export function createSchemaCache(options: SchemaCacheOptions): SchemaCache {
  const { client, documents, storage, key, clock, initial, readOnly = false } = options;
  let plain: SchemaModel | undefined;
  const offered = (schema: SchemaModel): SchemaModel => {
    plain = schema;
    const shown = options.present.get()(schema);
    return readOnly ? { ...shown, mutationType: null } : shown;
  };
  const levelKey = `oriel:introspection:${key}`;
  let answer: unknown = initial && 'introspection' in initial ? initial.introspection : undefined;
  const state = createStore<SchemaState>(initial ? stateOf(initial, offered) : { status: 'loading' });
  const seen = createSeenSchema({ documents, storage, key });
  let level = readLevel(storage.getItem(levelKey));
  let turn = 0;
  let asking = new AbortController();
  let disposed = false;
  let saving: ReturnType<Clock['after']> | undefined;

  const show = (introspection: unknown, origin: SchemaOrigin, refreshing: boolean, schema: SchemaModel): void => {
    answer = introspection;
    state.set({ status: 'ready', schema: offered(schema), origin, refreshing, refreshFailure: null });
  };
  const fail = (failure: Failure): void => {
    const now = state.get();
    state.set(now.status === 'ready' ? { ...now, refreshing: false, refreshFailure: failure } : { status: 'failed', failure });
  };
  /** The order matters: if the page is closed in between, the next visit finds the difference stored, or detects it again. */
  const write = async (value: StoredSchema): Promise<void> => {
    if (seen.isUnstored() && !(await seen.store())) return;
    await documents.set(key, value);
  };
  const writeLater = (value: StoredSchema): void => {
    clock.cancel(saving);
    saving = clock.after(REMEMBER_AFTER_MS, () => void write(value));
  };

  const refresh = async (): Promise<void> => {
    turn += 1;
    const mine = turn;
    asking = new AbortController();
    const isWanted = (): boolean => mine === turn && !disposed;
    const before = state.get();
    state.set(before.status === 'ready' ? { ...before, refreshing: true } : { status: 'loading' });
    const outcome = await fetchSchema(client, level, clock, isWanted, asking.signal);
    if (!isWanted()) return;
    if ('failure' in outcome) {
      fail(outcome.failure);
      return;
    }
    await findCollections(outcome.model, clock);
    if (!isWanted()) return;
    if (outcome.level !== level) {
      level = outcome.level;
      storage.setItem(levelKey, String(level));
    }
    const now = state.get();
    const origin: SchemaOrigin = { from: 'endpoint', at: clock.now() };
    if (now.status === 'ready' && sameJson(answer, outcome.introspection)) {
      // Keep the same model object, so that everything derived from it stays valid.
      state.set({ ...now, origin, refreshing: false, refreshFailure: null });
    } else {
      const replaced = now.status === 'ready' ? { at: now.origin.at, introspection: answer } : undefined;
      show(outcome.introspection, origin, false, outcome.model);
      if (replaced) seen.noticeChange(replaced);
    }
    writeLater({ at: origin.at, introspection: outcome.introspection });
  };

  /** Shows a stored schema while `isWanted`. One that another version of Oriel wrote may be unreadable: it counts as not stored. */
  const showStored = async ({ at, fileName, introspection }: StoredSchema, isWanted: () => boolean): Promise<void> => {
    const schema = await readWithCollections(introspection, clock).catch(() => null);
    if (!schema || disposed || !isWanted()) return;
    const before = state.get();
    const origin: SchemaOrigin = fileName === undefined ? { from: 'memory', at } : { from: 'file', at, fileName };
    show(introspection, origin, before.status !== 'failed', schema);
    if (before.status === 'failed') fail(before.failure);
  };

  const begin = async (): Promise<void> => {
    // Send the request before reading the store: on a first visit the store is empty.
    const asked = refresh();
    const stored = readStoredSchema(await documents.get(key));
    const isMissing = (): boolean => !disposed && state.get().status !== 'ready';
    if (stored && isMissing()) await showStored(stored, isMissing);
    await asked;
    // If the endpoint was faster than the store, the stored schema is compared only now.
    if (!disposed && stored && state.get().status === 'ready' && !sameJson(answer, stored.introspection))
      seen.noticeChange(stored);
  };

  /** For a schema rendered into the page: later compares it with the schema of an earlier visit, then stores it. */
  const compareLater = ({ introspection, at }: { introspection: unknown; at: number }): void => {
    saving = clock.after(REMEMBER_AFTER_MS, async () => {
      const stored = readStoredSchema(await documents.get(key));
      if (disposed || answer !== introspection) return;
      if (stored && sameJson(introspection, stored.introspection)) return;
      // The server caches its copy for a while. If that is older than the stored one, it is not a change of the schema.
      if (stored && stored.at > at) {
        await showStored(stored, () => true);
        void refresh();
        return;
      }
      if (stored) seen.noticeChange(stored);
      void write({ at, introspection });
    });
  };

  const stopPresenting = options.present.subscribe(() => {
    const now = state.get();
    if (now.status === 'ready' && plain) state.set({ ...now, schema: offered(plain) });
  });
  if (!options.isServer) {
    if (!initial) void begin();
    else if ('introspection' in initial) compareLater(initial);
  }

  return {
    get: state.get,
    rendered: state.rendered,
    subscribe: state.subscribe,
    refresh,
    stop: () => asking.abort(),
    introspection: () => answer,
    changedSince: seen.changedSince,
    seenBefore: async () => (await seen.read())?.introspection,
    async markSeen() {
      const now = state.get();
      if (now.status !== 'ready') return;
      const { at, fileName } = now.origin;
      // Store the new schema first and without delay: with the older copy, the next visit would report the same difference again.
      clock.cancel(saving);
      await documents.set(key, { at, introspection: answer, ...(fileName === undefined ? {} : { fileName }) });
      await seen.forget();
    },
    accept(introspection, fileName) {
      const before = state.get();
      const replaced = before.status === 'ready' ? { at: before.origin.at, introspection: answer } : undefined;
      const origin: SchemaOrigin = { from: 'file', at: clock.now(), fileName };
      show(introspection, origin, false, readIntrospection(introspection));
      if (replaced && !sameJson(replaced.introspection, introspection)) seen.noticeChange(replaced);
      turn += 1;
      writeLater({ at: origin.at, introspection, fileName });
    },
    async forget() {
      clock.cancel(saving);
      answer = undefined;
      state.set({ status: 'loading' });
      await Promise.all([documents.delete(key), seen.forget(), refresh()]);
    },
    dispose() {
      stopPresenting();
      disposed = true;
      clock.cancel(saving);
    },
  };
}

async function readWithCollections(introspection: unknown, clock: Clock): Promise<SchemaModel> {
  const schema = await readInTurns(introspection, clock);
  await findCollections(schema, clock);
  return schema;
}

/** Finds the collections of a large schema in steps; otherwise the page frame would find them at once during its render. */
async function findCollections(model: SchemaModel, clock: Clock): Promise<void> {
  if (model.types.size >= LARGE_SCHEMA) await inSteps(collectionSteps(model), clock);
}

function stateOf(initial: InitialSchema, offered: (schema: SchemaModel) => SchemaModel): SchemaState {
  if ('failure' in initial) return { status: 'failed', failure: initial.failure };
  const { introspection, at, model } = initial;
  const origin: SchemaOrigin = { from: 'endpoint', at };
  const schema = offered(model ?? readIntrospection(introspection));
  return { status: 'ready', schema, origin, refreshing: false, refreshFailure: null };
}

/** Reads the introspection level that worked in an earlier visit; the newest one by default. */
function readLevel(stored: string | null): number {
  const level = stored === null ? Number.NaN : Number(stored);
  return Number.isInteger(level) && level >= 0 && level <= NEWEST_LEVEL ? level : NEWEST_LEVEL;
}
