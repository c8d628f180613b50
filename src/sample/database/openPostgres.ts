/**
 * A PostgreSQL server, shared by any number of harbour instances. Notifications use a separate connection, which reconnects when it is
 * lost.
 */
import { Client, Pool, type PoolClient, types } from 'pg';
import { type Database, type Queryable, SQL_TYPE, type SqlValue } from './database';

const RECONNECT_FIRST_MS = 250;
const RECONNECT_LONGEST_MS = 10_000;

const parsers = new Map<number, (text: string) => unknown>([
  [SQL_TYPE.int8, text => BigInt(text)],
  [SQL_TYPE.date, text => text],
]);
const typeParsers = {
  getTypeParser: ((id: number, format?: 'text' | 'binary') =>
    parsers.get(id) ?? types.getTypeParser(id, format as 'text')) as typeof types.getTypeParser,
};

/**
 * Connects to `databaseUrl` (postgres://…).
 * @param log called when a connection is lost or restored; never with the password of the address
 * @throws Error if the server cannot be reached
 */
export async function openPostgres(databaseUrl: string, log: (line: string) => void): Promise<Database> {
  const connection = { connectionString: databaseUrl, types: typeParsers, application_name: 'oriel-harbour' };
  const pool = new Pool({ ...connection, max: 10, connectionTimeoutMillis: 10_000, statement_timeout: 30_000 });
  // A broken idle connection is replaced at the next use. Without a listener, its error would end the process.
  pool.on('error', error => log(`database connection lost: ${error.message}`));
  try {
    await pool.query('select 1');
  } catch (cause) {
    await pool.end();
    throw new Error(`The database cannot be reached: ${cause instanceof Error ? cause.message || cause.name : String(cause)}`, {
      cause,
    });
  }
  const listener = createListener(() => new Client({ ...connection, keepAlive: true }), log);
  const on = (target: Pool | PoolClient): Queryable => ({
    query: async <Row>(text: string, values?: readonly SqlValue[]) =>
      (await target.query(text, values as unknown[])).rows as Row[],
  });
  return {
    ...on(pool),
    shared: true,
    async transaction(work) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        const result = await work(on(client));
        await client.query('commit');
        client.release();
        return result;
      } catch (error) {
        // If even the rollback fails, the connection is discarded.
        await client.query('rollback').then(
          () => client.release(),
          () => client.release(true),
        );
        throw error;
      }
    },
    listen: listener.listen,
    async close() {
      await listener.close();
      await pool.end();
    },
  };
}

function createListener(connect: () => Client, log: (line: string) => void) {
  const listenersOf = new Map<string, Set<(payload: string) => void>>();
  let current: Promise<Client> | null = null;
  let retry: NodeJS.Timeout | undefined;
  let attempts = 0;
  let closed = false;

  const open = async (): Promise<Client> => {
    const client = connect();
    let ready = false;
    let lost = false;
    const onLost = (error?: Error) => {
      // If connecting fails, the caller's promise rejects instead.
      if (!ready || lost || closed) return;
      lost = true;
      log(`notifications lost: ${error?.message ?? 'the connection ended'}; connecting again`);
      client.end().catch(() => {});
      again();
    };
    client.on('error', onLost);
    client.on('end', () => onLost());
    client.on('notification', ({ channel, payload }) => {
      for (const listener of [...(listenersOf.get(channel) ?? [])]) listener(payload ?? '');
    });
    await client.connect();
    for (const channel of listenersOf.keys()) await client.query(`listen ${quoted(channel)}`);
    ready = true;
    attempts = 0;
    return client;
  };
  const again = () => {
    clearTimeout(retry);
    const wait = Math.min(RECONNECT_LONGEST_MS, RECONNECT_FIRST_MS * 2 ** attempts++);
    retry = setTimeout(() => {
      current = open();
      current.then(
        () => log('notifications are back'),
        () => closed || again(),
      );
    }, wait);
  };

  return {
    async listen(channel: string, listener: (payload: string) => void) {
      const listeners = listenersOf.get(channel) ?? new Set();
      listenersOf.set(channel, listeners.add(listener));
      current ??= open();
      const client = await current;
      await client.query(`listen ${quoted(channel)}`);
      return async () => {
        listeners.delete(listener);
        if (listeners.size > 0 || listenersOf.get(channel) !== listeners) return;
        listenersOf.delete(channel);
        // A lost connection has no LISTEN to undo.
        const connected = await current?.catch(() => null);
        await connected?.query(`unlisten ${quoted(channel)}`).catch(() => {});
      };
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      const client = await current?.catch(() => null);
      await client?.end().catch(() => {});
    },
  };
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
