/**
 * The schema of a connection. It is fetched once per visit and on request, never polled. Until the response arrives, the schema stored by an
 * earlier visit is shown; the response replaces it if it differs. If an endpoint refuses introspection, the user can load a file (`accept`).
 * A replaced schema is kept as the last seen copy until the user has seen the difference (seenSchema.ts).
 *
 * The requests are in fetchSchema.ts; the response is read in schema/model/introspection.ts; the schema in use is in shownSchema.ts.
 */
import type { Client } from '@urql/core';
import type { Clock } from '../../lib/clock';
import type { DocumentStore } from '../../lib/documentStore';
import { inSteps } from '../../lib/inSteps';
import { sameJson } from '../../lib/sameJson';
import type { KeyValueStorage } from '../../lib/storage';
import type { Readable } from '../../lib/store';
import { collectionSteps } from '../../schema/collections/collections';
import { IN_PARTS, NEWEST_LEVEL, readIntrospection } from '../../schema/model/introspection';
import type { SchemaModel } from '../../schema/model/schemaModel';
import { fetchSchema, readInTurns } from './fetchSchema';
import { createSeenSchema, packSchema, readStoredSchema, type SeenSchema, type StoredSchema } from './seenSchema';
import { createShownSchema, type InitialSchema, type SchemaOrigin, type SchemaState, type ShownSchema } from './shownSchema';

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

/** Delay between a response and storing it, in ms, so that storing does not delay the first rows. */
const REMEMBER_AFTER_MS = 1500;

/** Creates the cache and starts to load the schema at once. */
export function createSchemaCache(options: SchemaCacheOptions): SchemaCache {
  const { client, documents, storage, key, clock, initial } = options;
  const levelKey = `oriel:introspection:${key}`;
  const shown = createShownSchema(options);
  const { state } = shown;
  const seen = createSeenSchema({ documents, storage, key });
  const copy = createStoredCopy(options, seen);
  let level = readLevel(storage.getItem(levelKey));
  let turn = 0;
  let asking = new AbortController();
  let disposed = false;

  /** A copy of the schema in use, for storing; undefined if there is none. */
  const inUse = (): StoredSchema | undefined => {
    const now = state.get();
    return now.status === 'ready' ? { at: now.origin.at, introspection: shown.introspection() } : undefined;
  };
  /** `known`: the copy of an earlier visit to compare the response with. Default: the schema in use. */
  const refresh = async (known?: StoredSchema): Promise<void> => {
    turn += 1;
    const mine = turn;
    asking = new AbortController();
    const isWanted = (): boolean => mine === turn && !disposed;
    shown.load();
    const outcome = await fetchSchema(client, level, clock, isWanted, asking.signal);
    if (!isWanted()) return;
    if ('failure' in outcome) {
      shown.fail(outcome.failure);
      return;
    }
    await inSteps(collectionSteps(outcome.model), clock);
    if (!isWanted()) return;
    if (outcome.level !== level) {
      level = outcome.level;
      storage.setItem(levelKey, String(level));
    }
    const { introspection } = outcome;
    const origin: SchemaOrigin = { from: 'endpoint', at: clock.now() };
    const before = inUse();
    const isSame = (copy: StoredSchema | undefined): boolean => copy !== undefined && sameJson(copy.introspection, introspection);
    const isShown = isSame(before);
    if (isShown) shown.confirm(origin);
    else shown.show(introspection, origin, outcome.model);
    const replaced = known ?? before;
    if (replaced && !(known ? isSame(known) : isShown)) seen.noticeChange(replaced);
    copy.writeLater({ at: origin.at, introspection });
  };

  const earlier = createEarlierVisit(options, { shown, seen, copy, refresh, inUse, isDisposed: () => disposed });
  if (!options.isServer) {
    if (!initial) void earlier.begin();
    else if ('introspection' in initial) copy.later(() => earlier.compare(initial));
  }

  return {
    get: state.get,
    rendered: state.rendered,
    subscribe: state.subscribe,
    refresh: () => refresh(),
    stop: () => asking.abort(),
    introspection: shown.introspection,
    changedSince: seen.changedSince,
    seenBefore: async () => (await seen.read())?.introspection,
    async markSeen() {
      const now = state.get();
      if (now.status !== 'ready') return;
      const { at, fileName } = now.origin;
      // Store the new schema first and without delay: with the older copy, the next visit would report the same difference again.
      copy.cancel();
      const stored = { at, introspection: shown.introspection(), ...(fileName === undefined ? {} : { fileName }) };
      await documents.set(key, packSchema(stored));
      await seen.forget();
    },
    accept(introspection, fileName) {
      const replaced = inUse();
      const origin: SchemaOrigin = { from: 'file', at: clock.now(), fileName };
      shown.show(introspection, origin, readIntrospection(introspection));
      if (replaced && !sameJson(replaced.introspection, introspection)) seen.noticeChange(replaced);
      turn += 1;
      copy.writeLater({ at: origin.at, introspection, fileName });
    },
    async forget() {
      copy.cancel();
      shown.clear();
      await Promise.all([documents.delete(key), seen.forget(), refresh()]);
    },
    dispose() {
      shown.dispose();
      disposed = true;
      copy.cancel();
    },
  };
}

