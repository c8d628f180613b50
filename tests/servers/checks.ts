/** The checks of a server through Oriel in Chromium, one after the other; each checks the screen and the server. */
import type { Locator, Page } from 'playwright-core';
import { cellsOf, firstCells, LOADED } from '../support/browser/journeys';
import { goWithin } from '../support/browser/screenTour';
import { eventually } from '../support/eventually';
import type { RunningSubject } from './startSubject';
import type { Subject } from './subjects';

/** Time limit for changes on the screen. */
const PATIENCE = 15_000;

/** A check: resolves with a short description of the result, rejects on failure. */
export interface Check {
  name: string;
  /** True if the server does not support what is checked. */
  isLeftOut?(subject: Subject): boolean;
  run(visit: Visit): Promise<string>;
}

/** Oriel in a page, in front of a server. */
export interface Visit {
  page: Page;
  base: string;
  subject: Subject;
  running: RunningSubject;
  /** The token for the run's own requests; '' for none. */
  token: string;
  /** Ids of the collections that Oriel recognises. */
  collections(): Promise<readonly { id: string; isAsking: boolean }[]>;
}

const main = (page: Page): Locator => page.locator('main');
const table = async ({ page, subject }: Visit): Promise<void> => {
  // By way of another screen, so that the rows on the screen are new.
  await goWithin(page, '/settings');
  await page.locator('.settings').first().waitFor();
  await goWithin(page, `/data/${subject.collection}?size=25`);
  await page.locator(LOADED).first().waitFor({ timeout: PATIENCE });
};
const cells = (page: Page, column: string): Promise<string[]> => cellsOf(page, column);
const until = <Value>(read: () => Promise<Value>, check: (value: Value) => boolean): Promise<Value> =>
  eventually(read, check, PATIENCE);

async function signIn({ page, subject, running }: Visit): Promise<string> {
  const { login } = subject;
  await goWithin(page, '/settings');
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  const dialog = page.getByRole('dialog');
  if (login?.way === 'token') {
    const byToken = dialog.getByRole('radio', { name: 'Token' });
    if ((await byToken.count()) > 0) await byToken.check();
    await dialog.locator('input[type="password"]').fill(await login.token(running.api));
  } else
    for (const [label, value] of Object.entries(login?.fields ?? {}))
      await dialog.getByLabel(label, { exact: true }).first().fill(value);
  await dialog.getByRole('button', { name: 'Sign in' }).last().click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor({ timeout: PATIENCE });
  return login?.way === 'token' ? 'by token' : 'by action';
}

async function loadAll(visit: Visit): Promise<string> {
  const { page, subject, collections } = visit;
  const found = await collections();
  let withRows = 0;
  let empty = 0;
  let asking = 0;
  let forbidden = 0;
  let broken = 0;
  const failed: string[] = [];
  for (const { id, isAsking } of found) {
    await goWithin(page, `/data/${id}`);
    if (isAsking) {
      asking++;
      continue;
    }
    const rows = page.locator(LOADED).first();
    const none = main(page)
      .getByText(/^No \S/)
      .first();
    const trouble = main(page).getByRole('alert').first();
    await rows
      .or(none)
      .or(trouble)
      .first()
      .waitFor({ timeout: PATIENCE })
      .catch(() => undefined);
    const said = (await trouble.isVisible()) ? ((await trouble.textContent()) ?? '').trim() : null;
    const known = subject.broken?.[id];
    if (said?.startsWith('You are not allowed')) forbidden++;
    else if (known !== undefined && said?.includes(known)) broken++;
    else if (said !== null) failed.push(`${id} (${said.slice(0, 200)})`);
    else if (await rows.isVisible()) withRows++;
    else if (await none.isVisible()) empty++;
    else failed.push(`${id} (neither rows nor words)`);
    // A new page for the next one, so that nothing of this one is left.
    await goWithin(page, '/settings');
    await page.locator('.settings').first().waitFor();
  }
  const words = `${found.length} found: ${withRows} with rows, ${empty} empty${asking ? `, ${asking} ask for arguments` : ''}${forbidden ? `, ${forbidden} not allowed to this user` : ''}${broken ? `, ${broken} the server itself cannot give` : ''}`;
  if (failed.length > 0) throw new Error(`${words}, ${failed.length} failed: ${failed.join('; ')}`);
  return words;
}

/** Clicks the name of a column, not the menu beside it. */
const pressHead = (page: Page, column: string): Promise<void> =>
  page
    .getByRole('columnheader', { name: column, exact: false })
    .first()
    .click({ position: { x: 12, y: 12 } });

