/**
 * Edits that were made and not sent yet, of one collection. They are kept in this tab, so that they survive leaving the screen and a reload.
 * A row that was being sent when the page went away comes back as `unknown`: it may have gone through.
 */
import { createStore, type Readable } from '../../../lib/store';
import type { FormDrafts } from '../../../session/history/formDrafts';
import { isSecretName } from '../../../transport/secrets/isSecretName';
import { isSameValue } from './isSameValue';

/** One changed field of a row. Values are as the update takes them. */
export interface StagedEdit {
  readonly field: string;
  /** The column it stands in, and what that is called. */
  readonly column: string;
  readonly label: string;
  readonly before: unknown;
  readonly after: unknown;
  /** What people call a chosen record. */
  readonly name?: string | undefined;
  /** Of an amount of money: the code of its currency. */
  readonly currency?: string | undefined;
  /** What the server holds now, where that is neither. The person has to choose. */
  readonly theirs?: { readonly value: unknown } | undefined;
}

/**
 * How far a row is: `staged`: not sent; `waiting`: in the line; `sending`; `sent`; `refused`: the server did not take it; `unknown`: no
 * answer, it may have gone through; `conflict`: the same field was changed meanwhile; `notSent`: nothing went out.
 */
export type RowState = 'staged' | 'waiting' | 'sending' | 'sent' | 'refused' | 'unknown' | 'conflict' | 'notSent';

/** What the server said against a row, and the field it spoke of (null: the whole row). */
export interface RowProblem {
  readonly message: string;
  readonly field: string | null;
  /** Where it speaks of several places: each with its field (null: none), alone and as a line of the message. */
  readonly parts?: ReadonlyArray<{ readonly field: string | null; readonly message: string; readonly line: string }>;
}

/** The changes of one record. */
export interface StagedRow {
  readonly id: string;
  readonly typeName: string;
  /** The record's keys, by their columns. A list, as names come from the schema. */
  readonly keys: ReadonlyArray<readonly [string, unknown]>;
  readonly title: string;
  readonly state: RowState;
  readonly problem: RowProblem | null;
  readonly edits: readonly StagedEdit[];
  /** The entry of the Changes list that this takes back. */
  readonly undoes?: string | undefined;
}

/** What names a row. */
export type RowHead = Pick<StagedRow, 'id' | 'typeName' | 'keys' | 'title'>;

/** The staged edits of a collection. */
export interface StagedEdits extends Readable<readonly StagedRow[]> {
  /** Adds an edit, or takes it back where it says what was there before. False when there is no room for more. */
  stage(row: RowHead, edit: StagedEdit, undoes?: string): boolean;
  /** Adds many, and keeps them in one go; gives the number that had room. */
  stageAll(entries: ReadonlyArray<readonly [row: RowHead, edit: StagedEdit]>): number;
  /** Changes a row that is there. */
  update(id: string, change: (row: StagedRow) => StagedRow | null): void;
  /** Forgets rows; those under way or without an answer stay. */
  discard(ids: readonly string[]): void;
}

/** Most rows that wait at once, and most characters that are kept of them. */
const MOST_ROWS = 500;
const MOST_CHARACTERS = 600_000;
/** A single value longer than this is not kept in a cell's edit. */
const MOST_VALUE = 20_000;

