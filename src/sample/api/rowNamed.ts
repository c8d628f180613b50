/** The row an id names. */
import type { Queryable } from '../database/database';
import { type NodeType, rowOf } from './globalId';
import { type ArgumentPath, inputError } from './inputError';

const TABLES = { Ship: 'ships', Berth: 'berths', Visit: 'visits' } as const;

/** Reads the row; an id that names none is an error at `path`. Visits are held until the transaction ends. */
export async function rowNamed<Row>(
  tx: Queryable,
  type: Exclude<NodeType, 'Document'>,
  id: string,
  path: ArgumentPath,
): Promise<Row> {
  const number = rowOf(type, id);
  const lock = type === 'Visit' ? 'for update' : '';
  const rows =
    number === null ? [] : await tx.query<Row>(`select * from harbour.${TABLES[type]} where id = $1 ${lock}`, [number]);
  if (!rows[0]) throw inputError(`There is no ${type.toLowerCase()} "${id.slice(0, 100)}".`, path);
  return rows[0];
}
