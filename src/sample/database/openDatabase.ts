/** Opens the configured database, migrates it, and seeds it if it is empty. */
import { seedHarbour } from '../seed/seedHarbour';
import type { Database } from './database';
import { migrate } from './migrate';
import { openPglite } from './openPglite';
import { openPostgres } from './openPostgres';

/**
 * @param dataDir folder of the embedded database, or ':memory:'; ignored with `databaseUrl`
 * @param databaseUrl address of a PostgreSQL server to use instead
 * @param log called when a connection is lost or restored
 * @param now time for which an empty harbour is seeded, in milliseconds since 1970
 * @throws Error if the database cannot be opened
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