/** The parts of a cache that handle the schema of an earlier visit. */
interface CacheParts {
  shown: ShownSchema;
  seen: SeenSchema;
  copy: StoredCopy;
  refresh(known?: StoredSchema): Promise<void>;
  inUse(): StoredSchema | undefined;
  isDisposed(): boolean;
}

/** Starts a cache with the schema that an earlier visit stored. */
interface EarlierVisit {
  /** Fetches the schema, and shows the stored one until the response arrives. */
  begin(): Promise<void>;
  /** For a schema rendered into the page: compares it with the stored one, then stores it. */
  compare(rendered: { introspection: unknown; at: number }): Promise<void>;
}

function createEarlierVisit({ documents, key, clock }: SchemaCacheOptions, parts: CacheParts): EarlierVisit {
  const { shown, seen, copy, refresh, inUse, isDisposed } = parts;
  /** Shows a stored schema while `isWanted`. One that another version of Oriel wrote may be unreadable: it counts as not stored. */
  const showStored = async ({ at, fileName, introspection }: StoredSchema, isWanted: () => boolean): Promise<void> => {
    const schema = await readWithCollections(introspection, clock).catch(() => null);
    if (!schema || isDisposed() || !isWanted()) return;
    const before = shown.state.get();
    const origin: SchemaOrigin = fileName === undefined ? { from: 'memory', at } : { from: 'file', at, fileName };
    shown.show(introspection, origin, schema, before.status !== 'failed');
    if (before.status === 'failed') shown.fail(before.failure);
  };

  const begin = async (): Promise<void> => {
    // Send the request before reading the store: on a first visit the store is empty.
    const request = refresh();
    const stored = readStoredSchema(await documents.get(key));
    const isMissing = (): boolean => !isDisposed() && shown.state.get().status !== 'ready';
    if (stored && isMissing()) await showStored(stored, isMissing);
    await request;
    // If the endpoint was faster than the store, the stored schema is compared only now.
    const now = inUse();
    if (!isDisposed() && stored && now && !sameJson(now.introspection, stored.introspection)) seen.noticeChange(stored);
  };

  const compare: EarlierVisit['compare'] = async ({ introspection, at }) => {
    const stored = readStoredSchema(await documents.get(key));
    if (isDisposed() || shown.introspection() !== introspection) return;
    if (stored && sameJson(introspection, stored.introspection)) return;
    // The server caches its copy for a while, so the stored one may be newer. The dates cannot tell: they are of two clocks.
    if (stored) void refresh(stored);
    else void copy.write({ at, introspection });
  };
  return { begin, compare };
}

/** The copy of the schema in use in the document store. */
interface StoredCopy {
  write(value: StoredSchema): Promise<void>;
  /** Stores the value after a delay. */
  writeLater(value: StoredSchema): void;
  /** Runs another action after that delay instead of the pending one. */
  later(action: () => Promise<void>): void;
  cancel(): void;
}

function createStoredCopy({ documents, key, clock }: SchemaCacheOptions, seen: SeenSchema): StoredCopy {
  let timer: ReturnType<Clock['after']> | undefined;
  /** The order matters: if the page is closed in between, the next visit finds the difference stored, or detects it again. */
  const write = async (value: StoredSchema): Promise<void> => {
    if (seen.isUnstored() && !(await seen.store())) return;
    await documents.set(key, packSchema(value));
  };
  const later = (action: () => Promise<void>): void => {
    clock.cancel(timer);
    timer = clock.after(REMEMBER_AFTER_MS, () => void action());
  };
  return {
    write,
    writeLater: value => later(() => write(value)),
    later,
    cancel: () => clock.cancel(timer),
  };
}

async function readWithCollections(introspection: unknown, clock: Clock): Promise<SchemaModel> {
  const schema = await readInTurns(introspection, clock);
  // In steps; otherwise the page frame would find the collections at once during its render.
  await inSteps(collectionSteps(schema), clock);
  return schema;
}

/** Reads the introspection level that worked in an earlier visit; the newest one by default. */
function readLevel(stored: string | null): number {
  const level = stored === null ? Number.NaN : Number(stored);
  return Number.isInteger(level) && level >= 0 && level <= IN_PARTS ? level : NEWEST_LEVEL;
}
