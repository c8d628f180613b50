/** Ids that contain their type: `ship-12`, `berth-3`, `visit-4711`, `document-9`. */

/** Types with ids. */
export type NodeType = 'Ship' | 'Berth' | 'Visit' | 'Document';

const PREFIX: Record<NodeType, string> = { Ship: 'ship', Berth: 'berth', Visit: 'visit', Document: 'document' };
const TYPE_OF = new Map(Object.entries(PREFIX).map(([type, prefix]) => [prefix, type as NodeType]));
const LARGEST_ROW = 2_147_483_647;

/** Returns the id of a row. */
export const globalId = (type: NodeType, row: number): string => `${PREFIX[type]}-${row}`;

/** Parses an id; null if it is invalid. */
export function parseGlobalId(id: string): { type: NodeType; row: number } | null {
  const match = /^([a-z]+)-([1-9]\d{0,9})$/.exec(id);
  const type = TYPE_OF.get(match?.[1] ?? '');
  const row = Number(match?.[2]);
  return type && row <= LARGEST_ROW ? { type, row } : null;
}

/** Returns the row number of an id; null if it is not an id of this type. */
export function rowOf(type: NodeType, id: string): number | null {
  const parsed = parseGlobalId(id);
  return parsed?.type === type ? parsed.row : null;
}
