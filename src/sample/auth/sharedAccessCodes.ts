/**
 * The access codes of instances that share a database: each instance accepts the codes that any of them printed, whichever one a load
 * balancer picks.
 */
import type { Database } from '../database/database';
import { type AccessCodes, randomCode } from './createAccessGate';

/** Returns the database's codes: random, created by the first instance, and never changed. */
export const sharedAccessCodes = async (database: Database): Promise<AccessCodes> => ({
  accessCode: await sharedCode(database, 'access code'),
  pilotCode: await sharedCode(database, 'pilot code'),
});

async function sharedCode(database: Database, key: string): Promise<string> {
  await database.query('insert into harbour.settings (key, value) values ($1, $2) on conflict (key) do nothing', [
    key,
    randomCode(),
  ]);
  const rows = await database.query<{ value: string }>('select value from harbour.settings where key = $1', [key]);
  return (rows[0] as { value: string }).value;
}
