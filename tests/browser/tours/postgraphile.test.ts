/** An API without changes for Oriel: PostGraphile with PostgreSQL. Its rows are browsed, filtered and paged, and one is added. */
import { axeFaults } from '../../support/browser/axeFaults';
import { eventually, firstCells, journeys, LOADED, queryStringOf } from '../../support/browser/journeys';
import { complaintsOf } from '../../support/browser/openBrowser';
import { startPostgres, type TestPostgres } from '../../support/harbour/postgresServer';
import { openPostGraphile, type PostGraphile } from '../../support/servers/openPostGraphile';

jest.setTimeout(240_000);

const { startOriel, startApi, open } = journeys();

let postgres: TestPostgres;
let server: PostGraphile;
let base: string;
beforeAll(async () => {
  postgres = await startPostgres();
  server = await openPostGraphile(postgres.url);
  const endpoint = await startApi(async ({ query, variables }) => ({
    body: JSON.stringify(await server.execute(query, variables)),
  }));
  base = (await startOriel({ ORIEL_HTTP_ENDPOINT: endpoint })).base;
});
afterAll(async () => {
  await server?.close();
  await postgres?.dispose();
});

it('rows are browsed, filtered and paged, and one is added', async () => {
  const page = await open(base);
  const complaints = complaintsOf(page);
  const main = page.getByRole('main');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Ships' }).click();
  await main.getByText(/1–50\u2069 of 120/).waitFor();
  await page.waitForSelector(LOADED);
  expect(await axeFaults(page)).toEqual([]);
  // No digit of a 64-bit integer is lost, neither in the value nor on the screen.
  const tonnage = main.locator('[role="gridcell"] .numeric', { hasText: '9,007,199,254,74' }).first();
  expect(await tonnage.textContent()).toMatch(/^9,007,199,254,74[01],\d{3}$/);
  expect(await tonnage.evaluate(element => element.scrollWidth <= element.clientWidth)).toBe(true);

  // Sorted by name, then the next page and the last one; Back returns to the previous page.
  await page.getByRole('columnheader', { name: 'Name' }).click();
  await eventually(page, loaded => document.querySelector(loaded)?.textContent === 'Ship 001', LOADED);
  await main.getByRole('button', { name: 'Next' }).click();
  await eventually(page, loaded => document.querySelector(loaded)?.textContent === 'Ship 051', LOADED);
  await main.getByRole('button', { name: 'Next' }).click();
  await eventually(page, loaded => document.querySelector(loaded)?.textContent === 'Ship 101', LOADED);
  await main.getByText(/101–120\u2069 of 120/).waitFor();
  expect(await main.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
  expect(await firstCells(page)).toHaveLength(20);

  await main.getByRole('button', { name: 'Filter' }).click();
  const editor = page.locator('.filter-editor');
  await editor.getByLabel('Field').selectOption('Type');
  await editor.getByRole('radio', { name: 'Ferry' }).check();
  await editor.getByRole('button', { name: 'Apply', exact: true }).click();
  await main.getByRole('button', { name: /^Change: Type/ }).waitFor();
  await main.getByText('40 rows').waitFor();
  await eventually(page, loaded => document.querySelector(loaded)?.textContent === 'Ship 001', LOADED);
  expect(queryStringOf(page).get('filter')).toBe('type:is:ferry');

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Create ship' }).click();
  await page.getByRole('heading', { level: 1, name: 'Create ship' }).waitFor();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ship 000 Åse');
  await page.getByRole('textbox', { name: 'Tonnage' }).fill('9223372036854775807');
  expect(await axeFaults(page)).toEqual([]);
  await main.getByRole('button', { name: 'Create ship', exact: true }).click();
  await page.getByRole('heading', { name: /^Done/ }).waitFor();
  await main.getByText('9,223,372,036,854,775,807').waitFor();
  expect(await axeFaults(page)).toEqual([]);

  // The table shows it.
  const ships = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Ships' });
  // First as the user left it, then all rows.
  await ships.click();
  await main.getByText('40 rows').waitFor();
  await ships.click();
  await main.getByText(/1–50\u2069 of 121/).waitFor();
  await page.getByRole('columnheader', { name: 'Name' }).click();
  await eventually(page, loaded => document.querySelector(loaded)?.textContent === 'Ship 000 Åse', LOADED);
  expect(complaints).toEqual([]);
});
