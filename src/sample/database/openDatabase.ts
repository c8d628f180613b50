/** Opens whichever database was asked for, brings it to the newest layout and fills it when it is empty. */
import { seedHarbour } from '../seed/seedHarbour';
import type { Database } from './database';
import { migrate } from './migrate';
import { openPglite } from './openPglite';
import { openPostgres } from './openPostgres';

/**
 * @param dataDir folder of the embedded database, ':memory:' for none; not used with `databaseUrl`.
 * @param databaseUrl a PostgreSQL to use instead.
 * @param log called when a connection is lost and restored.
 * @param now the moment that an empty harbour is filled for, milliseconds since 1970.
 * @throws Error when it cannot be opened.
 */
export async function openDatabase(
  dataDir: string,
  databaseUrl: string | undefined,
  log: (line: string) => void,
  now: number,
): Promise<Database> {
  const embedded = databaseUrl ? null : await openPglite(dataDir);
  const database = embedded ?? (await openPostgres(databaseUrl as string, log));
  try {
    await migrate(database, tx => seedHarbour(tx, now));
    await embedded?.markReady();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
