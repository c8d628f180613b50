/** Reads the row with a given id. */
import type { Queryable } from '../../database/database';
import { type ArgumentPath, inputError } from '../inputError';
import { type NodeType, rowOf } from './globalId';

const TABLES = { Ship: 'ships', Berth: 'berths', Visit: 'visits' } as const;

/** Returns the row. If there is none, throws an error at `path`. Visits are locked until the transaction ends. */
export async function requireRow<Row>(
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
