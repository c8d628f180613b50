/**
 * Unsent edits of one collection. They are stored for this tab, so that they survive leaving the screen and a reload. A row that was being
 * sent when the page was closed comes back as `unknown`: its change may have been applied.
 */
import { createStore, type Readable } from '../../../../lib/store';
import type { FormDrafts } from '../../../../session/history/formDrafts';
import { isSecretName } from '../../../../transport/secrets/isSecretName';
import { isSameValue } from '../fields/isSameValue';

/** One changed field of a row. Values have the form that the update takes. */
export interface StagedEdit {
  readonly field: string;
  /** Id of the column, and its label. */
  readonly column: string;
  readonly label: string;
  readonly before: unknown;
  readonly after: unknown;
  /** Display names of the records that `after` and `before` refer to. */
  readonly name?: string | undefined;
  readonly beforeName?: string | undefined;
  /** Currency code of an amount of money. */
  readonly currency?: string | undefined;
  /** The server's current value, if it is neither `before` nor `after`. The user must choose. */
  readonly theirs?: { readonly value: unknown } | undefined;
}

/**
 * State of a row. `staged`: not sent; `waiting`: queued; `sending`; `sent`; `refused`: the server rejected it; `unknown`: no response, the
 * change may have been applied; `conflict`: the same field was changed meanwhile; `notSent`: no request was sent.
 */
export type RowState = 'staged' | 'waiting' | 'sending' | 'sent' | 'refused' | 'unknown' | 'conflict' | 'notSent';

/** The server's error for a row, and the field it concerns (null: the whole row). */
export interface RowProblem {
  readonly message: string;
  readonly field: string | null;
  /** If the error has several parts: each with its field (null: none), its message, and its line in the combined message. */
  readonly parts?: ReadonlyArray<{ readonly field: string | null; readonly message: string; readonly line: string }>;
}

/** The changes of one record. */
export interface StagedRow {
  readonly id: string;
  readonly typeName: string;
  /** The record's keys, by column. A list instead of an object, because the names come from the schema. */
  readonly keys: ReadonlyArray<readonly [string, unknown]>;
  readonly title: string;
  readonly state: RowState;
  readonly problem: RowProblem | null;
  readonly edits: readonly StagedEdit[];
  /** The entries of the change log that this row undoes. */
  readonly undoes?: readonly string[] | undefined;
}

/** What identifies a row. */
export type RowHead = Pick<StagedRow, 'id' | 'typeName' | 'keys' | 'title'>;

/** The staged edits of a collection. */
export interface StagedEdits extends Readable<readonly StagedRow[]> {
  /** Adds an edit, or removes it if it restores the original value. Returns false if there is no space left. */
  stage(row: RowHead, edit: StagedEdit, undoes?: string): boolean;
  /** Adds several edits and stores them at once; returns how many fit. */
  stageAll(entries: ReadonlyArray<readonly [row: RowHead, edit: StagedEdit]>): number;
  /** Changes an existing row. */
  update(id: string, change: (row: StagedRow) => StagedRow | null): void;
  /** Removes rows, except those that are waiting or being sent. */
  discard(ids: readonly string[]): void;
}

/** The unsent edit of a column of a row. */
export function stagedEdit(rows: readonly StagedRow[], id: string, columnId: string): StagedEdit | undefined {
  return rows.find(row => row.id === id && row.state !== 'sent')?.edits.find(edit => edit.column === columnId);
}

/** Maximum number of rows, and of characters stored for them. */
const MOST_ROWS = 500;
const MOST_CHARACTERS = 600_000;
/** Maximum length of a single value; longer values are not staged. */
const MOST_VALUE = 20_000;

/** Opens the staged edits of a collection. */
export function createStagedEdits(drafts: FormDrafts, collection: string): StagedEdits {
  const name = `edits:${collection}`;
  const store = createStore<readonly StagedRow[]>(readRows(drafts.read(name)), []);
  const secrets = new WeakMap<StagedRow, boolean>();
  const isSecret = (row: StagedRow): boolean => {
    const hasSecret = secrets.get(row) ?? row.edits.some(edit => holdsSecret([edit.before, edit.after]));
    secrets.set(row, hasSecret);
    return hasSecret;
  };
  /** Size of each row in characters, by identity, so that unchanged rows are not serialized again. */
  const sizes = new WeakMap<StagedRow, number>();
  const sizeOf = (row: StagedRow): number => {
    const size = sizes.get(row) ?? JSON.stringify(row).length;
    sizes.set(row, size);
    return size;
  };
  // Combined result of several changes at once; null while each change is stored separately.
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
      const next = old === undefined ? edit : { ...edit, before: old.before, beforeName: old.beforeName };
      const others = known?.edits.filter(entry => entry.field !== edit.field) ?? [];
      const edits = isSameValue(next.before, next.after) ? others : [...others, next];
      // The last send got no response: this stays known until the row has been read again.
      const state = known?.state === 'unknown' ? 'unknown' : 'staged';
      const undone = undoes === undefined ? {} : { undoes: [...new Set([...(known?.undoes ?? []), undoes])] };
      const row: StagedRow = { ...head, state, problem: null, edits, ...undone };
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
      // The state `waiting` is not stored: after a reload, the row would be `staged` again anyway.
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

/** Number of edits that are left to send. */
export function countChanges(rows: readonly StagedRow[]): number {
  return rows.reduce((sum, row) => sum + (row.state === 'sent' ? 0 : row.edits.length), 0);
}

/** True for a value that contains a secret, judged by field names: it is not stored beyond the page. */
export function holdsSecret(value: unknown, depth = 20): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  if (Array.isArray(value)) return value.some(item => holdsSecret(item, depth - 1));
  return Object.entries(value).some(([name, inner]) => isSecretName(name) || holdsSecret(inner, depth - 1));
}

/** The valid parts of the stored value; another version may have written it. */
function readRows(stored: unknown): readonly StagedRow[] {
  if (!Array.isArray(stored)) return [];
  return stored.slice(0, MOST_ROWS).flatMap((entry: unknown): StagedRow[] => {
    if (!isObject(entry) || !Array.isArray(entry.keys) || !Array.isArray(entry.edits)) return [];
    const { id, typeName, title } = entry;
    const keys = entry.keys.filter((key): key is [string, unknown] => Array.isArray(key) && typeof key[0] === 'string');
    const edits = entry.edits.filter(isEdit);
    if (typeof id !== 'string' || typeof typeName !== 'string' || typeof title !== 'string' || edits.length === 0) return [];
    const state = entry.state === 'sending' || entry.state === 'unknown' ? 'unknown' : 'staged';
    const undoes = Array.isArray(entry.undoes) ? entry.undoes.filter(undone => typeof undone === 'string') : [];
    return [{ id, typeName, title, keys, edits, state, problem: null, ...(undoes.length === 0 ? {} : { undoes }) }];
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
