/**
 * An import as it is kept in this browser, so that it goes on after a reload: its rows and their states in pieces, written one by one. A
 * row's state is written before the row goes out; one that was on its way when the page ended comes back as unknown.
 */
import type { DocumentStore } from '../../../lib/documentStore';
import type { Matching } from './matchColumns';

/** How far a row is. `wrong`: it was not sent, as its values do not fit. */
export type ImportState = 'waiting' | 'sending' | 'sent' | 'refused' | 'unknown' | 'wrong';

/** What is known of an import besides its rows. */
export interface ImportHead {
  readonly name: string;
  readonly columns: readonly string[];
  readonly count: number;
  /** null until the person began to send. */
  readonly plan: { readonly matching: Matching; readonly mode: 'create' | 'update'; readonly keyColumn: number | null } | null;
}

/** The rows of one piece. */
export interface ImportPiece {
  readonly rows: readonly (readonly string[])[];
  readonly states: readonly ImportState[];
  /** What was said of rows, by their places in the piece. */
  readonly messages: ReadonlyMap<number, string>;
}

/** Rows of a piece. */
export const PIECE_ROWS = 250;

/** The import of a collection; there is one at a time. Reads give null for what is not there, writes false where there is no room. */
export interface ImportStore {
  head(): Promise<ImportHead | null>;
  setHead(head: ImportHead): Promise<boolean>;
  piece(number: number): Promise<ImportPiece | null>;
  setRows(number: number, rows: readonly (readonly string[])[]): Promise<boolean>;
  setStates(number: number, states: readonly ImportState[], messages: ReadonlyMap<number, string>): Promise<boolean>;
  /** Forgets all of it. */
  clear(): Promise<void>;
}

const LETTERS = { waiting: '.', sending: '>', sent: '+', refused: 'x', unknown: '?', wrong: '!' } as const satisfies Record<
  ImportState,
  string
>;
const STATES: ReadonlyMap<string, ImportState> = new Map(
  Object.entries(LETTERS).map(([state, letter]) => [letter, state as ImportState]),
);

/** Opens the import of a collection. */
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
      // The head first: without it there is no import.
      await documents.delete(name('head'));
      for (const each of await documents.keys(key(`import:${collection}:`))) await documents.delete(each);
    },
  };
}

/** What was stored may be of another version. */
function readHead(stored: unknown): ImportHead | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { name, columns, count, plan } = stored as Partial<ImportHead>;
  if (typeof name !== 'string' || typeof count !== 'number' || !isTexts(columns)) return null;
  if (plan == null) return { name, columns, count, plan: null };
  const { matching, mode, keyColumn } = plan;
  const isRight =
    Array.isArray(matching) &&
    matching.every(entry => entry === null || typeof entry === 'string') &&
    (mode === 'create' || mode === 'update') &&
    (keyColumn === null || typeof keyColumn === 'number');
  return isRight ? { name, columns, count, plan } : null;
}

function readPiece(rows: unknown, stored: unknown): ImportPiece | null {
  if (!Array.isArray(rows) || !rows.every(isTexts)) return null;
  const { states, messages } = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const letters = typeof states === 'string' ? states : '';
  const known = Array.isArray(messages) ? (messages as unknown[]) : [];
  return {
    rows,
    states: rows.map((_, at) => {
      const state = STATES.get(letters[at] ?? '.') ?? 'waiting';
      // Whether it arrived is unknown.
      return state === 'sending' ? 'unknown' : state;
    }),
    messages: new Map(
      known.filter(
        (entry): entry is [number, string] =>
          Array.isArray(entry) && typeof entry[0] === 'number' && typeof entry[1] === 'string',
      ),
    ),
  };
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(entry => typeof entry === 'string');
