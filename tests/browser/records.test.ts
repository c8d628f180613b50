/** Changes of records in place: edited, added, deleted, several at once, pasted, imported. */
import type { Page } from 'playwright-core';
import { axeFaults } from '../support/browser/axeFaults';
import { eventually, journeys, LOADED, takenOver } from '../support/browser/journeys';
import { complaintsOf } from '../support/browser/openBrowser';

jest.setTimeout(240_000);

const { startOriel, open } = journeys();
let base: string;
let token: string;
beforeAll(async () => {
  const started = await startOriel();
  base = started.base;
  const { signIn } = await ask<{ signIn: { token: string } }>('mutation ($code: String!) { signIn(code: $code) { token } }', {
    code: started.accessCode,
  });
  token = signIn.token;
});

/** Sends a query to the API of the page. */
async function ask<Data>(query: string, variables: object = {}): Promise<Data> {
  const response = await fetch(`${base}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify({ query, variables }),
  });
  return ((await response.json()) as { data: Data }).data;
}

/** A page with a signed-in user, the mutations it sends, and its console errors. */
async function signedIn(address: string): Promise<{ page: Page; sent: { operationName: string; variables: object }[] }> {
  const storageState = { cookies: [], origins: [{ origin: base, localStorage: [{ name: 'apollo-token', value: token }] }] };
  const page = await open(`${base}/favicon.svg`, { storageState, permissions: ['clipboard-read', 'clipboard-write'] });
  const sent: { operationName: string; variables: object }[] = [];
  page.on('request', request => {
    const body = request.postData() ?? '';
    if (/"query":"\s*mutation\b/.test(body)) sent.push(JSON.parse(body) as (typeof sent)[number]);
  });
  complaints = complaintsOf(page);
  await page.goto(base + address);
  await takenOver(page);
  return { page, sent };
}
let complaints: string[] = [];

/** Focuses a cell, once the table is hydrated: before that, keys have no effect. */
const cellWithFocus = (page: Page, cell: string): Promise<boolean> =>
  eventually(
    page,
    id => {
      const element = document.querySelector<HTMLElement>(`[data-cell="${id}"]`);
      if (element?.tabIndex === 0 && document.activeElement === element) return true;
      element?.blur();
      element?.focus();
      return false;
    },
    cell,
  );

/** The violations that axe reports after all animations: a dialog that fades in has no contrast yet. */
async function faultsOf(page: Page): Promise<string[]> {
  await page.waitForTimeout(400);
  return axeFaults(page);
}
const grave = (): string[] => complaints.filter(complaint => !complaint.includes('was preloaded'));

it('a record is edited in place, keeps its input over a reload, and sends only the changes', async () => {
  const { page, sent } = await signedIn('/data/ships/ship-4');
  await page.getByRole('button', { name: 'Edit', exact: true }).focus();
  await page.keyboard.press('Enter');
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Renamed Ship');
  expect(await faultsOf(page)).toEqual([]);
  await page.reload();
  await name.waitFor();
  expect(await name.inputValue()).toBe('Renamed Ship');
  await name.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Renamed Ship' }).waitFor();
  expect(sent.map(({ variables }) => variables)).toEqual([{ id: 'ship-4', patch: { name: 'Renamed Ship' }, version: 1 }]);

  // A refusal is shown at its field, and no input is lost.
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'IMO' }).fill('1234568');
  await page.getByRole('textbox', { name: 'IMO' }).press('Enter');
  await page.getByText('An IMO number has seven digits, the last of which is a check digit.').waitFor();
  expect(await page.getByRole('textbox', { name: 'IMO' }).getAttribute('aria-invalid')).toBe('true');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.locator('.record-editor').waitFor({ state: 'detached' });
  // The browser reports the refusal's status.
  expect(grave()).toEqual([]);
});

it('a record is duplicated, deleted by name, and restored', async () => {
  const { page, sent } = await signedIn('/data/ships/ship-5');
  await page.getByRole('button', { name: 'Duplicate' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'IMO' }).fill('9074729');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Second Ship');
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Second Ship' }).waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete Second Ship?' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  // The focused button keeps the record.
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(sent).toHaveLength(1);
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete ship' }).click();
  await page.waitForURL(/\/data\/ships$/);
  await page.getByRole('button', { name: 'Changes', exact: true }).click();
  const entry = page.locator('.edit-row').filter({ hasText: 'Deleted' });
  await entry.getByRole('button', { name: 'Undo the change of Second Ship' }).click();
  await page.getByRole('dialog', { name: 'Add Ship' }).getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  const { ships } = await ask<{ ships: { nodes: { name: string; imo: string }[] } }>(
    '{ ships(filter: { imo: { eq: "9074729" } }) { nodes { name imo } } }',
  );
  expect(ships.nodes).toEqual([{ name: 'Second Ship', imo: '9074729' }]);
  expect(grave()).toEqual([]);
});

it('a related record is added with its link filled in', async () => {
  const { page } = await signedIn('/data/ships/ship-7');
  await page.getByRole('button', { name: 'Add Visit' }).click();
  const ship = page.getByRole('dialog').getByRole('textbox', { name: 'Ship ID' });
  await ship.waitFor();
  expect(await ship.inputValue()).toBe('ship-7');
  expect(grave()).toEqual([]);
});

it('an action runs on the selected rows, each with its own result', async () => {
  const { page, sent } = await signedIn('/data/visits?filter=status:is:EXPECTED&sort=-eta');
  await page.locator(LOADED).nth(12).waitFor();
  const ids = await ask<{ visits: { id: string }[] }>(
    '{ visits(limit: 12, where: { status: { eq: EXPECTED } }, orderBy: [{ field: ETA, direction: DESC }]) { id } }',
  );
  const boxes = page.locator('[role="row"] input[type="checkbox"]');
  for (let row = 1; row <= 12; row++) await boxes.nth(row).check();
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete visit' }).click();
  const dialog = page.getByRole('dialog');
  const send = dialog.getByRole('button', { name: 'Delete visit: 12 records' });
  expect(await send.isDisabled()).toBe(true);
  await dialog.getByRole('textbox', { name: 'Type 12 to confirm' }).fill('12');
  // One of them was deleted without the page.
  await ask('mutation ($id: ID!) { deleteVisit(id: $id) { id } }', { id: ids.visits[3]?.id });
  await send.click();
  await dialog.getByText('11 records sent and 1 refused').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(sent.filter(({ operationName }) => operationName === 'DeleteVisit')).toHaveLength(12);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  for (const { id } of ids.visits)
    expect(await ask('query ($id: ID!) { visit(id: $id) { id } }', { id })).toEqual({ visit: null });
  expect(grave()).toEqual([]);
});

it('a block is pasted and filled down: the cells are staged, not sent', async () => {
  const { page, sent } = await signedIn('/data/ships?columns=name,flag,grossTonnage,type');
  await page.locator(LOADED).first().waitFor();
  await page.evaluate(() =>
    navigator.clipboard.writeText('Norway\t"1,111"\tFerry\nSweden\t2222\tNothing\nDenmark\t3333\ttanker'),
  );
  await cellWithFocus(page, '1:2');
  await page.keyboard.press('ControlOrMeta+v');
  await page.getByText('8 changes not sent', { exact: true }).waitFor();
  await page
    .getByText(/1 cell was left unchanged: “Nothing” is not a valid value for Type/)
    .first()
    .waitFor();
  await page.locator('[data-cell="1:2"]').focus();
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('ControlOrMeta+d');
  await page.getByText('9 changes not sent', { exact: true }).waitFor();
  await page.keyboard.press('ControlOrMeta+c');
  await page.getByText('4 cells copied').first().waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Norway\nNorway\nNorway\nNorway');
  expect(sent).toEqual([]);
  expect(grave()).toEqual([]);
});

it('cells are filled by dragging the handle of the selected ones, and Escape takes the drag back', async () => {
  const { page, sent } = await signedIn('/data/ships?columns=name,flag,grossTonnage,type');
  await page.locator(LOADED).first().waitFor();
  const drag = async (rows: number, end: () => Promise<void>): Promise<void> => {
    const handle = await page.locator('.fill-handle').boundingBox();
    const row = await page.locator('[data-cell="1:2"]').boundingBox();
    if (handle === null || row === null) throw new Error('There is no fill handle');
    await page.mouse.move(handle.x + 4, handle.y + 4);
    await page.mouse.down();
    for (let at = 1; at <= rows; at++) await page.mouse.move(handle.x + 4, handle.y + 4 + at * row.height);
    await end();
    await page.mouse.up();
  };
  // After the head and the first row.
  const flags = (): Promise<(string | null)[]> =>
    page.locator('[data-cell$=":2"]').evaluateAll(cells => cells.slice(2, 8).map(cell => cell.textContent));
  const before = await flags();
  await page.locator('[data-cell="1:2"]').focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.locator('.fill-handle').waitFor();
  await drag(3, () => page.keyboard.press('Escape'));
  await eventually(page, () => document.querySelectorAll('.data-table-block').length === 2, null);
  await drag(4, async () => undefined);
  // A block of two rows is repeated. A ship that has that flag already is no change.
  await page.locator('.edited-cell').first().waitFor();
  const [first = '', second = ''] = before;
  expect((await flags()).map(flag => flag?.split('Before:')[0]?.trim())).toEqual([first, second, first, second, first, second]);
  expect(await page.locator('.data-table-block').count()).toBe(6);
  expect(new URL(page.url()).searchParams.get('record')).toBeNull();
  // A column that cannot be edited has no handle.
  await page.locator('[data-cell="0:0"]').focus();
  expect(await page.locator('.fill-handle:visible').count()).toBe(0);
  expect(sent).toEqual([]);
  expect(grave()).toEqual([]);
});

it('the handle stays at a pinned cell while the table is scrolled sideways', async () => {
  const { page } = await signedIn('/data/ships?columns=name,flag,grossTonnage,type,lengthMetres,builtOn');
  await page.setViewportSize({ width: 600, height: 700 });
  await page.locator('[data-cell="1:1"]').focus();
  await page.locator('.fill-handle:visible').waitFor();
  await page.locator('.data-table').evaluate(table => table.scrollTo({ left: 150 }));
  await eventually(
    page,
    () => {
      const [handle, cell] = ['.fill-handle', '[data-cell="1:1"]'].map(each =>
        document.querySelector(each)?.getBoundingClientRect(),
      );
      return handle && cell && Math.abs(handle.right - cell.right) < 2;
    },
    null,
  );
});

it('rows of a file become records once each, despite a reload in between', async () => {
  const { page, sent } = await signedIn('/data/visits');
  await page.locator(LOADED).first().waitFor();
  // A retry of the test must not count the rows of the first run.
  const mark = `import ${Date.now()}`;
  const eta = new Date(Date.now() + 40 * 86_400_000).toISOString();
  // Ships by name, berths by key, one row with a wrong number, which is not sent, one that the server refuses.
  const rows = Array.from({ length: 120 }, (_, at) =>
    ['Amber Comet', 'berth-1', eta, at === 7 ? 'many' : at === 9 ? '-5' : String(at), `${mark} ${at}`].join(','),
  );
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type="file"]').setInputFiles({
    name: 'visits.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['ship,Berth ID,eta,cargo tonnes,Notes', ...rows].join('\n')),
  });
  await dialog.getByRole('button', { name: 'Read' }).click();
  await dialog.getByText('1 row of the first 120 will not be sent as they are').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(await dialog.getByRole('combobox', { name: 'Field for ship' }).inputValue()).toBe('shipId');
  await dialog.getByRole('button', { name: 'Import 119 rows' }).click();
  while (sent.length < 30) await page.waitForTimeout(20);
  await page.reload();
  await page.getByText('An import into Visits is not finished.').last().waitFor();
  await page.getByRole('button', { name: 'Resume' }).click();
  await dialog.getByText(/ sent.* waiting/).waitFor();
  const rest = dialog.getByRole('button', { name: /^Continue with \d+ rows$/ });
  // Only those that were not sent before the reload.
  expect(Number((await rest.textContent())?.replace(/\D/g, ''))).toBeLessThan(120);
  await rest.click();
  await dialog.getByRole('button', { name: 'Save report' }).waitFor({ timeout: 120_000 });
  expect(await faultsOf(page)).toEqual([]);
  const said = await dialog.getByRole('status').textContent();
  // Outcomes without rows are not listed.
  const [done = '0', refused = '0', unknown = '0', wrong = '0'] = ['sent', 'refused', 'unknown', 'not sent'].map(
    outcome => new RegExp(`(\\d+) ${outcome}`).exec(said ?? '')?.[1],
  );
  expect(Number(done) + Number(refused) + Number(unknown) + Number(wrong)).toBe(120);
  expect(wrong).toBe('1');
  expect(Number(unknown)).toBeLessThanOrEqual(4);
  // No row was sent twice, whatever the result of those in flight.
  const notes = sent.map(({ variables }) => (variables as { input: { notes: string } }).input.notes);
  expect(new Set(notes).size).toBe(notes.length);
  // A row that was marked as in flight at the reload may not have been sent.
  expect(notes.length).toBeLessThanOrEqual(119);
  expect(notes.length).toBeGreaterThanOrEqual(119 - Number(unknown));
  const made = await counts(mark);
  expect(made).toBeGreaterThanOrEqual(Number(done));
  expect(made).toBeLessThanOrEqual(Number(done) + Number(unknown));
  expect(grave()).toEqual([]);
});

/** The number of visits whose notes begin with the text. */
async function counts(notes: string): Promise<number> {
  const { visits } = await ask<{ visits: unknown[] }>(
    'query ($notes: String!) { visits(limit: 500, where: { notes: { startsWith: $notes } }) { id } }',
    { notes },
  );
  return visits.length;
}
