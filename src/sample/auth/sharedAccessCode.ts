/**
 * The access code of instances that share a database: each instance accepts the code that any of them printed, whichever one a load
 * balancer picks.
 */
import type { Database } from '../database/database';
import { randomCode } from './createAccessGate';

/** Returns the database's code: random, created by the first instance, and never changed. */
export async function sharedAccessCode(database: Database): Promise<string> {
  await database.query(`insert into harbour.settings (key, value) values ('access code', $1) on conflict (key) do nothing`, [
    randomCode(),
  ]);
  const rows = await database.query<{ value: string }>(`select value from harbour.settings where key = 'access code'`);
  return (rows[0] as { value: string }).value;
}
