/**
 * The embedded database: PostgreSQL compiled to WebAssembly, in memory or in a folder that one process at a time can use.
 *
 * If the first start is killed while the folder is being prepared, no incomplete database remains: until `markReady` is called, each start
 * deletes the database and creates it again.
 */
import { existsSync } from 'node:fs';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { createLane } from '../createLane';
import { bytesFromHex, type Database, type Queryable, SQL_TYPE, type SqlValue } from './database';
import { lockFolder } from './lockFolder';

/** An embedded database with a function that marks it as complete. */
export interface EmbeddedDatabase extends Database {
  /** Call this once the tables and the first rows exist. Does nothing in memory. */
  markReady(): Promise<void>;
}

const IN_MEMORY = ':memory:';

// PGlite's own encoding of bytea converts byte by byte through an array. These functions are five times as fast, which matters for uploads.
const serializers = {
  [SQL_TYPE.bytea]: (value: Uint8Array) => `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`,
};
const parsers = {
  [SQL_TYPE.bytea]: bytesFromHex,
  [SQL_TYPE.int8]: (text: string) => BigInt(text),
  [SQL_TYPE.date]: (text: string) => text,
};

/**
 * Opens the database in `dataDir`, or one in memory for ':memory:'.
 * @throws Error if another process uses the folder, or if this version cannot read it
 */
export async function openPglite(dataDir: string): Promise<EmbeddedDatabase> {
  if (dataDir === IN_MEMORY) {
    const pglite = await PGlite.create({ serializers, parsers });
    return embedded(
      pglite,
      async () => {},
      async () => {},
    );
  }
  const unlock = await makeFolder(resolve(dataDir))
    .then(() => lockFolder(dataDir))
    .catch((cause: NodeJS.ErrnoException) => {
      // An error without a code already has a readable message.
      throw cause.code === undefined
        ? cause
        : new Error(`The data folder ${dataDir} cannot be used (${cause.message}).`, { cause });
    });
  const folder = join(dataDir, 'harbour');
  const readyFile = join(dataDir, 'harbour.ready');
  try {
    if (!existsSync(readyFile)) await rm(folder, { recursive: true, force: true });
    const pglite = await PGlite.create({ dataDir: folder, serializers, parsers });
    return embedded(pglite, () => writeFile(readyFile, `${new Date().toISOString()}\n`), unlock);
  } catch (cause) {
    await unlock();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The data folder ${dataDir} cannot be opened (${reason}). Remove it to start with a new harbour.`, { cause });
  }
}

/**
 * Creates a folder and its parents, one by one: Node's recursive `mkdir` never returns where the system responds with "not found" to every
 * attempt (anywhere under /proc).
 */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return;
    const above = dirname(path);
    if (code !== 'ENOENT' || existsSync(above)) throw error;
    await makeFolder(above);
    await mkdir(path);
  }
}

function embedded(pglite: PGlite, markReady: () => Promise<void>, unlock: () => Promise<void>): EmbeddedDatabase {
  const on = (target: { query: PGlite['query'] }): Queryable => ({
    query: async <Row>(text: string, values?: readonly SqlValue[]) =>
      (await target.query<Row>(text, values ? [...values] : [])).rows,
  });
  // A statement blocks the thread until it is done. Without the lane, the next one would start before other events are handled.
  const statements = createLane(Number.POSITIVE_INFINITY, () => new Error('never'));
  const whole = on(pglite);
  // The statements of a transaction cannot use the lane, in which others wait for the transaction.
  const paused = (tx: Queryable): Queryable => ({
    query: <Row>(text: string, values?: readonly SqlValue[]) => tx.query<Row>(text, values).finally(() => setImmediate()),
  });
  return {
    query: (text, values) => statements.run(() => whole.query(text, values)),
    shared: false,
    transaction: work => pglite.transaction(tx => work(paused(on(tx as unknown as { query: PGlite['query'] })))),
    listen: (channel, listener) => pglite.listen(channel, listener),
    markReady,
    async close() {
      await pglite.close();
      await unlock();
    },
  };
}
