/**
 * Fills an empty harbour: always the same rows, with times around `now`. Rows are inserted as JSON, a few thousand in each statement, which
 * is the fastest way on both databases.
 */
import type { Queryable } from '../database/database';
import { createRandom } from './createRandom';
import { makeBerths } from './makeBerths';
import { makeDocuments } from './makeDocuments';
import { makeShips } from './makeShips';
import { makeVisits } from './makeVisits';

const SEED = 20_260_701;
const ROWS_PER_STATEMENT = 3000;

/** Inserts ships, berths, visits and documents through `tx`; `now` as for `makeVisits`. */
export async function seedHarbour(tx: Queryable, now: number): Promise<void> {
  const random = createRandom(SEED);
  const ships = makeShips(random);
  const berths = makeBerths();
  const visits = makeVisits(random, ships, berths, now);
  const documents = makeDocuments(random, visits, ships);

  await insert(tx, 'ships', ships);
  await insert(tx, 'berths', berths);
  await insert(tx, 'visits', visits);
  const each = (list: readonly unknown[]) => [JSON.stringify(list)];
  await tx.query(
    `insert into harbour.blobs (id, complete, size_bytes, sha256, created_at)
     select blob_id, true, size_bytes, sha256, uploaded_at
     from json_to_recordset($1::json) as d(blob_id uuid, size_bytes bigint, sha256 text, uploaded_at timestamptz)`,
    each(documents),
  );
  await tx.query(
    `insert into harbour.blob_chunks (blob_id, position, bytes)
     select blob_id, 0, decode(base64, 'base64') from json_to_recordset($1::json) as d(blob_id uuid, base64 text)`,
    each(documents),
  );
  await tx.query(
    `insert into harbour.documents (visit_id, blob_id, filename, content_type, uploaded_at)
     select visit_id, blob_id, filename, content_type, uploaded_at
     from json_to_recordset($1::json)
       as d(visit_id integer, blob_id uuid, filename text, content_type text, uploaded_at timestamptz)`,
    each(documents),
  );
  // The ids were set explicitly, so the sequences have to be advanced past them.
  for (const table of ['ships', 'berths', 'visits'])
    await tx.query(`select setval(pg_get_serial_sequence('harbour.${table}', 'id'), (select max(id) from harbour.${table}))`);
}

async function insert(tx: Queryable, table: 'ships' | 'berths' | 'visits', rows: readonly unknown[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await tx.query(`insert into harbour.${table} select * from json_populate_recordset(null::harbour.${table}, $1::json)`, [
      JSON.stringify(rows.slice(start, start + ROWS_PER_STATEMENT)),
    ]);
  }
}
