/** Staged edits, sent to a server that refuses them, loses responses, or was changed meanwhile. */
import { newEdit } from '../../../../../src/features/data/edit/sending/newEdit';
import { resolveConflict, type SendWorld, sendChanges } from '../../../../../src/features/data/edit/sending/sendChanges';
import { createStagedEdits, type StagedEdits } from '../../../../../src/features/data/edit/sending/stagedEdits';
import type { RowHead } from '../../../../../src/features/data/edit/sending/stagedRow';
import { memoryStorage } from '../../../../../src/lib/storage';
import { columnAt } from '../../../../../src/schema/collections/columns/columns';
import { createFormDrafts } from '../../../../../src/session/history/formDrafts';
import { modelOf } from '../../../../schema/modelOf';

type Answer = Awaited<ReturnType<SendWorld['send']>>;
const DONE: Answer = { state: 'done', problem: null };

/** Rows on a server, and the mutations that it received. */
function server(rows: Record<string, Record<string, unknown>>) {
  const sent: string[] = [];
  const answers = new Map<string, (apply: () => void) => Answer | Promise<Answer>>();
  const reads: string[] = [];
  let atOnce = 0;
  let most = 0;
  const world: SendWorld = {
    async read(row) {
      reads.push(row.id);
      const stored = rows[row.id];
      return stored === undefined ? { failed: 'gone' } : { row: { ...stored } };
    },
    async send(row, _, edits) {
      sent.push(`${row.id} ${edits.map(edit => `${edit.field}=${String(edit.after)}`).join(' ')}`);
      most = Math.max(most, ++atOnce);
      await new Promise(resolve => setImmediate(resolve));
      const apply = (): void => {
        for (const edit of edits) (rows[row.id] as Record<string, unknown>)[edit.field] = edit.after;
      };
      const respond = answers.get(row.id);
      const result = respond ? await respond(apply) : DONE;
      if (!respond) apply();
      atOnce--;
      return result;
    },
  };
  return { rows, sent, reads, answers, world, most: () => most };
}

const head = (id: string): RowHead => ({ id, typeName: 'Ship', keys: [['id', id]], title: id });
const edit = (after: unknown, before: unknown = 'old', field = 'name') => ({ field, column: field, label: field, before, after });
function staging(): { staged: StagedEdits; again: () => StagedEdits } {
  const drafts = createFormDrafts(memoryStorage(), 'c');
  return { staged: createStagedEdits(drafts, 'ships'), again: () => createStagedEdits(drafts, 'ships') };
}
const states = (staged: StagedEdits): Record<string, string> => Object.fromEntries(staged.get().map(row => [row.id, row.state]));

describe('staging', () => {
  test('keeps edits over a reload, and removes one that restores the original value', () => {
    const { staged, again } = staging();
    staged.stage(head('a'), edit('new'));
    staged.stage(head('a'), edit(2, 1, 'size'));
    expect(again().get()).toEqual(staged.get());
    staged.stage(head('a'), edit('old', 'new'));
    expect(staged.get()[0]?.edits.map(entry => entry.field)).toEqual(['size']);
    staged.stage(head('a'), edit(1, 1, 'size'));
    expect(again().get()).toEqual([]);
  });

  test('keeps the name of the record that a field referred to, until the server refers to another one', () => {
    const model = modelOf(`type Query { ships: [Ship!]! ship(id: ID!): Ship berths: [Berth!]! berth(id: ID!): Berth }
      type Ship { id: ID! name: String! berth: Berth } type Berth { id: ID! name: String! }`);
    const column = columnAt(model, 'Ship', ['berth']);
    if (column === null) throw new Error('no column');
    const row = { id: 'a', berth: { id: 'b1', name: 'North' } };
    const made = (after: unknown) => newEdit({ field: { name: 'berthId' }, column }, { row, before: 'b1', after });
    const { staged, again } = staging();
    staged.stage(head('a'), made('b2'));
    staged.stage(head('a'), made('b3'));
    expect(again().get()[0]?.edits).toMatchObject([{ before: 'b1', beforeName: 'North', after: 'b3' }]);
    staged.update('a', each => ({ ...each, edits: each.edits.map(one => ({ ...one, theirs: { value: 'b9' } })) }));
    resolveConflict(staged, 'a', 'berthId', 'mine');
    expect(staged.get()[0]?.edits).toEqual([
      { field: 'berthId', column: column.id, label: column.label, before: 'b9', after: 'b3' },
    ]);
  });

  test('accepts any field names', () => {
    const { staged, again } = staging();
    staged.stage(head('a'), edit('new', 'old', '__proto__'));
    expect(again().get()[0]?.edits[0]?.field).toBe('__proto__');
    expect(Object.hasOwn(Object.prototype, 'after')).toBe(false);
  });

  test('does not store rows that contain a secret, nor parts of them', () => {
    const { staged, again } = staging();
    staged.stage(head('a'), edit({ size: 1, password: 'hidden' }, null, 'metadata'));
    expect(staged.get()).toHaveLength(1);
    expect(again().get()).toEqual([]);
  });

  test('is limited', () => {
    const { staged } = staging();
    expect(staged.stage(head('a'), edit('x'.repeat(30_000)))).toBe(false);
    expect(staged.stageAll(Array.from({ length: 6000 }, (_, at) => [head(`r${at}`), edit('new')]))).toBe(5000);
    expect(staged.stage(head('one more'), edit('new'))).toBe(false);
    expect(staged.stage(head('r1'), edit('newer'))).toBe(true);
  });

  test('ignores what another version stored', () => {
    const storage = memoryStorage();
    storage.setItem('oriel:draft:c:edits:ships', JSON.stringify([{ id: 1 }, null, 'x', { id: 'a', keys: [], edits: [{}] }]));
    expect(createStagedEdits(createFormDrafts(storage, 'c'), 'ships').get()).toEqual([]);
  });
});

