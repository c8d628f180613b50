/**
 * The schema of a connection: asked for once per visit and on request, never polled. What was remembered is looked up meanwhile and shown
 * until the answer is in, which replaces it when it differs. An endpoint that refuses introspection can be helped with a file (`accept`).
 * What a different one replaced is kept as the copy seen last, until the reader says that the difference was seen.
 *
 * How the endpoint is asked: askSchema.ts; how its answer is read: ../schema/introspection.ts.
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
import { askSchema, LARGE_SCHEMA, readInTurns } from './askSchema';

/** Where a schema came from. `at` is when it was fetched or dropped, milliseconds since the epoch. */
export type SchemaOrigin = { from: 'endpoint' | 'memory' | 'file'; at: number; fileName?: string };

/**
 * What is known of the schema. `loading`: nothing remembered and no answer yet; `failed`: neither memory nor answer. While a remembered
 * schema is refreshed, `refreshing` is true; when that fails, `refreshFailure` says why and the remembered one stays in use.
 */
export type SchemaState =
  | { status: 'loading' }
  | { status: 'ready'; schema: SchemaModel; origin: SchemaOrigin; refreshing: boolean; refreshFailure: Failure | null }
  | { status: 'failed'; failure: Failure };

/** The schema as state, and the two ways to get another. */
export interface SchemaCache extends Readable<SchemaState> {
  /** Asks the endpoint again. Resolves when the answer is in; never rejects. */
  refresh(): Promise<void>;
  /** Gives up the request under way; the wait for it ends with the failure `cancelled`. */
  stop(): void;
  /**
   * Takes an introspection answer (JSON value, with or without `data` around it) from a file and remembers it for this connection.
   * @throws Error that says what is wrong with it.
   */
  accept(introspection: unknown, fileName: string): void;
  /** Forgets what is known and remembered, a file that was taken included, and asks the endpoint. Resolves when the answer is in. */
  forget(): Promise<void>;
  /** The introspection answer behind the schema in use, for who needs graphql-js' own classes; undefined when there is none. */
  introspection(): unknown;
  /** When the copy seen last was fetched, milliseconds since the epoch; null while the schema in use does not differ from it. */
  changedSince: Readable<number | null>;
  /** The introspection answer of the copy seen last; undefined when there is none, or when it cannot be read. */
  seenBefore(): Promise<unknown>;
  /** The schema in use is from now on the copy seen last. Resolves when that is written down; never rejects. */
  markSeen(): Promise<void>;
  /** Stops listening for answers. */
  dispose(): void;
}

/** What `createSchemaCache` is made from. */
export interface SchemaCacheOptions {
  client: Client;
  documents: DocumentStore;
  /** Holds the level of introspection that worked, which has to be known before `documents` can answer. */
  storage: KeyValueStorage;
  /** Key of the remembered answer in `documents` and, with `oriel:introspection:` before it, of the level in `storage`. */
  key: string;
  clock: Clock;
  /** What is known already (the server render put it into the page); then nothing is asked until `refresh`. */
  initial?: InitialSchema | undefined;
  /** True while rendering on the server: nothing is asked for; without `initial` the schema stays `loading`. Default false. */
  isServer?: boolean;
  /** Shows a schema as its presentation says. */
  present: Readable<(schema: SchemaModel) => SchemaModel>;
  /** The schema is shown without its mutations, so nothing that changes data is offered. Default false. */
  readOnly?: boolean;
}

/** What is known of a schema before anything was asked: an introspection answer and when it was fetched, or why there is none. */
export type InitialSchema =
  | {
      introspection: unknown;
      /** Milliseconds since the epoch. */
      at: number;
      /** The answer, read: models hold nothing but the schema, so one may serve many pages. Default: it is read here. */
      model?: SchemaModel;
    }
  | { failure: Failure };

/** What is kept in the document store. */
interface Remembered {
  at: number;
  introspection: unknown;
  fileName?: string;
}

/** How long after an answer it is written down, in ms: the first rows come before. */
const REMEMBER_AFTER_MS = 1500;

