/**
 * Many changes over a bad connection, counted in PostgreSQL: an import of 10,000 rows with five lost connections and one reload; 30 edits in 12 rows
 * with one refusal and one conflict, then undone; 200 pasted cells. `npm run hostile -- tests/browser/hostile/manyChanges.test.ts`.
 */
import { buildSchema, graphql } from 'graphql';
import { Pool } from 'pg';
import type { Page } from 'playwright-core';
import { type FaultProxy, startFaultProxy } from '../../faults/faultProxy';
import { eventually, journeys, LOADED, tabTo, takenOver } from '../../support/browser/journeys';
import { expectError, FAILED_REQUEST } from '../../support/browser/pageErrors';
import { startPostgres, type TestPostgres } from '../../support/harbour/postgresServer';

jest.setTimeout(460_000);

const { startOriel, startApi, open } = journeys();
const IMPORTED = 10_000;

const schema = buildSchema(`
  type Note { id: ID!, name: String!, amount: Int, city: String }
  type NotePage { items: [Note!]!, total: Int! }
  input TextFilter { eq: String }
  input NumberFilter { eq: Int }
  input NoteFilter { name: TextFilter, amount: NumberFilter, city: TextFilter }
  input NoteInput { id: ID, name: String!, amount: Int, city: String }
  input NotePatch { name: String, amount: Int, city: String }
  type Query { notes(filter: NoteFilter, limit: Int, offset: Int): NotePage!, note(id: ID!): Note }
  type Mutation { createNote(input: NoteInput!): Note, updateNote(id: ID!, patch: NotePatch!): Note }
`);
type Fields = { id?: string; name?: string; amount?: number | null; city?: string | null };
type Filter = { [Field in keyof Fields]?: { eq?: string | number } };

let postgres: TestPostgres;
let pool: Pool;
let proxy: FaultProxy;
let base: string;
beforeAll(async () => {
  postgres = await startPostgres();
  pool = new Pool({ connectionString: postgres.url, max: 4 });
  await pool.query('create table notes (id serial primary key, name text not null, amount int, city text)');
  const one = async (text: string, values: unknown[]) => (await pool.query(text, values)).rows[0] ?? null;
  const root = {
    async notes({ filter = {}, limit = 50, offset = 0 }: { filter?: Filter; limit?: number; offset?: number }) {
      const given = Object.entries(filter).flatMap(([name, value]) =>
        value?.eq === undefined ? [] : [[name, value.eq] as const],
      );
      const where = given.map(([name], at) => `${name} = $${at + 1}`).join(' and ') || 'true';
      const values = given.map(([, value]) => value);
      const { rows: items } = await pool.query(
        `select * from notes where ${where} order by id limit ${limit} offset ${offset}`,
        values,
      );
      return { items, total: (await one(`select count(*)::int as total from notes where ${where}`, values)).total };
    },
    note: ({ id }: { id: string }) => one('select * from notes where id = $1', [id]),
    createNote: ({ input: { id, name, amount = null, city = null } }: { input: Fields }) =>
      one(
        `insert into notes (id, name, amount, city) values (coalesce($1::int, nextval('notes_id_seq')::int), $2, $3, $4) returning *`,
        [id ?? null, name, amount, city],
      ),
    updateNote({ id, patch }: { id: string; patch: Fields }) {
      if ((patch.amount ?? 0) < 0) throw new Error('The amount must be positive.');
      const entries = Object.entries(patch);
      const set = entries.map(([name], at) => `${name} = $${at + 2}`).join(', ');
      return one(`update notes set ${set} where id = $1 returning *`, [id, ...entries.map(([, value]) => value)]);
    },
  };
  const api = await startApi(async ({ query, variables, operationName }) => ({
    body: JSON.stringify(await graphql({ schema, source: query, rootValue: root, variableValues: variables, operationName })),
  }));
  proxy = await startFaultProxy(new URL(api).origin);
  ({ base } = await startOriel({ ORIEL_HTTP_ENDPOINT: `${proxy.origin}/graphql` }));
});
// Chromium logs an error for each failed request.
beforeEach(() => expectError(FAILED_REQUEST));
afterAll(async () => {
  await proxy?.close();
  await pool?.end();
  await postgres?.dispose();
});

