/**
 * The schema of a connection: what was remembered is shown at once, a fresh answer replaces it when it differs; asked for once per
 * visit and on request, never polled. An endpoint that refuses introspection can be helped with a file (`accept`).
 *
 * How the answer is asked for and read: ../schema/introspection.ts.
 */
import type { Readable } from '../lib/store';
import type { SchemaModel } from '../schema/schemaModel';
import type { Failure } from '../transport/failure';

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
  /** Forgets what is remembered and stops listening for answers. */
  dispose(): void;
}
