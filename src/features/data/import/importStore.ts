/**
 * An import as it is stored in this browser, so that it continues after a reload. Rows and their states are stored in pieces, one write at
 * a time. A row's state is stored before the row is sent; a row that was being sent when the page was closed is unknown after a reload.
 */
import type { DocumentStore } from '../../../lib/documentStore';
import type { ColumnSeparator } from '../../../ui/form/columnNumbers';
import type { Matching } from './matchColumns';

/** State of a row. `wrong`: it was not sent, because its values do not fit their fields. */
export type ImportState = 'waiting' | 'sending' | 'sent' | 'refused' | 'unknown' | 'wrong';

/** Data of an import other than its rows. */
export interface ImportHead {
  readonly name: string;
  readonly columns: readonly string[];
  readonly count: number;
  /** null until the user started sending. */
  readonly plan: {
    readonly matching: Matching;
    readonly mode: 'create' | 'update';
    readonly keyColumn: number | null;
    /** True: an empty cell empties the field of its record. Missing: it leaves the field unchanged. */
    readonly empties?: boolean;
    /** Meaning of the thousands separator in each column; missing if no column shows it. */
    readonly separators?: readonly ColumnSeparator[];
    /** Indexes of the columns that are read as amounts of money instead of minor units. */
    readonly money?: readonly number[];
  } | null;
}

/** The rows of one piece. */
export interface ImportPiece {
  readonly rows: readonly (readonly string[])[];
  readonly states: readonly ImportState[];
  /** Messages about rows, by their index in the piece. */
  readonly messages: ReadonlyMap<number, string>;
}

/** Number of rows in a piece. */
export const PIECE_ROWS = 250;

/**
 * The import of a collection; a collection has at most one. Reads resolve to null when nothing is stored, writes to false when there is no
 * space left.
 */
export interface ImportStore {
  head(): Promise<ImportHead | null>;
  setHead(head: ImportHead): Promise<boolean>;
  piece(number: number): Promise<ImportPiece | null>;
  setRows(number: number, rows: readonly (readonly string[])[]): Promise<boolean>;
  setStates(number: number, states: readonly ImportState[], messages: ReadonlyMap<number, string>): Promise<boolean>;
  /** Deletes everything that is stored of the import. */
  clear(): Promise<void>;
}

const LETTERS = { waiting: '.', sending: '>', sent: '+', refused: 'x', unknown: '?', wrong: '!' } as const satisfies Record<
  ImportState,
  string
>;
const STATES: ReadonlyMap<string, ImportState> = new Map(
  Object.entries(LETTERS).map(([state, letter]) => [letter, state as ImportState]),
);

/** Opens the stored import of a collection. */
export function openImport(documents: DocumentStore, key: (name: string) => string, collection: string): ImportStore {
  const name = (part: string): string => key(`import:${collection}:${part}`);
  return {
    async head() {
      return readHead(await documents.get(name('head')));
    },
    setHead: head => documents.set(name('head'), head),
    async piece(number) {
      const [rows, states] = await Promise.all([documents.get(name(`rows:${number}`)), documents.get(name(`states:${number}`))]);
      return readPiece(rows, states);
    },
    setRows: (number, rows) => documents.set(name(`rows:${number}`), rows),
    setStates: (number, states, messages) =>
      documents.set(name(`states:${number}`), {
        states: states.map(state => LETTERS[state]).join(''),
        messages: [...messages],
      }),
    async clear() {
      // The head is deleted first: without it, the rest no longer counts as an import.
      await documents.delete(name('head'));
      for (const each of await documents.keys(key(`import:${collection}:`))) await documents.delete(each);
    },
  };
}

/** Initial counts: no rows. */
export const NO_COUNTS: Readonly<Record<ImportState, number>> = {
  waiting: 0,
  sending: 0,
  sent: 0,
  refused: 0,
  unknown: 0,
  wrong: 0,
};

/** The number of rows in each state. */
export async function countStates(store: ImportStore, count: number): Promise<Readonly<Record<ImportState, number>>> {
  const counts = { ...NO_COUNTS };
  for (let number = 0; number * PIECE_ROWS < count; number++)
    for (const state of (await store.piece(number))?.states ?? []) counts[state]++;
  return counts;
}

/** Checks the shape of the stored value, because another version may have written it. */
function readHead(stored: unknown): ImportHead | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { name, columns, count, plan } = stored as Partial<ImportHead>;
  if (typeof name !== 'string' || typeof count !== 'number' || !isTexts(columns)) return null;
  if (plan == null) return { name, columns, count, plan: null };
  const { matching, mode, keyColumn, empties = false, separators = [], money = [] } = plan;
  const isRight =
    Array.isArray(matching) &&
    matching.every(entry => entry === null || typeof entry === 'string') &&
    (mode === 'create' || mode === 'update') &&
    (keyColumn === null || typeof keyColumn === 'number') &&
    typeof empties === 'boolean' &&
    Array.isArray(money) &&
    money.every(entry => typeof entry === 'number') &&
    Array.isArray(separators) &&
    separators.every(entry => entry === null || entry === 'group' || entry === 'decimal');
  return isRight ? { name, columns, count, plan } : null;
}

function readPiece(rows: unknown, stored: unknown): ImportPiece | null {
  if (!Array.isArray(rows) || !rows.every(isTexts)) return null;
  const { states, messages } = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const letters = typeof states === 'string' ? states : '';
  const entries = Array.isArray(messages) ? (messages as unknown[]) : [];
  return {
    rows,
    states: rows.map((_, at) => {
      const state = STATES.get(letters[at] ?? '.') ?? 'waiting';
      // The page was closed while this row was being sent, so it is unknown whether the server received it.
      return state === 'sending' ? 'unknown' : state;
    }),
    messages: new Map(
      entries.filter(
        (entry): entry is [number, string] =>
          Array.isArray(entry) && typeof entry[0] === 'number' && typeof entry[1] === 'string',
      ),
    ),
  };
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(entry => typeof entry === 'string');
