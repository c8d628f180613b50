/** The access code of instances that share a database: whichever of them a balancer leads to, it takes the code that any of them printed. */
import type { Database } from '../database/database';
import { randomCode } from './createAccessGate';

/** The code of the database: random, made by the first instance that asks, and the same ever after. */
export async function sharedAccessCode(database: Database): Promise<string> {
  await database.query(`insert into harbour.settings (key, value) values ('access code', $1) on conflict (key) do nothing`, [
    randomCode(),
  ]);
  const rows = await database.query<{ value: string }>(`select value from harbour.settings where key = 'access code'`);
  return (rows[0] as { value: string }).value;
}