async function sortRows(visit: Visit): Promise<string> {
  const { page, subject } = visit;
  const { column, first, last } = subject.sort;
  await table(visit);
  const top = async (): Promise<string> => (await cells(page, column))[0] ?? '';
  await pressHead(page, column);
  await until(top, text => text === first);
  await pressHead(page, column);
  await until(top, text => text === last);
  return 'both ways';
}

async function filterRows(visit: Visit): Promise<string> {
  const { page, subject } = visit;
  const { column, operator, value, rows } = subject.filter;
  await table(visit);
  await main(page).getByRole('button', { name: 'Filter', exact: true }).click();
  const editor = page.locator('.filter-editor');
  await editor.getByLabel('Field').selectOption({ label: column });
  if (operator) await editor.getByLabel('Condition').selectOption({ label: operator });
  await editor.locator('input').last().fill(value);
  await editor.getByRole('button', { name: 'Apply', exact: true }).click();
  await until(
    async () => (await firstCells(page)).length,
    count => count === rows,
  );
  return `${rows} rows`;
}

async function pageThrough(visit: Visit): Promise<string> {
  const { page, subject } = visit;
  await table(visit);
  const next = main(page).getByRole('button', { name: 'Next' });
  const { column } = subject.sort;
  const seen = new Set<string>();
  let pages = 1;
  for (; pages < 20; pages++) {
    const now = await cells(page, column);
    for (const text of now) seen.add(text);
    if (await next.isDisabled()) break;
    await next.click();
    await until(
      async () => (await cells(page, column))[0],
      text => text !== undefined && text !== now[0],
    );
  }
  // The table renders only visible rows, so the total is checked.
  if (pages !== Math.ceil(subject.total / 25)) throw new Error(`${pages} pages of 25 for ${subject.total} rows`);
  return `${pages} pages`;
}

async function openRecord(visit: Visit): Promise<string> {
  const { page } = visit;
  await table(visit);
  await page.locator(LOADED).nth(2).click();
  await page.locator('.drawer .record-value').first().waitFor({ timeout: PATIENCE });
  const title = ((await page.locator('.drawer-title').textContent()) ?? '').trim();
  await page.getByRole('link', { name: 'Open as page' }).click();
  await main(page).locator('.record-value').first().waitFor({ timeout: PATIENCE });
  if (await main(page).getByRole('alert').first().isVisible())
    throw new Error((await main(page).getByRole('alert').first().textContent()) ?? 'an alert');
  return `"${title}", drawer and page`;
}

/** Fills in a field of a form, after opening the groups that contain it. */
async function fill(page: Page, path: string, value: string): Promise<void> {
  const steps = path.split('.');
  const at = (depth: number): Locator => page.locator(`.draft-field[data-path='${JSON.stringify(steps.slice(0, depth))}']`);
  const field = at(steps.length);
  await main(page).locator('form [type="submit"]').first().waitFor({ timeout: PATIENCE });
  for (let depth = 1; depth < steps.length; depth++) {
    const group = at(depth);
    // A group that is open, or that is the complete form, shows its fields.
    if ((await field.count()) > 0 || (await group.count()) === 0) continue;
    if ((await at(depth + 1).count()) === 0) await group.locator('button:has(svg)').first().click({ timeout: PATIENCE });
  }
  await field.waitFor({ timeout: PATIENCE });
  const enterValue = field.getByRole('button', { name: 'Enter a value' });
  if ((await enterValue.count()) > 0) await enterValue.click();
  const radio = field.getByRole('radio', { name: value, exact: true });
  const select = field.locator('select');
  if ((await radio.count()) > 0) await radio.check();
  else if ((await select.count()) > 0) await select.selectOption({ label: value });
  else {
    const input = field.locator('input, textarea').first();
    // The record's value can arrive after the old text was selected, and then stands beside the new one.
    for (let times = 0; times < 3 && (await input.inputValue()) !== value; times++) await input.fill(value);
  }
}

/** Sends a form, and confirms dangerous actions; resolves after the response. */
async function send(page: Page): Promise<void> {
  await main(page).locator('form [type="submit"]').first().click();
  const confirm = page.locator('dialog[open] [type="submit"]');
  const done = main(page).getByRole('heading', { name: /^Done/ });
  const trouble = main(page).locator('[role="alert"], .field-error').first();
  await done.or(trouble).or(confirm).first().waitFor({ timeout: PATIENCE });
  if (await confirm.isVisible()) await confirm.click();
  await done.or(trouble).first().waitFor({ timeout: PATIENCE });
  if (!(await done.isVisible())) {
    const answered = (await main(page).textContent()) ?? '';
    throw new Error(`${((await trouble.textContent()) ?? '').trim().slice(0, 200) || answered.slice(0, 200)}`);
  }
}

