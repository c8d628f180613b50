/** Editing in the table of the harbour's visits: cells, a reload, review, sending with one refusal, undo. */
import type { Page } from 'playwright-core';
import { axeFaults } from '../support/browser/axeFaults';
import { journeys, LOADED, takenOver } from '../support/browser/journeys';
import { complaintsOf } from '../support/browser/openBrowser';

jest.setTimeout(240_000);

const { startOriel, open } = journeys();

let base: string;
let accessCode: string;
beforeAll(async () => {
  ({ base, accessCode } = await startOriel());
});

/** A page of a signed-in user with loaded rows. */
async function signedIn(address: string): Promise<Page> {
  const page = await open(base + address);
  await takenOver(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('dialog').getByLabel('Code').fill(accessCode);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  await page.locator(LOADED).first().waitFor();
  return page;
}

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
  const page = await signedIn(
    `/data/visits?columns=id,status,cargoTonnes&filter=status:is:EXPECTED;cargoTonnes:greater:5&sort=eta`,
  );
  const complaints = complaintsOf(page);

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
  const page = await signedIn(`/data/visits?columns=status,cargoTonnes&filter=status:is:EXPECTED;cargoTonnes:greater:5&sort=eta`);
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

it('dates of a spreadsheet are pasted, and a block is marked in its first column too', async () => {
  const page = await signedIn(
    `/data/visits?columns=cargoTonnes,eta,status,notes,id,ship,berth&filter=status:is:EXPECTED&sort=eta`,
  );
  await page.locator('[data-cell="0:1"]').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  const colours = await page
    .locator('.data-table-block')
    .evaluateAll(cells => cells.map(cell => getComputedStyle(cell).backgroundColor));
  expect(colours).toHaveLength(4);
  expect(new Set(colours).size).toBe(1);
  await page.locator('[data-cell="0:1"]').focus();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '1,200\t25/02/2027 06:30\n1300\t26 Feb 2027, 7:15\n1400\t2027-02-27 08:45\n');
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await page.getByText('6 changes not sent', { exact: true }).waitFor();
  const pasted = (await page.locator('.edited-cell').allTextContents()).map(cell => cell.replace(/Before:.*/, ''));
  expect(pasted).toEqual(['1,200', '25 Feb 2027, 06:30', '1,300', '26 Feb 2027, 07:15', '1,400', '27 Feb 2027, 08:45']);
});