describe('sending', () => {
  test('sends one mutation per row with its changed fields only, at most four at a time', async () => {
    const { staged } = staging();
    const ids = Array.from({ length: 12 }, (_, at) => `r${at}`);
    const harbour = server(Object.fromEntries(ids.map(id => [id, { name: 'old', size: 1 }])));
    for (const id of ids) staged.stage(head(id), edit('new'));
    await sendChanges(staged, [...ids, ...ids], harbour.world).ended;
    expect(harbour.sent.sort()).toEqual(ids.map(id => `${id} name=new`).sort());
    expect(new Set(Object.values(states(staged)))).toEqual(new Set(['sent']));
    expect(harbour.most()).toBe(4);
  });

  test('shows a refusal at its field, and continues with the others', async () => {
    const { staged } = staging();
    const harbour = server({ a: { name: 'old' }, b: { name: 'old' } });
    harbour.answers.set('a', () => ({ state: 'refused', problem: { message: 'No', field: 'name' } }));
    for (const id of ['a', 'b']) staged.stage(head(id), edit('new'));
    await sendChanges(staged, ['a', 'b'], harbour.world).ended;
    expect(states(staged)).toEqual({ a: 'refused', b: 'sent' });
    expect(staged.get()[0]?.problem).toEqual({ message: 'No', field: 'name' });
  });

  test.each([
    ['had gone through', true, 1],
    ['had not', false, 2],
  ])('reads a row whose response was lost before anything is repeated: it %s', async (_, isApplied, times) => {
    const { staged, again } = staging();
    const harbour = server({ a: { name: 'old' } });
    harbour.answers.set('a', apply => {
      if (isApplied) apply();
      return { state: 'unknown', problem: null };
    });
    staged.stage(head('a'), edit('new'));
    await sendChanges(staged, ['a'], harbour.world).ended;
    expect(states(staged)).toEqual({ a: 'unknown' });
    expect(states(again())).toEqual({ a: 'unknown' });
    expect(harbour.sent).toHaveLength(1);
    harbour.answers.clear();
    await sendChanges(staged, ['a'], harbour.world).ended;
    expect(states(staged)).toEqual({ a: 'sent' });
    expect(harbour.sent).toHaveLength(times);
  });

  test.each([
    ['sent', true],
    ['unknown', false],
  ])('reads a row again whose response proves nothing, and reports it as %s', async (state, isApplied) => {
    const { staged } = staging();
    const harbour = server({ a: { name: 'old' } });
    harbour.answers.set('a', apply => {
      if (isApplied) apply();
      return { state: 'unknown', isUnproven: true, problem: { message: 'unproven', field: null } };
    });
    staged.stage(head('a'), edit('new'));
    await sendChanges(staged, ['a'], harbour.world).ended;
    expect(staged.get()).toMatchObject([{ state, problem: isApplied ? null : { message: 'unproven' } }]);
    expect(harbour.sent).toHaveLength(1);
  });

  test('restores a row as unknown if the page was closed while it was being sent', async () => {
    const { staged, again } = staging();
    const harbour = server({ a: { name: 'old' } });
    let respond: (given: Answer) => void = () => {};
    harbour.answers.set('a', () => new Promise(resolve => (respond = resolve)));
    staged.stage(head('a'), edit('new'));
    const job = sendChanges(staged, ['a'], harbour.world);
    while (harbour.sent.length === 0) await new Promise(resolve => setImmediate(resolve));
    expect(states(again())).toEqual({ a: 'unknown' });
    await new Promise(resolve => setImmediate(resolve));
    await new Promise(resolve => setImmediate(resolve));
    // While a row is being sent, it cannot be changed, discarded or sent again.
    expect(staged.stage(head('a'), edit('newer'))).toBe(false);
    staged.discard(['a']);
    await sendChanges(staged, ['a'], harbour.world).ended;
    expect(harbour.sent).toHaveLength(1);
    respond(DONE);
    await job.ended;
    expect(states(staged)).toEqual({ a: 'sent' });
  });

  test('lets the user decide about a field that was changed meanwhile, and sends the choice', async () => {
    const { staged } = staging();
    const harbour = server({ a: { name: 'theirs' }, b: { name: 'theirs' } });
    for (const id of ['a', 'b']) staged.stage(head(id), edit('mine'));
    await sendChanges(staged, ['a', 'b'], harbour.world).ended;
    expect(states(staged)).toEqual({ a: 'conflict', b: 'conflict' });
    expect(harbour.sent).toEqual([]);
    expect(staged.get()[0]?.edits[0]?.theirs).toEqual({ value: 'theirs' });
    // Nothing is sent before the choice.
    await sendChanges(staged, ['a', 'b'], harbour.world).ended;
    expect(harbour.sent).toEqual([]);
    resolveConflict(staged, 'a', 'name', 'mine');
    resolveConflict(staged, 'b', 'name', 'theirs');
    await sendChanges(staged, ['a', 'b'], harbour.world).ended;
    expect(harbour.sent).toEqual(['a name=mine']);
    expect(states(staged)).toEqual({ a: 'sent' });
  });

  test('stops: running requests finish, and the others are not sent', async () => {
    const { staged } = staging();
    const ids = Array.from({ length: 10 }, (_, at) => `r${at}`);
    const harbour = server(Object.fromEntries(ids.map(id => [id, { name: 'old' }])));
    for (const id of ids) staged.stage(head(id), edit('new'));
    const job = sendChanges(staged, ids, harbour.world);
    while (harbour.sent.length < 4) await new Promise(resolve => setImmediate(resolve));
    job.stop();
    await job.ended;
    expect(job.get()).toBe('ended');
    const after = Object.values(states(staged));
    expect(after.filter(state => state === 'sent')).toHaveLength(harbour.sent.length);
    expect(after.filter(state => state === 'notSent')).toHaveLength(10 - harbour.sent.length);
    expect(harbour.sent.length).toBeLessThan(10);
  });

  test('stops thousands of rows with one change of the staged edits', async () => {
    const { staged } = staging();
    const ids = Array.from({ length: 3000 }, (_, at) => `r${at}`);
    const harbour = server(Object.fromEntries(ids.map(id => [id, { name: 'old' }])));
    staged.stageAll(ids.map(id => [head(id), edit('new')] as const));
    const job = sendChanges(staged, ids, harbour.world);
    let changes = 0;
    staged.subscribe(() => changes++);
    job.stop();
    await job.ended;
    expect(changes).toBeLessThan(30);
    expect(Object.values(states(staged)).filter(state => state === 'notSent').length).toBeGreaterThanOrEqual(2990);
    expect(Object.values(states(staged))).not.toContain('waiting');
  });

  test('pauses and continues', async () => {
    const { staged } = staging();
    const ids = Array.from({ length: 6 }, (_, at) => `r${at}`);
    const harbour = server(Object.fromEntries(ids.map(id => [id, { name: 'old' }])));
    for (const id of ids) staged.stage(head(id), edit('new'));
    const job = sendChanges(staged, ids, harbour.world);
    job.pause();
    for (let turn = 0; turn < 20; turn++) await new Promise(resolve => setImmediate(resolve));
    const before = harbour.sent.length;
    expect(before).toBeLessThan(6);
    job.resume();
    await job.ended;
    expect(harbour.sent).toHaveLength(6);
  });

  test('requests changed rows again when it pauses, and at the end', async () => {
    const { staged } = staging();
    const ids = Array.from({ length: 6 }, (_, at) => `r${at}`);
    const harbour = server(Object.fromEntries(ids.map(id => [id, { name: 'old' }])));
    for (const id of ids) staged.stage(head(id), edit('new'));
    const series = new Set<Promise<unknown>>();
    const job = sendChanges(staged, ids, {
      ...harbour.world,
      send: (row, fresh, edits, one) => {
        series.add(one);
        job.pause();
        return harbour.world.send(row, fresh, edits, one);
      },
    });
    await new Promise(resolve => setImmediate(resolve));
    const [first] = series;
    expect(first).toBeDefined();
    await first;
    expect(job.get()).toBe('paused');
    while (job.get() !== 'ended') {
      job.resume();
      await new Promise(resolve => setImmediate(resolve));
    }
    expect(series.size).toBeGreaterThan(1);
    await Promise.all(series);
  });

  test('does not send a row that cannot be read', async () => {
    const { staged } = staging();
    const harbour = server({});
    staged.stage(head('a'), edit('new'));
    await sendChanges(staged, ['a'], harbour.world).ended;
    expect(states(staged)).toEqual({ a: 'notSent' });
    expect(staged.get()[0]?.problem?.message).toBe('gone');
    expect(harbour.sent).toEqual([]);
  });
});

it('stages 5,000 edits of 500 rows at once, and restores them after a reload', () => {
  const drafts = createFormDrafts(memoryStorage(), 'c1');
  const staged = createStagedEdits(drafts, 'ships');
  const edits = Array.from({ length: 5000 }, (_, at) => {
    const field = `measure${at % 10}`;
    const row = head(`s${Math.floor(at / 10)}`);
    return [row, { field, column: field, label: field, before: at, after: at + 1 }] as const;
  });
  expect(staged.stageAll(edits)).toBe(5000);
  const again = createStagedEdits(drafts, 'ships').get();
  expect(again).toHaveLength(500);
  expect(again.reduce((sum, row) => sum + row.edits.length, 0)).toBe(5000);
});
