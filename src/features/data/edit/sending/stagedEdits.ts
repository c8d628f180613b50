/**
 * Unsent edits of one collection. They are stored for this tab, so that they survive leaving the screen and a reload. A row that was being
 * sent when the page was closed comes back as `unknown`: its change may have been applied.
 */
import { createStore, type Readable } from '../../../../lib/store';
import type { FormDrafts } from '../../../../session/history/formDrafts';
import { isSameValue } from '../fields/isSameValue';
import { isUnderWay, type RowHead, type StagedEdit, type StagedRow, unsentEdit } from './stagedRow';
import { createStoredEdits, PART_CHARACTERS } from './storedEdits';

/** The staged edits of a collection. */
export interface StagedEdits extends Readable<readonly StagedRow[]> {
  /** The row with this id now, and the unsent edit of one of its columns. */
  row(id: string): StagedRow | undefined;
  edit(id: string, columnId: string): StagedEdit | undefined;
  /** Adds an edit, or removes it if it restores the original value. Returns false if there is no space left. */
  stage(row: RowHead, edit: StagedEdit, undoes?: string): boolean;
  /** Adds several edits and stores them at once; returns how many fit. */
  stageAll(entries: ReadonlyArray<readonly [row: RowHead, edit: StagedEdit]>): number;
  /** Changes an existing row; null, or a row without edits: it is removed. */
  update(id: string, change: (row: StagedRow) => StagedRow | null): void;
  /** Changes several rows and stores them at once. */
  updateAll(ids: Iterable<string>, change: (row: StagedRow) => StagedRow | null): void;
  /** Removes rows, except those that are waiting or being sent. */
  discard(ids: readonly string[]): void;
}

/** Maximum number of rows, and of characters stored for them. */
const MOST_ROWS = 5000;
const MOST_CHARACTERS = 2_000_000;
/** Maximum length of a single value; longer values are not staged. */
const MOST_VALUE = 20_000;

/** Opens the staged edits of a collection. */
export function createStagedEdits(drafts: FormDrafts, collection: string): StagedEdits {
  const stored = createStoredEdits(drafts, collection);
  // Only the map is changed. Its rows and their edits are replaced, so that a list of rows that was read stays as it was.
  const byId = new Map<string, StagedRow>();
  let size = 0;
  const sizeOf = (row: StagedRow | undefined): number => (row === undefined ? 0 : stored.sizeOf(row));
  const remove = (id: string): void => {
    size -= sizeOf(byId.get(id));
    byId.delete(id);
  };
  const put = (row: StagedRow): void => {
    size += sizeOf(row) - sizeOf(byId.get(row.id));
    byId.set(row.id, row);
  };
  for (const row of stored.read().slice(0, MOST_ROWS)) put(row);
  const store = createStore<readonly StagedRow[]>([...byId.values()], []);
  const publish = (isStored = true): void => {
    store.set([...byId.values()]);
    if (isStored) stored.keep(store.get());
  };
  const add = (head: RowHead, edit: StagedEdit, undoes?: string): boolean => {
    const present = byId.get(head.id);
    const known = present?.state === 'sent' ? undefined : present;
    if (known !== undefined && isUnderWay(known)) return false;
    const old = known?.edits.find(entry => entry.field === edit.field);
    // The last send got no response: the record may have its values, so that the original value must be sent, too.
    const isUnknown = known?.state === 'unknown';
    const next = old === undefined || isUnknown ? edit : { ...edit, before: old.before, beforeName: old.beforeName };
    const others = known?.edits.filter(entry => entry.field !== edit.field) ?? [];
    const edits = isSameValue(next.before, next.after) && !(old && isUnknown) ? others : [...others, next];
    if (edits.length === 0) {
      remove(head.id);
      return true;
    }
    // This stays known until the row has been read again.
    const state = isUnknown ? 'unknown' : 'staged';
    const undone = undoes === undefined ? {} : { undoes: [...new Set([...(known?.undoes ?? []), undoes])] };
    const row: StagedRow = { ...head, state, problem: null, edits, ...undone };
    const rest = byId.size - (present === undefined ? 0 : 1);
    if (rest >= MOST_ROWS || JSON.stringify(next.after ?? null).length > MOST_VALUE) return false;
    if (sizeOf(row) > PART_CHARACTERS || size - sizeOf(present) + sizeOf(row) > MOST_CHARACTERS) return false;
    // A row that is staged again comes last.
    if (known === undefined) remove(head.id);
    put(row);
    return true;
  };
  const updateAll: StagedEdits['updateAll'] = (ids, change) => {
    // The state `waiting` is not stored: after a reload, the row would be `staged` again anyway.
    let isChanged = false;
    let isStored = false;
    for (const id of ids) {
      const row = byId.get(id);
      const next = row === undefined ? row : change(row);
      if (next === row) continue;
      if (next == null || next.edits.length === 0) remove(id);
      else put(next);
      isChanged = true;
      isStored ||= next?.state !== 'waiting';
    }
    if (isChanged) publish(isStored);
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    rendered: store.rendered,
    row: id => byId.get(id),
    edit: (id, columnId) => unsentEdit(byId.get(id), columnId),
    stage(head, edit, undoes) {
      const hasRoom = add(head, edit, undoes);
      if (hasRoom) publish();
      return hasRoom;
    },
    stageAll(entries) {
      const count = entries.filter(([head, edit]) => add(head, edit)).length;
      if (count > 0) publish();
      return count;
    },
    update: (id, change) => updateAll([id], change),
    updateAll,
    discard(ids) {
      const discarded = ids.filter(id => {
        const row = byId.get(id);
        return row !== undefined && !isUnderWay(row);
      });
      for (const id of discarded) remove(id);
      if (discarded.length > 0) publish();
    },
  };
}
