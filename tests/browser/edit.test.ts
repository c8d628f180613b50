/** Editing in the table of the harbour's visits: cells, a reload, review, sending with one refusal, undo. */
import type { Page } from 'playwright-core';
import { axeFaults } from '../support/browser/axeFaults';
import { journeys, LOADED, takenOver } from '../support/browser/journeys';
import { complaintsOf } from '../support/browser/openBrowser';

jest.setTimeout(240_000);

const { startOriel, open } = journeys();

/** Types a value into a cell. */
async function type(page: Page, row: number, column: number, value: string): Promise<void> {
  const cell = page.locator(`[data-cell="${row}:${column}"]`);
  await cell.focus();
  await page.keyboard.press(row % 2 === 0 ? 'Enter' : 'F2');
  const control = page.locator('.cell-editor input').first();
  await control.fill(value);
  await control.press('Enter');
  await page.locator('.cell-editor').waitFor({ state: 'detached' });
  expect(await cell.evaluate(element => element === document.activeElement)).toBe(true);
}

it('cells of several rows are edited, restored after a reload, sent with one refused, and undone', async () => {
  const { base, accessCode } = await startOriel();
  const page = await open(
    `${base}/data/visits?columns=id,status,cargoTonnes&filter=status:is:EXPECTED;cargoTonnes:greater:5&sort=eta`,
  );
  const complaints = complaintsOf(page);
  await takenOver(page);
  await page.locator(LOADED).first().waitFor();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('dialog').getByLabel('Code').fill(accessCode);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  await page.locator(LOADED).first().waitFor();

  const heads = await page.getByRole('columnheader').allTextContents();
  const column = heads.findIndex(head => head.startsWith('Cargo'));
  const before = await page.locator(`[data-cell="0:${column}"]`).textContent();
  // In the first cell without F2: the first character loads the editor.
  await page.locator(`[data-cell="0:${column}"]`).focus();
  await page.keyboard.type('1234');
  await page.locator('.cell-editor input').first().waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.cell-editor').waitFor({ state: 'detached' });
  await type(page, 1, column, '2345');
  await type(page, 2, column, '99999999');
  await page.getByText('3 changes not sent', { exact: true }).waitFor();
  // The notification of the sign-in.
  await page.locator('.note-words').first().waitFor({ state: 'detached' });
  expect(await axeFaults(page)).toEqual([]);

  await page.reload();
  await page.getByText('3 changes not sent', { exact: true }).waitFor();
  await page.locator('.edited-cell').nth(2).waitFor();
  const sent: string[] = [];
  page.on('request', request => {
    const body = request.postData() ?? '';
    if (body.includes('mutation ChangeVisit')) sent.push(body);
  });
  await page.getByRole('button', { name: 'Review' }).click();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send 3 changes' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Refused', { exact: true }).waitFor();
  await dialog.getByText('Sent', { exact: true }).nth(1).waitFor();
  expect(sent).toHaveLength(3);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByText('1 change not sent', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  const cell = page.locator(`[data-cell="0:${column}"]`);
  await cell.getByText('1,234').waitFor();

  await page.getByRole('button', { name: 'Changes', exact: true }).click();
  const entry = page.locator('.edit-row').filter({ hasText: '1,234' });
  await entry.getByRole('button', { name: /^Undo the change of/ }).click();
  await page.getByRole('dialog').getByText('Sent', { exact: true }).waitFor();
  expect(sent).toHaveLength(4);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await page.waitForFunction(([at, text]) => document.querySelector(`[data-cell="0:${at}"]`)?.textContent === text, [
    column,
    before,
  ] as const);
  expect(complaints.filter(complaint => !complaint.includes('was preloaded'))).toEqual([]);
});

it('nothing moves with the first edit, and the button of the changes stays in its place when they are sent', async () => {
  const { base, accessCode } = await startOriel();
  const page = await open(
    `${base}/data/visits?columns=status,cargoTonnes&filter=status:is:EXPECTED;cargoTonnes:greater:5&sort=eta`,
  );
  await takenOver(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('dialog').getByLabel('Code').fill(accessCode);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  await page.locator(LOADED).first().waitFor();
  const column = (await page.getByRole('columnheader').allTextContents()).findIndex(head => head.startsWith('Cargo'));
  const cell = page.locator(`[data-cell="0:${column}"]`);
  const changes = page.getByRole('button', { name: 'Changes', exact: true });
  const staged = page.getByText('1 change not sent', { exact: true });
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const before = await cell.boundingBox();
    await type(page, 0, column, '1234');
    await staged.waitFor();
    expect(await cell.boundingBox()).toEqual(before);
    expect((await staged.boundingBox())?.y).toBeGreaterThan(before?.y ?? Number.POSITIVE_INFINITY);
    if (width === 390) await page.getByRole('button', { name: 'Discard changes' }).click();
  }
  const place = await changes.boundingBox();
  await page.getByRole('button', { name: 'Review' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send 1 change' }).click();
  await dialog.getByText('Sent', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await staged.waitFor({ state: 'detached' });
  expect(await changes.boundingBox()).toEqual(place);
});