/** Opens the staged edits of a collection. */
export function createStagedEdits(drafts: FormDrafts, collection: string): StagedEdits {
  const name = `edits:${collection}`;
  const store = createStore<readonly StagedRow[]>(readRows(drafts.read(name)), []);
  const secrets = new WeakMap<StagedRow, boolean>();
  const isSecret = (row: StagedRow): boolean => {
    const known = secrets.get(row) ?? row.edits.some(edit => holdsSecret([edit.before, edit.after]));
    secrets.set(row, known);
    return known;
  };
  /** Characters of the rows, by their identity: a row that did not change is not written out again. */
  const sizes = new WeakMap<StagedRow, number>();
  const sizeOf = (row: StagedRow): number => {
    const size = sizes.get(row) ?? JSON.stringify(row).length;
    sizes.set(row, size);
    return size;
  };
  // What several changes at once come to; null while each is written by itself.
  let gathered: readonly StagedRow[] | null = null;
  const set = (rows: readonly StagedRow[]): void => {
    if (gathered !== null) {
      gathered = rows;
      return;
    }
    store.set(rows);
    const kept = rows.filter(row => row.state !== 'sent' && !isSecret(row));
    drafts.keep(name, kept.length === 0 ? null : kept);
  };
  const staged: StagedEdits = {
    get: store.get,
    subscribe: store.subscribe,
    rendered: store.rendered,
    stageAll(entries) {
      gathered = store.get();
      const count = entries.filter(([row, edit]) => staged.stage(row, edit)).length;
      const rows = gathered;
      gathered = null;
      if (rows !== store.get()) set(rows);
      return count;
    },
    stage(head, edit, undoes) {
      const rows = (gathered ?? store.get()).filter(row => !(row.id === head.id && row.state === 'sent'));
      const known = rows.find(row => row.id === head.id);
      if (known !== undefined && isUnderWay(known)) return false;
      const old = known?.edits.find(entry => entry.field === edit.field);
      const next = { ...edit, before: old === undefined ? edit.before : old.before };
      const others = known?.edits.filter(entry => entry.field !== edit.field) ?? [];
      const edits = isSameValue(next.before, next.after) ? others : [...others, next];
      // No answer came for the last sending: that stays known until the row was read again.
      const state = known?.state === 'unknown' ? 'unknown' : 'staged';
      const row: StagedRow = { ...head, state, problem: null, edits, ...(undoes === undefined ? {} : { undoes }) };
      const without = rows.filter(entry => entry.id !== head.id);
      if (edits.length === 0) set(without);
      else {
        const size = without.reduce((sum, entry) => sum + sizeOf(entry), sizeOf(row));
        if (without.length >= MOST_ROWS || size > MOST_CHARACTERS || JSON.stringify(next.after ?? null).length > MOST_VALUE)
          return false;
        set(known === undefined ? [...rows, row] : rows.map(entry => (entry.id === head.id ? row : entry)));
      }
      return true;
    },
    update(id, change) {
      const rows = store.get();
      const at = rows.findIndex(row => row.id === id);
      const row = rows[at];
      if (row === undefined) return;
      const next = change(row);
      if (next === row) return;
      const changed = next === null || next.edits.length === 0 ? rows.filter(entry => entry !== row) : rows.with(at, next);
      // That a row waits is not kept: it would come back as staged.
      if (next?.state === 'waiting') store.set(changed);
      else set(changed);
    },
    discard: ids => set(store.get().filter(row => !ids.includes(row.id) || isUnderWay(row))),
  };
  return staged;
}

/** True while a row must not be changed. */
export function isUnderWay({ state }: StagedRow): boolean {
  return state === 'waiting' || state === 'sending';
}

/** The rows and the edits there are to send. */
export function countChanges(rows: readonly StagedRow[]): number {
  return rows.reduce((sum, row) => sum + (row.state === 'sent' ? 0 : row.edits.length), 0);
}

/** True for a value that holds something secret by its name: it is not kept beyond the page. */
export function holdsSecret(value: unknown, depth = 20): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  if (Array.isArray(value)) return value.some(item => holdsSecret(item, depth - 1));
  return Object.entries(value).some(([name, inner]) => isSecretName(name) || holdsSecret(inner, depth - 1));
}

/** What was stored, as far as it has the right form: another version may have written it. */
function readRows(stored: unknown): readonly StagedRow[] {
  if (!Array.isArray(stored)) return [];
  return stored.slice(0, MOST_ROWS).flatMap((entry: unknown): StagedRow[] => {
    if (!isObject(entry) || !Array.isArray(entry.keys) || !Array.isArray(entry.edits)) return [];
    const { id, typeName, title } = entry;
    const keys = entry.keys.filter((key): key is [string, unknown] => Array.isArray(key) && typeof key[0] === 'string');
    const edits = entry.edits.filter(isEdit);
    if (typeof id !== 'string' || typeof typeName !== 'string' || typeof title !== 'string' || edits.length === 0) return [];
    const state = entry.state === 'sending' || entry.state === 'unknown' ? 'unknown' : 'staged';
    const undoes = typeof entry.undoes === 'string' ? { undoes: entry.undoes } : {};
    return [{ id, typeName, title, keys, edits, state, problem: null, ...undoes }];
  });
}

function isEdit(value: unknown): value is StagedEdit {
  return (
    isObject(value) &&
    typeof value.field === 'string' &&
    typeof value.column === 'string' &&
    typeof value.label === 'string' &&
    Object.hasOwn(value, 'after') &&
    Object.hasOwn(value, 'before')
  );
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
