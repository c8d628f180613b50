/** Saved views, and views other than the table, in Chromium: with the keyboard, in the rail, by a link in Arabic. */
import { buildSchema, graphql } from 'graphql';
import { axeFaults } from '../../support/browser/axeFaults';
import { journeys, LOADED, queryStringOf, takenOver } from '../../support/browser/journeys';
import { complaintsOf } from '../../support/browser/openBrowser';

jest.setTimeout(120_000);

const { startOriel, startApi, open } = journeys();

it('a view is saved with the keyboard, listed in the rail, restored automatically, and opened in Arabic by its link', async () => {
  const { base } = await startOriel();
  const page = await open(`${base}/data/visits?filter=status:is:EXPECTED&sort=eta&size=25`);
  const complaints = complaintsOf(page);
  await takenOver(page);
  await page.locator(LOADED).first().waitFor();
  const heads = await page.getByRole('columnheader').allTextContents();
  expect(heads.indexOf('Cargo tonnes')).toBeLessThan(heads.indexOf('Arrived at'));
  await page.getByRole('button', { name: 'View: Table' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Save as view…' }).waitFor();
  await page.keyboard.press('s');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.waitFor();
  await page.keyboard.type('Expected');
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'View: Expected' }).waitFor();
  // The columns without values on this page are last, and stay there.
  expect(await page.getByRole('columnheader').allTextContents()).toEqual(heads);
  const inRail = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Expected' });
  expect(await inRail.getAttribute('aria-current')).toBe('page');
  await page.locator('.note-words').first().waitFor({ state: 'detached' });
  expect(await axeFaults(page)).toEqual([]);

  // To another screen and back: by the view, and by the plain link, which restores the last state.
  await page.getByRole('link', { name: 'Ships', exact: true }).click();
  await page.waitForURL('**/data/ships');
  await inRail.click();
  await page.getByText('Status is Expected').waitFor();
  await page.locator('[data-filter="0"]').waitFor();
  await page.getByRole('button', { name: 'Remove: Status is Expected' }).click();
  await page.getByRole('button', { name: 'View: Expected (changed)' }).waitFor();
  await page.getByRole('link', { name: 'Ships', exact: true }).click();
  await page.waitForURL('**/data/ships');
  await page.getByRole('link', { name: 'Visits', exact: true }).click();
  await page.getByRole('button', { name: 'View: Expected (changed)' }).waitFor();
  expect(queryStringOf(page).get('sort')).toBe('eta');
  expect(queryStringOf(page).get('filter')).toBeNull();

  const link = new URL((await inRail.getAttribute('href')) ?? '', page.url()).href;
  const colleague = await open(link, { locale: 'ar', viewport: { width: 390, height: 844 } });
  await takenOver(colleague);
  await colleague.locator('.views-name', { hasText: 'Expected' }).waitFor();
  await colleague.locator('[data-filter="0"]').waitFor();
  expect(await colleague.evaluate(() => document.documentElement.dir)).toBe('rtl');
  expect(await colleague.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await axeFaults(colleague)).toEqual([]);

  // A pinned view is a tile of the dashboard.
  await page.getByRole('button', { name: 'View: Expected (changed)' }).click();
  await page.getByRole('menuitem', { name: 'Pin to dashboard' }).click();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.waitForURL('**/dashboard');
  await page.locator('.tile-list td').first().waitFor();
  expect(await axeFaults(page)).toEqual([]);
  expect(complaints.filter(complaint => !complaint.includes('was preloaded'))).toEqual([]);
});

