/** An operation that the server refuses with FORBIDDEN is not offered again in this session, and the reason is shown instead. */
import { buildSchema, GraphQLError, graphql } from 'graphql';
import type { Page } from 'playwright-core';
import { eventually, journeys, LOADED, takenOver } from '../../support/browser/journeys';

jest.setTimeout(240_000);

const { startOriel, startApi, open } = journeys();
const WHY = 'Not allowed: Only the harbour master may do this.';

const schema = buildSchema(`
  enum Kind { TANKER FERRY }
  type Ship { id: ID!, name: String!, kind: Kind!, tonnage: Int }
  input ShipPatch { name: String, kind: Kind, tonnage: Int }
  input ShipNew { name: String!, kind: Kind! }
  type Query { ships: [Ship!]!, ship(id: ID!): Ship }
  type Mutation { createShip(data: ShipNew!): Ship, updateShip(id: ID!, patch: ShipPatch!): Ship, deleteShip(id: ID!): Ship }
`);
const ships = Array.from({ length: 6 }, (_, at) => ({
  id: `s${at}`,
  name: `Ship ${at}`,
  kind: at % 2 === 0 ? 'TANKER' : 'FERRY',
  tonnage: at * 100,
}));

let base: string;
let sent: string[] = [];
beforeAll(async () => {
  const forbid = (name: string) => () => {
    sent.push(name);
    throw new GraphQLError('Only the harbour master may do this.', { extensions: { code: 'FORBIDDEN' } });
  };
  const rootValue = {
    ships: () => ships,
    ship: ({ id }: { id: string }) => ships.find(ship => ship.id === id) ?? null,
    createShip: forbid('create'),
    updateShip: forbid('update'),
    deleteShip: forbid('delete'),
  };
  const api = await startApi(async ({ query, variables, operationName }) => ({
    body: JSON.stringify(await graphql({ schema, source: query, rootValue, variableValues: variables, operationName })),
  }));
  ({ base } = await startOriel({ ORIEL_HTTP_ENDPOINT: api }));
});
beforeEach(() => {
  sent = [];
});

async function show(address: string): Promise<Page> {
  const page = await open(base + address);
  await takenOver(page);
  return page;
}

const closeDialog = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('button', { name: /^(Close|Cancel)$/ })
    .last()
    .click();
  await dialog.waitFor({ state: 'detached' });
};

it('a refused change of a cell turns off cells, the board and the action over rows', async () => {
  const page = await show('/data/ships?columns=name,kind,tonnage');
  await page.locator(LOADED).first().waitFor();
  const heads = await page.getByRole('columnheader').allTextContents();
  const cell = page.locator(`[data-cell="0:${heads.findIndex(head => head.startsWith('Tonnage'))}"]`);
  await eventually(page, () => document.querySelector('[role="grid"] [tabindex="0"]') !== null, null);
  await cell.focus();
  await page.keyboard.press('F2');
  await page.locator('.cell-editor input').first().fill('7');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Send 1 change' }).click();
  await page.getByRole('dialog').getByText('Refused', { exact: true }).waitFor();
  await page.getByRole('dialog').getByText('Only the harbour master may do this.').waitFor();
  await closeDialog(page);
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await cell.focus();
  await page.keyboard.press('F2');
  await page.getByText(WHY).first().waitFor();
  expect(await page.locator('.cell-editor').count()).toBe(0);

  const boxes = page.locator('[role="row"] input[type="checkbox"]');
  for (const row of [1, 2]) await boxes.nth(row).check();
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  const change = page.getByRole('menuitem', { name: /^Update ship/ });
  expect(await change.getAttribute('aria-disabled')).toBe('true');
  expect(await change.textContent()).toContain(WHY);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /^View: / }).click();
  await page
    .getByRole('menuitemradio', { name: /^Board/ })
    .or(page.getByRole('menuitem', { name: /^Board/ }))
    .first()
    .click();
  const ferries = page.getByRole('region', { name: /^Ferry/ });
  await page.locator('.card').first().dragTo(ferries);
  await page.getByText(WHY).first().waitFor();
  await page.locator('.card-title').first().focus();
  await page.keyboard.press('Control+ArrowRight');
  expect(await page.locator('.card-edited').count()).toBe(0);
  expect(sent).toEqual(['update']);
});

it('a refused deletion and a refused addition are disabled, each with its reason', async () => {
  const page = await show('/data/ships/s1');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete ship' }).click();
  await page.getByRole('dialog').getByText('Only the harbour master may do this.').first().waitFor();
  await closeDialog(page);
  const removal = page.getByRole('button', { name: 'Delete' });
  expect([await removal.isDisabled(), await removal.getAttribute('title')]).toEqual([true, WHY]);
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('dialog').getByText('Only the harbour master may do this.').first().waitFor();
  await closeDialog(page);
  const copy = page.getByRole('button', { name: 'Duplicate' });
  expect([await copy.isDisabled(), await copy.getAttribute('title')]).toEqual([true, WHY]);
  // The record can still be edited: that was not refused.
  expect(await page.getByRole('button', { name: 'Edit', exact: true }).isEnabled()).toBe(true);
  expect(sent).toEqual(['delete', 'create']);
});

it('a refused deletion of rows is disabled, and an import stops at the first refusal', async () => {
  const page = await show('/data/ships');
  await page.locator(LOADED).first().waitFor();
  const boxes = page.locator('[role="row"] input[type="checkbox"]');
  for (const row of [1, 2]) await boxes.nth(row).check();
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete ship' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Delete ship/ }).click();
  await dialog.getByText('2 refused').waitFor();
  await closeDialog(page);
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  const removal = page.getByRole('menuitem', { name: /^Delete ship/ });
  expect(await removal.getAttribute('aria-disabled')).toBe('true');
  expect(await removal.textContent()).toContain(WHY);
  await page.keyboard.press('Escape');

  sent = [];
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import' }).click();
  const lines = Array.from({ length: 500 }, (_, at) => `Import ${at},FERRY`);
  const buffer = Buffer.from(`name,kind\n${lines.join('\n')}\n`);
  await page.locator('input[type="file"]').setInputFiles({ name: 'ships.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Read' }).click();
  await page.getByRole('button', { name: 'Import 500 rows' }).click();
  await dialog.getByText('Only the harbour master may do this.').first().waitFor();
  await dialog.getByRole('button', { name: /^Continue with 49\d rows$/ }).waitFor();
  expect(sent.length).toBeLessThanOrEqual(4);
  await closeDialog(page);
  const add = page.getByRole('button', { name: 'Add Ship' });
  expect([await add.isDisabled(), await add.getAttribute('title')]).toEqual([true, WHY]);
});