/** The record with this name on the server. */
const atServer = ({ subject, running, token }: Visit, name: string) => subject.read(running.api, name, token);

async function create(visit: Visit): Promise<string> {
  const { page, subject } = visit;
  await goWithin(page, `/actions/${subject.create.action}`);
  for (const [path, value] of subject.create.fields) await fill(page, path, value);
  await send(page);
  const made = await atServer(visit, subject.create.name);
  if (made === null) throw new Error('Oriel says done, the server has no such record');
  return 'yes';
}

/** Opens the created record in the table. */
async function toRecord(visit: Visit): Promise<void> {
  const { page, subject } = visit;
  await goWithin(page, `/data/${subject.collection}`);
  await page.locator(LOADED).first().waitFor({ timeout: PATIENCE });
  // Reloads the page to show the current data of the server.
  await page.reload();
  await page.locator(LOADED).first().waitFor({ timeout: PATIENCE });
  const { column } = subject.sort;
  await pressHead(page, column);
  await until(
    async () => (await cells(page, column))[0],
    text => text === subject.sort.first,
  );
  await pressHead(page, column);
  const wanted = page.locator('[role="row"]', { hasText: subject.create.name }).locator('[role="rowheader"]').first();
  await wanted.click({ timeout: PATIENCE });
  await page.locator('.drawer .record-value').first().waitFor({ timeout: PATIENCE });
}

/** Clicks an action of the created record. */
async function toAction(visit: Visit, actionId: string): Promise<void> {
  const { page } = visit;
  await toRecord(visit);
  const link = page.locator(`.drawer a[href*="/actions/${actionId}?"]`);
  if ((await link.count()) === 0) await page.locator('.record-actions button').last().click();
  await page.locator(`a[href*="/actions/${actionId}?"]`).last().click({ timeout: PATIENCE });
}

async function change(visit: Visit): Promise<string> {
  const { page, subject } = visit;
  await toAction(visit, subject.change.action);
  await fill(page, subject.change.path, subject.change.value);
  await send(page);
  const now = await atServer(visit, subject.create.name);
  for (const [name, value] of Object.entries(subject.changed))
    if (now?.[name] !== value) throw new Error(`Oriel says done, the server has ${name} ${JSON.stringify(now?.[name])}`);
  return 'yes';
}

async function remove(visit: Visit): Promise<string> {
  const { page, subject } = visit;
  await toRecord(visit);
  // If Oriel recognises the deletion of this type, its records have a button for it.
  const button = page.locator('.drawer').getByRole('button', { name: 'Delete', exact: true });
  if ((await button.count()) > 0) {
    await button.click();
    await page.locator('dialog[open] .button-danger').click({ timeout: PATIENCE });
    await page.locator('.drawer').waitFor({ state: 'detached', timeout: PATIENCE });
  } else {
    await toAction(visit, subject.remove.action);
    await send(page);
  }
  if ((await atServer(visit, subject.create.name)) !== null) throw new Error('Oriel says done, the server still has the record');
  return 'yes';
}

async function live({ page, subject, running, token }: Visit): Promise<string> {
  const { feed } = subject;
  await goWithin(page, `/live/${feed?.id}`);
  const total = page.locator('[data-total]');
  const stopped = main(page).getByRole('button', { name: /^Start/ });
  await total.or(stopped).first().waitFor({ timeout: PATIENCE });
  if (await stopped.isVisible()) await stopped.click();
  await page
    .locator('.feed-status')
    .getByText(/^(Live|Connected, no events yet)$/)
    .waitFor({ timeout: PATIENCE });
  const counted = await until(
    async () => {
      await feed?.provoke?.(running.api, token);
      return Number(await total.getAttribute('data-total'));
    },
    count => count >= 3,
  );
  return counted >= 3 ? 'events arrive' : 'no';
}

/** In this order: the sign-in is first. */
export const CHECKS: readonly Check[] = [
  { name: 'Sign in', isLeftOut: ({ login }) => login === undefined, run: signIn },
  { name: 'Collections', run: loadAll },
  { name: 'Sort', run: sortRows },
  { name: 'Filter', run: filterRows },
  { name: 'Page', run: pageThrough },
  { name: 'Record', run: openRecord },
  { name: 'Create', run: create },
  { name: 'Change', run: change },
  { name: 'Delete', run: remove },
  { name: 'Live', isLeftOut: ({ feed }) => feed === undefined, run: live },
];