it('a card is moved with the keyboard and stays staged, and a month is shown from right to left', async () => {
  const { base } = await startOriel();
  const page = await open(`${base}/data/visits?kind=board&by=status&size=25&columns=ship,eta,cargoTonnes`, {
    colorScheme: 'dark',
  });
  const complaints = complaintsOf(page);
  await takenOver(page);
  const expected = page.getByRole('region', { name: /^Expected/ });
  await expected.locator('.card').first().waitFor();
  const title = (await expected.locator('.card-title').first().textContent()) ?? '';
  await expected.locator('.card-title').first().focus();
  await page.keyboard.press('Control+ArrowRight');
  await page.getByText('1 change not sent', { exact: true }).waitFor();
  await page.locator('.card-edited .card-title').waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(title);
  expect(await axeFaults(page)).toEqual([]);
  await page.reload();
  await page.locator('.card-edited .card-title', { hasText: title }).waitFor();

  const month = await page.evaluate(async () => {
    const body = JSON.stringify({ query: '{ visits(limit: 1) { eta } }' });
    const response = await fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return ((await response.json()) as { data: { visits: { eta: string }[] } }).data.visits[0]?.eta.slice(0, 10);
  });
  const narrow = await open(`${base}/data/visits?kind=calendar&by=eta&size=100&month=${month}`, {
    locale: 'ar',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  await takenOver(narrow);
  await narrow.locator('.calendar-row').first().waitFor();
  expect(await narrow.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await axeFaults(narrow)).toEqual([]);
  const tops = await narrow
    .locator('.screen-actions > *')
    .evaluateAll(actions => actions.map(action => action.getBoundingClientRect().top));
  expect(tops.length).toBeGreaterThan(5);
  expect(new Set(tops).size).toBe(1);
  const calendar = narrow.url();
  await narrow.goto(`${base}/data/visits?group=status`);
  await narrow.locator('.summary-table').waitFor();
  const controls = await narrow
    .locator('.summary-head :is(.select, .button)')
    .evaluateAll(each => each.map(control => Math.round(control.getBoundingClientRect().bottom)));
  expect(controls.length).toBeGreaterThan(2);
  expect(Math.max(...controls) - Math.min(...controls)).toBeLessThan(4);
  await narrow.goto(calendar);
  await takenOver(narrow);
  await narrow.locator('.calendar-row').first().waitFor();
  await narrow.setViewportSize({ width: 1440, height: 900 });
  expect(await axeFaults(narrow)).toEqual([]);
  // The days are ordered from right to left, and the time is written as usual.
  await narrow.goto(`${base}/actions/bookVisit?input.eta=2030-02-19T18:15:00Z`);
  await takenOver(narrow);
  const places = (name: string): Promise<number> =>
    narrow
      .locator(`.date-segment[data-type="${name}"]`)
      .first()
      .evaluate(element => element.getBoundingClientRect().left);
  expect(await places('month')).toBeLessThan(await places('day'));
  expect(await places('hour')).toBeLessThan(await places('minute'));
  expect(complaints.filter(complaint => !complaint.includes('was preloaded'))).toEqual([]);
});

it('rows with coordinates are on a map that is drawn from the page alone, and are opened with the keyboard', async () => {
  const schema = buildSchema(`
    type Port { id: ID!, name: String!, latitude: Float!, longitude: Float! }
    type Query { ports: [Port!]!, port(id: ID!): Port }
  `);
  const ports = [
    { id: 'p1', name: 'Bergen', latitude: 60.4, longitude: 5.3 },
    { id: 'p2', name: 'Valparaíso', latitude: -33, longitude: -71.6 },
  ];
  const rootValue = { ports: () => ports, port: ({ id }: { id: string }) => ports.find(port => port.id === id) ?? null };
  const api = await startApi(async ({ query, variables, operationName }) => ({
    body: JSON.stringify(await graphql({ schema, source: query, rootValue, variableValues: variables, operationName })),
  }));
  const { base } = await startOriel({ ORIEL_HTTP_ENDPOINT: api });
  const page = await open(`${base}/favicon.svg`);
  const origins = new Set<string>();
  page.on('request', request => origins.add(new URL(request.url()).origin));
  await page.goto(`${base}/data/ports?kind=map`);
  await page.locator('.map-land path').first().waitFor({ state: 'attached' });
  await page.locator('.map-point').nth(1).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.locator('.map-row', { hasText: 'Valparaíso' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('.drawer').getByRole('heading', { name: 'Valparaíso' }).waitFor();
  expect([...origins].sort()).toEqual([base, new URL(api).origin].sort());
});