/** Begins to load the schema at once. */
export function createSchemaCache(options: SchemaCacheOptions): SchemaCache {
  const { client, documents, storage, key, clock, readOnly = false } = options;
  let plain: SchemaModel | undefined;
  const offered = (schema: SchemaModel): SchemaModel => {
    plain = schema;
    const shown = options.present.get()(schema);
    return readOnly ? { ...shown, mutationType: null } : shown;
  };
  const levelKey = `oriel:introspection:${key}`;
  const { initial } = options;
  let answer: unknown = initial && 'introspection' in initial ? initial.introspection : undefined;
  const state = createStore<SchemaState>(initial ? stateOf(initial, offered) : { status: 'loading' });
  let level = readLevel(storage.getItem(levelKey));
  let turn = 0;
  let asking = new AbortController();
  let disposed = false;
  let saving: ReturnType<Clock['after']> | undefined;
  const seenKey = `${key}:seen`;
  const sinceKey = `oriel:schema-seen:${key}`;
  const changedSince = createStore(readTime(storage.getItem(sinceKey)), null);
  /** The copy seen last, while it waits to be written down. */
  let seen: Remembered | undefined;

  /** Finds what the frame lists, which it would do otherwise while it renders. */
  const warm = async (model: SchemaModel): Promise<void> => {
    if (model.types.size >= LARGE_SCHEMA) await inSteps(collectionSteps(model), clock);
  };
  const show = (introspection: unknown, origin: SchemaOrigin, refreshing: boolean, schema: SchemaModel): void => {
    answer = introspection;
    state.set({ status: 'ready', schema: offered(schema), origin, refreshing, refreshFailure: null });
  };
  /** In this order: wherever it ends, because the page goes, the next visit finds the difference or notices it anew. */
  const write = async (value: Remembered): Promise<void> => {
    const copy = seen;
    if (copy) {
      await documents.set(seenKey, copy);
      if (seen !== copy) return;
      storage.setItem(sinceKey, String(copy.at));
    }
    await documents.set(key, value);
  };
  const remember = (value: Remembered): void => {
    clock.cancel(saving);
    saving = clock.after(REMEMBER_AFTER_MS, () => void write(value));
  };
  /** A schema took the place of another. Of several in turn the first one is what the reader saw last. */
  const noticeChange = (before: Remembered): void => {
    if (changedSince.get() !== null) return;
    seen = before;
    changedSince.set(before.at);
  };
  const forgetSeen = (): void => {
    seen = undefined;
    storage.removeItem(sinceKey);
    changedSince.set(null);
  };
  const fail = (failure: Failure): void => {
    const now = state.get();
    state.set(now.status === 'ready' ? { ...now, refreshing: false, refreshFailure: failure } : { status: 'failed', failure });
  };

  const refresh = async (): Promise<void> => {
    turn += 1;
    const mine = turn;
    asking = new AbortController();
    const isWanted = (): boolean => mine === turn && !disposed;
    const before = state.get();
    state.set(before.status === 'ready' ? { ...before, refreshing: true } : { status: 'loading' });
    const outcome = await askSchema(client, level, clock, isWanted, asking.signal);
    if (!isWanted()) return;
    if ('failure' in outcome) {
      fail(outcome.failure);
      return;
    }
    await warm(outcome.model);
    if (!isWanted()) return;
    if (outcome.level !== level) {
      level = outcome.level;
      storage.setItem(levelKey, String(level));
    }
    const now = state.get();
    const origin: SchemaOrigin = { from: 'endpoint', at: clock.now() };
    if (now.status === 'ready' && sameJson(answer, outcome.introspection)) {
      // The same object stays, and with it everything that was derived from it.
      state.set({ ...now, origin, refreshing: false, refreshFailure: null });
    } else {
      const replaced = now.status === 'ready' ? { at: now.origin.at, introspection: answer } : undefined;
      show(outcome.introspection, origin, false, outcome.model);
      if (replaced) noticeChange(replaced);
    }
    remember({ at: origin.at, introspection: outcome.introspection });
  };

  const begin = async (): Promise<void> => {
    // The endpoint is not kept waiting for the store: on a first visit there is nothing in it.
    const asked = refresh();
    const stored = readRemembered(await documents.get(key));
    if (!disposed && stored && state.get().status !== 'ready') {
      const { at, fileName, introspection } = stored;
      try {
        const schema = await readInTurns(introspection, clock);
        await warm(schema);
        const now = state.get();
        if (!disposed && now.status !== 'ready') {
          const origin: SchemaOrigin = fileName === undefined ? { from: 'memory', at } : { from: 'file', at, fileName };
          show(introspection, origin, now.status === 'loading', schema);
          if (now.status === 'failed') fail(now.failure);
        }
      } catch {
        // Written by another version: as if nothing had been remembered.
      }
    }
    await asked;
    // The endpoint was faster than the store: what was shown on an earlier visit is looked at now.
    if (!disposed && stored && state.get().status === 'ready' && !sameJson(answer, stored.introspection)) noticeChange(stored);
  };

  /** The page came with its schema: once there is time it is held against what an earlier visit showed, and remembered. */
  const compareLater = ({ introspection, at }: { introspection: unknown; at: number }): void => {
    saving = clock.after(REMEMBER_AFTER_MS, async () => {
      const stored = readRemembered(await documents.get(key));
      if (disposed || answer !== introspection) return;
      if (stored && sameJson(introspection, stored.introspection)) return;
      // The server keeps its copy for a while: one that is older than the stored one shows no change.
      if (stored && stored.at > at) {
        await showStored(stored);
        void refresh();
        return;
      }
      if (stored) noticeChange(stored);
      void write({ at, introspection });
    });
  };

  const showStored = async ({ at, fileName, introspection }: Remembered): Promise<void> => {
    try {
      const model = await readInTurns(introspection, clock);
      const origin: SchemaOrigin = fileName === undefined ? { from: 'memory', at } : { from: 'file', at, fileName };
      if (!disposed) show(introspection, origin, true, model);
    } catch {
      // Written by another version: as if nothing had been remembered.
    }
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
    changedSince,
    async seenBefore() {
      if (changedSince.get() === null) return undefined;
      const copy = seen ?? readRemembered(await documents.get(seenKey));
      // The browser made room: there is nothing left to differ from.
      if (!copy) forgetSeen();
      return copy?.introspection;
    },
    async markSeen() {
      const now = state.get();
      if (now.status !== 'ready') return;
      const { at, fileName } = now.origin;
      // First and at once: with the older copy, the next visit would report the same difference again.
      clock.cancel(saving);
      await documents.set(key, { at, introspection: answer, ...(fileName === undefined ? {} : { fileName }) });
      forgetSeen();
      await documents.delete(seenKey);
    },
    accept(introspection, fileName) {
      const before = state.get();
      const replaced = before.status === 'ready' ? { at: before.origin.at, introspection: answer } : undefined;
      const origin: SchemaOrigin = { from: 'file', at: clock.now(), fileName };
      show(introspection, origin, false, readIntrospection(introspection));
      if (replaced && !sameJson(replaced.introspection, introspection)) noticeChange(replaced);
      turn += 1;
      remember({ at: origin.at, introspection, fileName });
    },
    async forget() {
      clock.cancel(saving);
      answer = undefined;
      state.set({ status: 'loading' });
      forgetSeen();
      await Promise.all([documents.delete(key), documents.delete(seenKey), refresh()]);
    },
    dispose() {
      stopPresenting();
      disposed = true;
      clock.cancel(saving);
    },
  };
}

function stateOf(initial: InitialSchema, offered: (schema: SchemaModel) => SchemaModel): SchemaState {
  if ('failure' in initial) return { status: 'failed', failure: initial.failure };
  const { introspection, at, model } = initial;
  const origin: SchemaOrigin = { from: 'endpoint', at };
  const schema = offered(model ?? readIntrospection(introspection));
  return { status: 'ready', schema, origin, refreshing: false, refreshFailure: null };
}

function readRemembered(value: unknown): Remembered | null {
  if (typeof value !== 'object' || value === null) return null;
  const { at, introspection, fileName } = value as Partial<Remembered>;
  if (typeof at !== 'number' || introspection === undefined) return null;
  return { at, introspection, ...(typeof fileName === 'string' ? { fileName } : {}) };
}

/** A moment as `storage` holds it. */
function readTime(stored: string | null): number | null {
  const at = stored === null ? Number.NaN : Number(stored);
  return Number.isFinite(at) ? at : null;
}

/** The level an earlier visit ended with, where this one begins. */
function readLevel(stored: string | null): number {
  const level = stored === null ? Number.NaN : Number(stored);
  return Number.isInteger(level) && level >= 0 && level <= NEWEST_LEVEL ? level : NEWEST_LEVEL;
}
