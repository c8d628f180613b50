/**
 * The harbour's access to its data. There are two implementations with the same SQL: `openPglite` (a folder or memory, in this process) and
 * `openPostgres` (a server, shared by any number of instances).
 *
 * Both return the same types: int8 as bigint, timestamptz as Date, date as 'YYYY-MM-DD', json and jsonb parsed, bytea as Buffer, other
 * numbers as number. Parameters are `$1`, `$2`…; bigints are passed as decimal text, dates as ISO text, JSON as text cast to jsonb.
 */

/** A parameter of a statement. */
export type SqlValue = string | number | boolean | null | Buffer | readonly string[] | readonly number[];

/** Executes statements: the database itself, or one transaction on it. */
export interface Queryable {
  /** Runs one statement and returns its rows. `Row` is the type that the caller expects; it is not checked. */
  query<Row>(text: string, values?: readonly SqlValue[]): Promise<Row[]>;
}

export interface Database extends Queryable {
  /** True if other processes can use the same data. */
  readonly shared: boolean;
  /** Runs `work` in one transaction, which is rolled back if it throws. Keep it short: on PGlite all other statements wait for it. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /**
   * Calls `listener` with the payload of each notification on `channel`, from any instance. Notifications sent while the connection is lost
   * are missed.
   * @returns a function that stops listening
   */
  listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>>;
  /** Waits for running statements, then closes the database. Later statements fail. */
  close(): Promise<void>;
}

/** Type ids of PostgreSQL whose values both implementations decode in the same way. */
export const SQL_TYPE = { bytea: 17, int8: 20, date: 1082 } as const;

/** Converts PostgreSQL's text form of bytea (`\x…`) to bytes. */
export const bytesFromHex = (text: string): Buffer => Buffer.from(text.slice(2), 'hex');
