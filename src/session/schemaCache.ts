/**
 * The schema of a connection: what was remembered is shown at once, a fresh answer replaces it when it differs; asked for once per
 * visit and on request, never polled. An endpoint that refuses introspection can be helped with a file (`accept`).
 *
 * How the answer is asked for and read: ../schema/introspection.ts.
 */
import type { Client } from '@urql/core';
import type { Clock } from '../lib/clock';
import type { DocumentStore } from '../lib/documentStore';
import { sameJson } from '../lib/sameJson';
import { createStore, type Readable } from '../lib/store';
import { introspectionQuery, NEWEST_LEVEL, nextLevel, readIntrospection } from '../schema/introspection';
import type { SchemaModel } from '../schema/schemaModel';
import { type Failure, failureOf } from '../transport/failure';

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
  /**
   * Takes an introspection answer (JSON value, with or without `data` around it) from a file and remembers it for this connection.
   * @throws Error that says what is wrong with it.
   */
  accept(introspection: unknown, fileName: string): void;
  /** The introspection answer behind the schema in use, for who needs graphql-js' own classes; undefined when there is none. */
  introspection(): unknown;
  /** Stops listening for answers. */
  dispose(): void;
}

/** What `createSchemaCache` is made from. */
export interface SchemaCacheOptions {
  client: Client;
  documents: DocumentStore;
  /** Key of the remembered answer in `documents`; one per connection and address. */
  key: string;
  clock: Clock;
  /** An answer that is there already (the server render put it into the page); then nothing is asked until `refresh`. */
  initial?: unknown;
}

/** What is kept in the document store. */
interface Remembered {
  at: number;
  /** The level that worked, where the next visit begins. */
  level: number;
  introspection: unknown;
  fileName?: string;
}

/** How long after an answer it is written down, in ms: the first rows come before. */
const REMEMBER_AFTER_MS = 1500;

/** Begins to load the schema at once. */
export function createSchemaCache(options: SchemaCacheOptions): SchemaCache {
  const { client, documents, key, clock } = options;
  const state = createStore<SchemaState>({ status: 'loading' });
  let answer: unknown;
  let level = NEWEST_LEVEL;
  let turn = 0;
  let disposed = false;
  let saving: ReturnType<Clock['after']> | undefined;

  const show = (introspection: unknown, origin: SchemaOrigin, refreshing: boolean): void => {
    const schema = readIntrospection(introspection);
    answer = introspection;
    state.set({ status: 'ready', schema, origin, refreshing, refreshFailure: null });
  };
  const remember = (value: Remembered): void => {
    clock.cancel(saving);
    saving = clock.after(REMEMBER_AFTER_MS, () => void documents.set(key, value));
  };
  const fail = (failure: Failure): void => {
    const now = state.get();
    state.set(now.status === 'ready' ? { ...now, refreshing: false, refreshFailure: failure } : { status: 'failed', failure });
  };

  const refresh = async (): Promise<void> => {
    turn += 1;
    const mine = turn;
    const before = state.get();
    state.set(before.status === 'ready' ? { ...before, refreshing: true } : { status: 'loading' });
    const outcome = await ask(client, level);
    if (mine !== turn || disposed) return;
    if ('failure' in outcome) {
      fail(outcome.failure);
      return;
    }
    level = outcome.level;
    const now = state.get();
    const origin: SchemaOrigin = { from: 'endpoint', at: clock.now() };
    if (now.status === 'ready' && sameJson(answer, outcome.introspection)) {
      // The same object stays, and with it everything that was derived from it.
      state.set({ ...now, origin, refreshing: false, refreshFailure: null });
    } else {
      show(outcome.introspection, origin, false);
    }
    remember({ at: origin.at, level, introspection: outcome.introspection });
  };

  const begin = async (): Promise<void> => {
    const stored = readRemembered(await documents.get(key));
    if (disposed || turn > 0) return;
    if (stored) {
      level = stored.level;
      try {
        const { at, fileName } = stored;
        show(stored.introspection, fileName === undefined ? { from: 'memory', at } : { from: 'file', at, fileName }, false);
      } catch {
        // Written by another version: as if nothing had been remembered.
      }
    }
    await refresh();
  };

  if (options.initial === undefined) void begin();
  else show(options.initial, { from: 'endpoint', at: clock.now() }, false);

  return {
    get: state.get,
    subscribe: state.subscribe,
    refresh,
    introspection: () => answer,
    accept(introspection, fileName) {
      const origin: SchemaOrigin = { from: 'file', at: clock.now(), fileName };
      show(introspection, origin, false);
      turn += 1;
      remember({ at: origin.at, level, introspection, fileName });
    },
    dispose() {
      disposed = true;
      clock.cancel(saving);
    },
  };
}

/** Asks with the newest form first, and with less each time the server does not know a part of it. Never rejects. */
async function ask(client: Client, newest: number): Promise<{ introspection: unknown; level: number } | { failure: Failure }> {
  let level: number | null = newest;
  let failure: Failure = { tag: 'graphql', message: 'No introspection answer', errors: [] };
  while (level !== null) {
    const result = await client
      .query(introspectionQuery(level), {}, { requestPolicy: 'network-only', screen: 'schema' })
      .toPromise();
    if (result.data) {
      try {
        readIntrospection(result.data);
        return { introspection: result.data, level };
      } catch (error) {
        failure = { tag: 'graphql', message: error instanceof Error ? error.message : String(error), errors: [] };
      }
    }
    if (result.error) {
      failure = failureOf(result.error);
      if (failure.tag !== 'graphql' && failure.tag !== 'http') return { failure };
    }
    level = nextLevel(level, result.error?.graphQLErrors ?? []);
  }
  return { failure };
}

function readRemembered(value: unknown): Remembered | null {
  if (typeof value !== 'object' || value === null) return null;
  const { at, level, introspection, fileName } = value as Partial<Remembered>;
  if (typeof at !== 'number' || typeof level !== 'number' || introspection === undefined) return null;
  return { at, level, introspection, ...(typeof fileName === 'string' ? { fileName } : {}) };
}
