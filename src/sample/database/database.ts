/**
 * The one way the harbour reaches its data. Two implementations speak the same SQL: `openPglite` (a folder or memory, inside this process)
 * and `openPostgres` (a server shared by any number of instances).
 *
 * Values come back alike from both: int8 as bigint, timestamptz as Date, date as 'YYYY-MM-DD', json and jsonb parsed, bytea as Buffer,
 * other numbers as number. Parameters are given as `$1`, `$2`…; bigints as decimal text, dates as ISO text, JSON as text cast to jsonb.
 */

/** What a statement can be given. */
export type SqlValue = string | number | boolean | null | Buffer | readonly string[] | readonly number[];

/** Something statements can be sent to: the database itself, or one transaction on it. */
export interface Queryable {
  /** Runs one statement and gives its rows. `Row` is what the caller knows of them; it is not checked. */
  query<Row>(text: string, values?: readonly SqlValue[]): Promise<Row[]>;
}

export interface Database extends Queryable {
  /** Whether other processes may be at work on the same data. */
  readonly shared: boolean;
  /** Runs `work` in one transaction, rolled back when it throws. Statements of others wait for it on PGlite: keep it short. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /**
   * Calls `heard` with the payload of every notification on `channel`, from whichever instance it came. Payloads sent while the
   * connection was lost are missed.
   * @returns a function that ends it.
   */
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>;
  /** Lets running statements end, then lets go of the data. Statements after it are refused. */
  close(): Promise<void>;
}

/** PostgreSQL's type numbers whose values both implementations decode in the same way. */
export const SQL_TYPE = { bytea: 17, int8: 20, date: 1082 } as const;

/** PostgreSQL's text form of bytea (`\x…`) to bytes. */
export const bytesFromHex = (text: string): Buffer => Buffer.from(text.slice(2), 'hex');