const stored = async (text: string): Promise<unknown[][]> => (await pool.query({ text, rowMode: 'array' })).rows;
const countRows = async (where: string): Promise<number> =>
  Number((await stored(`select count(*)::int from notes where ${where}`))[0]?.[0]);

/** Fills the table with this many rows, and opens it. */
async function showNotes(count: number): Promise<Page> {
  await pool.query('truncate notes restart identity');
  await pool.query(
    `insert into notes (name, amount, city) select 'Note ' || n, n * 10, 'Bergen' from generate_series(1, ${count}) n`,
  );
  const page = await open(`${base}/data/notes?columns=name,amount,city&size=100`);
  await takenOver(page);
  await page.locator(LOADED, { hasText: 'Note 1' }).first().waitFor();
  return page;
}

async function openImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import' }).click();
}

it('10,000 rows are imported once each, although the connection breaks five times and the page is reloaded', async () => {
  await pool.query('truncate notes restart identity');
  const page = await open(`${base}/data/notes`);
  await takenOver(page);
  await openImport(page);
  const lines = Array.from({ length: IMPORTED }, (_, at) => `${at + 1},Import ${at},${at},City ${at % 7}`);
  const buffer = Buffer.from(`id,name,amount,city\n${lines.join('\n')}\n`);
  await page.locator('input[type="file"]').setInputFiles({ name: 'notes.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Read' }).click();
  await page.getByRole('button', { name: 'Import 10,000 rows' }).click();
  const arrived = async (count: number): Promise<void> => {
    while ((await countRows('true')) < count) await page.getByRole('dialog').waitFor();
  };
  for (let cut = 1; cut <= 5; cut++) {
    await arrived(cut * 1400);
    await proxy.goDown();
    await page.getByText('No connection. The import continues when the server responds again.').waitFor();
    await proxy.comeBack();
  }
  await arrived(8500);
  await page.reload();
  await takenOver(page);
  await openImport(page);
  await page.getByRole('button', { name: /^(Continue with|Import) [\d,]+ rows?$/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save report' }).waitFor({ timeout: 240_000 });
  // By now no request is still in flight.
  expect(await countRows('true')).toBeLessThanOrEqual(IMPORTED);
  // Rows without a response are looked up by their key; missing ones wait until the user sends them.
  await dialog.getByRole('button', { name: 'Check unknown rows' }).click();
  const onward = dialog.getByRole('button', { name: /^Continue with/ });
  const all = dialog.getByText(/^10,000 sent$/);
  await onward.or(all).first().waitFor({ timeout: 120_000 });
  if (await onward.isVisible()) await onward.click();
  await all.waitFor({ timeout: 60_000 });
  expect(await countRows('true')).toBe(IMPORTED);
  expect(await stored('select count(distinct name)::int from notes')).toEqual([[IMPORTED]]);
});

it('an import runs in one tab at a time: another one waits, and continues with the rest', async () => {
  await pool.query('truncate notes restart identity');
  const page = await open(`${base}/data/notes`);
  await takenOver(page);
  await openImport(page);
  const lines = Array.from({ length: 1000 }, (_, at) => `${at + 1},Import ${at}`);
  const buffer = Buffer.from(`id,name\n${lines.join('\n')}\n`);
  await page.locator('input[type="file"]').setInputFiles({ name: 'notes.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Read' }).click();
  await page.getByRole('button', { name: 'Import 1,000 rows' }).click();
  const other = await page.context().newPage();
  await other.goto(`${base}/data/notes`);
  await takenOver(other);
  await openImport(other);
  await other.getByText('is open, perhaps in another tab').waitFor();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  const left = page.getByRole('button', { name: /^Continue with/ });
  await left.waitFor();
  expect(await countRows('true')).toBeLessThan(1000);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await other.getByRole('button', { name: /^Continue with/ }).click();
  await other.getByText(/^1,000 sent/).waitFor({ timeout: 60_000 });
  expect(await stored('select count(*)::int, count(distinct name)::int from notes')).toEqual([[1000, 1000]]);
});

it('30 cells of 12 rows are edited with the keyboard, with one refusal and one conflict, and all are undone', async () => {
  const page = await showNotes(20);
  const { keyboard } = page;
  const before = await stored('select * from notes order by id');
  const heads = await page.getByRole('columnheader').allTextContents();
  const dialog = page.getByRole('dialog');
  const press = async (name: RegExp, backwards = false): Promise<void> => {
    await tabTo(page, name, backwards);
    await keyboard.press('Enter');
  };
  /** Moves to the cell with the arrow keys. */
  const goTo = async (row: number, name: string): Promise<void> => {
    const column = heads.findIndex(head => head.startsWith(name));
    for (let presses = 0; presses < 20; presses++) {
      const [atRow, atColumn] = await page.evaluate(
        () => (document.activeElement as HTMLElement).dataset.cell?.split(':').map(Number) ?? [],
      );
      if (atRow === row && atColumn === column) return;
      if (atRow !== row) await keyboard.press((atRow ?? 0) < row ? 'ArrowDown' : 'ArrowUp');
      else await keyboard.press((atColumn ?? 0) < column ? 'ArrowRight' : 'ArrowLeft');
    }
    throw new Error(`The arrow keys did not reach ${row} ${name}`);
  };
  const type = async (row: number, name: string, value: string): Promise<void> => {
    await goTo(row, name);
    await keyboard.press('F2');
    await eventually(page, () => document.activeElement?.closest('.cell-editor'), null);
    await keyboard.press('Control+a');
    await keyboard.type(value);
    await keyboard.press('Enter');
    await eventually(page, () => document.activeElement?.matches('[data-cell]'), null);
  };
  await tabTo(page, /^Note 1$/);
  for (let row = 0; row < 12; row++) {
    await type(row, 'Amount', row === 11 ? '-1' : String(row + 1000));
    await type(row, 'City', `Oslo ${row}`);
    if (row < 6) await type(row, 'Name', `Changed ${row}`);
  }
  await page.getByText('30 changes not sent', { exact: true }).waitFor();
  await pool.query('update notes set amount = 7 where id = 5');
  await press(/^Review$/, true);
  await dialog.waitFor();
  await press(/^Send 30 changes$/);
  await dialog.getByText('The amount must be positive.').waitFor();
  await dialog.getByText('This has changed in the meantime. On the server: 7').waitFor();
  await dialog.getByText('Sent', { exact: true }).nth(9).waitFor();
  await press(/^Keep mine$/);
  await press(/^Send 5 changes$/);
  await dialog.getByText('Sent', { exact: true }).nth(10).waitFor();
  expect(await countRows("city like 'Oslo %'")).toBe(11);
  await press(/^Close$/);
  await dialog.waitFor({ state: 'detached' });
  await press(/^Discard changes$/);
  await press(/^Changes$/);
  await press(/^Undo \(11\)$/);
  await press(/^Send 28 changes$/);
  await dialog.getByText('Sent', { exact: true }).nth(10).waitFor();
  await press(/^Close$/);
  const after = await stored('select * from notes order by id');
  // The conflict overwrote the value of another user: undo restores that value.
  expect(after).toEqual(before.map(row => (row[0] === 5 ? [5, 'Note 5', 7, 'Bergen'] : row)));
});

it('200 cells of a spreadsheet are pasted and sent unchanged', async () => {
  const page = await showNotes(100);
  const heads = await page.getByRole('columnheader').allTextContents();
  await page.locator(`[data-cell="0:${heads.findIndex(head => head.startsWith('Amount'))}"]`).focus();
  const text = Array.from({ length: 100 }, (_, at) => `${at + 5000}\tTromsø ${at}`).join('\n');
  await page.evaluate(pasted => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
  await page.getByText('200 changes not sent', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Review' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send 200 changes' }).click();
  await dialog.getByRole('button', { name: 'Pause' }).waitFor({ state: 'detached', timeout: 60_000 });
  const wanted = Array.from({ length: 100 }, (_, at) => [at + 5000, `Tromsø ${at}`]);
  expect(await stored('select amount, city from notes order by id')).toEqual(wanted);
});
