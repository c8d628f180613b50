/** The schema in use: its state, its introspection data, and the presentation that is applied to it. */
import { createStore, type Readable, type Store } from '../../lib/store';
import { readIntrospection } from '../../schema/model/introspection';
import type { SchemaModel } from '../../schema/model/schemaModel';
import type { Failure } from '../../transport/observe/failure';

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

/** The schema in use. */
export interface ShownSchema {
  state: Store<SchemaState>;
  /** Its introspection data; undefined if there is none. */
  introspection(): unknown;
  /** A request was sent: the state becomes `loading`, or `refreshing` beside a shown schema. */
  load(): void;
  /** `refreshing`: a request is under way. Default false. */
  show(introspection: unknown, origin: SchemaOrigin, schema: SchemaModel, refreshing?: boolean): void;
  /** The response equals the schema in use, whose model stays the same object, so that everything derived from it stays valid. */
  confirm(origin: SchemaOrigin): void;
  /** The request failed. A shown schema stays in use. */
  fail(failure: Failure): void;
  /** Drops the schema. */
  clear(): void;
  dispose(): void;
}

/** Options of `createShownSchema`. */
export interface ShownSchemaOptions {
  initial?: InitialSchema | undefined;
  /** Applies the presentation to a schema. */
  present: Readable<(schema: SchemaModel) => SchemaModel>;
  /** Show the schema without its mutations. Default false. */
  readOnly?: boolean | undefined;
}

/** Starts with the schema that is known before any request, or with `loading`. */
export function createShownSchema({ initial, present, readOnly = false }: ShownSchemaOptions): ShownSchema {
  /** The schema without its presentation. */
  let plain: SchemaModel | undefined;
  const presented = (schema: SchemaModel): SchemaModel => {
    plain = schema;
    const shown = present.get()(schema);
    return readOnly ? { ...shown, mutationType: null } : shown;
  };
  let introspection = initial && 'introspection' in initial ? initial.introspection : undefined;
  const state = createStore<SchemaState>(initial ? stateOf(initial, presented) : { status: 'loading' });
  const stopPresenting = present.subscribe(() => {
    const now = state.get();
    if (now.status === 'ready' && plain) state.set({ ...now, schema: presented(plain) });
  });
  return {
    state,
    introspection: () => introspection,
    load() {
      const now = state.get();
      state.set(now.status === 'ready' ? { ...now, refreshing: true } : { status: 'loading' });
    },
    show(next, origin, schema, refreshing = false) {
      introspection = next;
      state.set({ status: 'ready', schema: presented(schema), origin, refreshing, refreshFailure: null });
    },
    confirm(origin) {
      const now = state.get();
      if (now.status === 'ready') state.set({ ...now, origin, refreshing: false, refreshFailure: null });
    },
    fail(failure) {
      const now = state.get();
      state.set(now.status === 'ready' ? { ...now, refreshing: false, refreshFailure: failure } : { status: 'failed', failure });
    },
    clear() {
      introspection = undefined;
      state.set({ status: 'loading' });
    },
    dispose: stopPresenting,
  };
}

function stateOf(initial: InitialSchema, presented: (schema: SchemaModel) => SchemaModel): SchemaState {
  if ('failure' in initial) return { status: 'failed', failure: initial.failure };
  const { introspection, at, model } = initial;
  const origin: SchemaOrigin = { from: 'endpoint', at };
  const schema = presented(model ?? readIntrospection(introspection));
  return { status: 'ready', schema, origin, refreshing: false, refreshFailure: null };
}
