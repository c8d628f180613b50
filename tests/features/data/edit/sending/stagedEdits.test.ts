/** The staged edits of a collection, as many as can be staged, and what is stored of them. */
import { createStagedEdits, type StagedEdits } from '../../../../../src/features/data/edit/sending/stagedEdits';
import type { RowHead, RowState, StagedEdit } from '../../../../../src/features/data/edit/sending/stagedRow';
import { type KeyValueStorage, memoryStorage } from '../../../../../src/lib/storage';
import { createFormDrafts } from '../../../../../src/session/history/formDrafts';

const head = (id: string): RowHead => ({ id, typeName: 'Ship', keys: [['id', id]], title: id });
const edit = (after: unknown, field = 'name', before: unknown = 'old'): StagedEdit => ({
  field,
  column: field,
  label: field,
  before,
  after,
});
const ids = (count: number): string[] => Array.from({ length: count }, (_, at) => `s${at}`);
const open = (storage: KeyValueStorage): StagedEdits => createStagedEdits(createFormDrafts(storage, 'c'), 'ships');
const setState = (staged: StagedEdits, id: string, state: RowState): void => staged.update(id, row => ({ ...row, state }));

/** A storage that counts the characters written to it. */
function countedStorage() {
  const inner = memoryStorage();
  const written = { characters: 0 };
  const storage: KeyValueStorage = {
    ...inner,
    setItem(key, value) {
      written.characters += value.length;
      inner.setItem(key, value);
    },
  };
  return { storage, written };
}

/** As many rows as can be staged. */
function full(storage: KeyValueStorage): StagedEdits {
  const staged = open(storage);
  expect(staged.stageAll(ids(5000).map(id => [head(id), edit('new')] as const))).toBe(5000);
  return staged;
}

test('5,000 edits of as many rows, or of few rows, are staged and restored in their order', () => {
  const storage = memoryStorage();
  full(storage);
  expect(
    open(storage)
      .get()
      .map(row => row.id),
  ).toEqual(ids(5000));
  const wide = memoryStorage();
  const fields = Array.from({ length: 200 }, (_, at) => `measure${at}`);
  const entries = ids(25).flatMap(id => fields.map(field => [head(id), edit('new', field)] as const));
  expect(open(wide).stageAll(entries)).toBe(5000);
  const restored = open(wide);
  expect(restored.get().map(row => row.edits.length)).toEqual(ids(25).map(() => 200));
  expect(restored.edit('s24', 'measure199')?.after).toBe('new');
});

test('a change of one row stores little, however many rows are staged', () => {
  const { storage, written } = countedStorage();
  const staged = full(storage);
  for (const change of [
    () => staged.stage(head('s2500'), edit('newer')),
    () => setState(staged, 's2500', 'sending'),
    () => setState(staged, 's2500', 'sent'),
  ]) {
    written.characters = 0;
    change();
    expect(written.characters).toBeGreaterThan(1000);
    expect(written.characters).toBeLessThan(30_000);
  }
});

test('what was sent, removed or refused is stored as such in any part', () => {
  const storage = memoryStorage();
  const staged = full(storage);
  staged.updateAll(ids(5000), row => ({ ...row, state: 'waiting' }));
  setState(staged, 's0', 'sent');
  setState(staged, 's1234', 'sending');
  setState(staged, 's4999', 'sent');
  staged.discard(ids(5000));
  expect(staged.get()).toHaveLength(4998);
  setState(staged, 's7', 'staged');
  staged.discard(['s7']);
  const again = open(storage);
  expect(again.get()).toHaveLength(4997);
  expect(again.row('s1234')?.state).toBe('unknown');
  expect(['s0', 's7', 's4999'].map(id => again.row(id))).toEqual([undefined, undefined, undefined]);
  // The parts that were read have gaps. Nothing comes back with the next change.
  again.discard(['s8']);
  const third = open(storage);
  expect(third.get().map(row => row.id)).toEqual(again.get().map(row => row.id));
  expect(new Set(third.get().map(row => row.id)).size).toBe(4996);
  third.discard(third.get().map(row => row.id));
  expect(open(storage).get()).toEqual([]);
});

test('what an earlier version stored in one value is read, and divided by the next change', () => {
  const storage = memoryStorage();
  const key = 'oriel:draft:c:edits:ships';
  const rows = ids(500).map(id => ({ ...head(id), state: 'staged', problem: null, edits: [edit('new')] }));
  storage.setItem(key, JSON.stringify(rows));
  const staged = open(storage);
  expect(staged.get()).toEqual(rows);
  staged.stage(head('s0'), edit('newer'));
  expect(JSON.parse(storage.getItem(key) ?? '')).toHaveLength(100);
  expect(open(storage).get()).toEqual(staged.get());
  staged.stage(head('s0'), edit('old'));
  expect(open(storage).get()).toEqual(staged.get());
});

test('long values are divided into parts that are stored, and a row that fits into none is not staged', () => {
  const storage = memoryStorage();
  const staged = open(storage);
  const long = 'x'.repeat(19_000);
  const entries = ids(120).map(id => [head(id), edit(long)] as const);
  const count = staged.stageAll(entries);
  expect(count).toBeGreaterThan(90);
  expect(count).toBeLessThan(120);
  expect(open(storage).get()).toEqual(staged.get());
  staged.discard(ids(120));
  const wide = Array.from({ length: 40 }, (_, at) => [head('s0'), edit(long, `text${at}`)] as const);
  expect(staged.stageAll(wide)).toBeLessThan(32);
  expect(open(storage).get()).toEqual(staged.get());
});

test('a list of rows that was read does not change, and is the same until the next change', () => {
  const staged = open(memoryStorage());
  staged.stage(head('s0'), edit('new'));
  const read = staged.get();
  expect(staged.get()).toBe(read);
  staged.stage(head('s0'), edit('newer'));
  staged.stage(head('s1'), edit('new'));
  expect(read.map(row => row.edits[0]?.after)).toEqual(['new']);
  expect(staged.get()).toHaveLength(2);
});

test('a row that was sent is staged anew, as the last one', () => {
  const staged = open(memoryStorage());
  staged.stageAll(['s0', 's1'].map(id => [head(id), edit('new')] as const));
  setState(staged, 's0', 'sent');
  expect(staged.edit('s0', 'name')).toBeUndefined();
  staged.stage(head('s0'), edit(5, 'size', 4));
  expect(staged.get().map(row => row.id)).toEqual(['s1', 's0']);
  expect(staged.row('s0')?.edits).toEqual([edit(5, 'size', 4)]);
});

test('the original value stays staged if the last send got no response, because the record may have the other one', () => {
  const staged = open(memoryStorage());
  staged.stage(head('s1'), edit('new'));
  setState(staged, 's1', 'unknown');
  staged.stage(head('s1'), edit('old'));
  expect(staged.row('s1')).toMatchObject({ state: 'unknown', edits: [{ before: 'old', after: 'old' }] });
  staged.stage(head('s1'), edit('old', 'name', 'new'));
  expect(staged.row('s1')).toMatchObject({ state: 'unknown', edits: [{ before: 'new', after: 'old' }] });
  setState(staged, 's1', 'staged');
  staged.stage(head('s1'), edit('new', 'name', 'new'));
  expect(staged.get()).toEqual([]);
});
