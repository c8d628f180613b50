/**
 * The main task on the harbour with the keyboard alone, without a pointer: sign in, filter visits by status and date, open one, change it, attach two
 * files, see the updated table.
 */
import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { axeFaults } from '../../support/browser/axeFaults';
import {
  arrowTo,
  cellsOf,
  eventually,
  firstCells,
  journeys,
  LOADED,
  queryStringOf,
  tabTo as tabWherever,
  takenOver,
} from '../../support/browser/journeys';
import { complaintsOf } from '../../support/browser/openBrowser';

jest.setTimeout(240_000);

const { startOriel, open } = journeys();

/** Moves the focus by Tab. The focus must be visible at every stop. */
const tabTo = (page: Page, name: RegExp, backwards = false): Promise<void> =>
  tabWherever(page, name, backwards, async stop => {
    const unseen = await page.evaluate(unseenFocus);
    if (unseen) throw new Error(`The focus on "${stop}" is not visible: ${unseen}`);
  });

/** Runs in the page: the markup of the focused element if it has neither an outline nor an accent background. */
function unseenFocus(): string | null {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const accent = getComputedStyle(document.querySelector('.shell-skip') ?? element).backgroundColor;
  // The outline of an editor is around the whole editor, that of a segmented control around the label.
  for (let each: Element | null = element; each; each = each.parentElement) {
    const { outlineStyle, outlineWidth, backgroundColor, borderBlockEndColor, boxShadow } = getComputedStyle(each);
    if (outlineStyle !== 'none' && outlineWidth !== '0px') return null;
    if (each === element && (backgroundColor === accent || borderBlockEndColor === accent || boxShadow !== 'none')) return null;
    if (each.matches('form, dialog, main, nav')) break;
  }
  return (element.cloneNode() as Element).outerHTML.slice(0, 200);
}

/** Fills in the filter editor: field, condition (null: the first one), and the value, which `value` types. */
async function addFilter(page: Page, field: string, condition: string | null, value: () => Promise<void>): Promise<void> {
  await tabTo(page, /^Filter$/);
  await page.keyboard.press('Enter');
  await eventually(page, () => document.activeElement?.matches('.filter-editor select'), null);
  await page.keyboard.type(field);
  if (condition !== null) {
    await tabTo(page, /^Condition$/);
    await page.keyboard.type(condition);
  }
  await value();
  await tabTo(page, /^Apply$/);
  await page.keyboard.press('Enter');
  await page.locator('.filter-editor').waitFor({ state: 'detached' });
}

it('signs in, filters, opens, changes, attaches two files and sees the table updated', async () => {
  const { base, accessCode } = await startOriel();
  const page = await open(`${base}/data/visits`);
  const complaints = complaintsOf(page);
  const { keyboard } = page;
  const files = ['Bill of lading.pdf', 'Crew.csv'].map(name => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(name.repeat(999)),
  }));
  // Before the click: Playwright must intercept the file chooser before it opens.
  page.once('filechooser', chooser => void chooser.setFiles(files));
  await page.waitForSelector(LOADED);
  await takenOver(page);

  // After the sign-in the button in the rail is gone, and the title of the screen is focused.
  await tabTo(page, /^Sign in$/, true);
  await keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await eventually(page, () => document.activeElement?.matches('dialog input'), null);
  expect(await axeFaults(page)).toEqual([]);
  await keyboard.type(accessCode);
  await keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  await eventually(page, () => document.activeElement?.matches('main h1'), null);

  await addFilter(page, 'Status', null, async () => {
    await tabTo(page, /^Value$/);
    await keyboard.type('Expected');
  });
  await addFilter(page, 'ETA', 'is after', async () => {
    await tabTo(page, /^day, Value/);
    await keyboard.type('20092026');
    await keyboard.type('1200');
  });
  expect(queryStringOf(page).get('filter')).toBe('status:is:EXPECTED;eta:greater:2026-09-20T12:00:00.000Z');
  await page.getByRole('button', { name: 'Change: ETA is after 20 Sept 2026, 12:00' }).waitFor();
  await page.waitForSelector(LOADED);
  expect(new Set(await cellsOf(page, 'Status'))).toEqual(new Set(['Expected']));

  // Opens the second row and its action; the title of the form is focused.
  const [firstCell = ''] = await firstCells(page);
  await tabTo(page, new RegExp(`^${firstCell}$`));
  await arrowTo(page, /^Expected$/);
  await keyboard.press('ArrowDown');
  await keyboard.press('Control+Enter');
  await page.locator('.drawer .record-value').first().waitFor();
  const filtered = page.url();
  const id = queryStringOf(page).get('record')?.replace('Visit:', '') ?? '';
  expect(id).toMatch(/^visit-\d+$/);
  // The form of the action; its fields can be edited in place as well.
  await tabTo(page, /more action/);
  await keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Change visit' }).waitFor();
  for (let presses = 0; presses < 5; presses++) {
    if (await page.evaluate(() => document.activeElement?.textContent === 'Change visit')) break;
    await keyboard.press('ArrowDown');
  }
  await keyboard.press('Enter');
  await eventually(
    page,
    () => document.activeElement?.matches('main h1') && document.activeElement.textContent === 'Change visit',
    null,
  );
  await tabTo(page, /^day, Arrived at/);
  await keyboard.type('21092026');
  await keyboard.type('0815');
  await tabTo(page, /^Change visit$/);
  await keyboard.press('Enter');
  // The server refuses it at its field, which is focused.
  await page.getByText('A visit that is EXPECTED has no arrival yet. Set the status to ALONGSIDE too.').waitFor();
  await eventually(page, () => document.activeElement?.getAttribute('aria-label')?.startsWith('day, Arrived at'), null);
  await tabTo(page, /^Status$/, true);
  await keyboard.type('Alongside');
  await tabTo(page, /^Change visit$/);
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: /^Done/ }).waitFor();

  // To the record, and from there to its files.
  await tabTo(page, /^Open Visit$/);
  await keyboard.press('Enter');
  await page.locator('.record-value').first().waitFor();
  await tabTo(page, /more action/);
  await keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Attach documents' }).waitFor();
  await eventually(page, () => document.activeElement?.textContent === 'Attach documents', null);
  await keyboard.press('Enter');
  await eventually(page, () => document.activeElement?.matches('main h1'), null);
  await tabTo(page, /^Choose files/);
  await keyboard.press('Enter');
  await page.getByText('Crew.csv').waitFor();
  await tabTo(page, /^Attach documents$/);
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: /^Done/ }).waitFor();
  for (const { buffer } of files) await page.getByText(createHash('sha256').update(buffer).digest('hex')).first().waitFor();

  // Back to the table (with a browser shortcut): it shows the updated visit, which is no longer "expected".
  while (page.url() !== filtered) await page.goBack();
  await page.waitForSelector(LOADED);
  await eventually(page, () => document.querySelector('.drawer')?.textContent.includes('Alongside'), null);
  await tabTo(page, /^Close$/);
  await keyboard.press('Enter');
  await page.locator('.drawer').waitFor({ state: 'detached' });
  await tabTo(page, /^Remove: Status is Expected$/, true);
  await keyboard.press('Enter');
  const row = page.locator('[role="row"]', { hasText: '21 Sept 2026, 08:15' });
  await row.waitFor();
  await row.getByText('Alongside', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});
