/** Actions of a user in Chromium on the real harbour: signing in, booking a visit, uploading files. */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { axeFaults } from '../support/browser/axeFaults';
import { eventually, journeys } from '../support/browser/journeys';
import { complaintsOf } from '../support/browser/openBrowser';
import { temporaryFile } from '../support/browser/temporaryFile';

jest.setTimeout(240_000);

const { startOriel, open } = journeys();
let base: string;
let code: string;
beforeAll(async () => {
  ({ base, accessCode: code } = await startOriel());
});

/** Sends a query to the API of the page. */
async function ask<Data>(query: string, variables: object = {}, token = ''): Promise<Data> {
  const response = await fetch(`${base}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify({ query, variables }),
  });
  return ((await response.json()) as { data: Data }).data;
}

/** A page with a signed-in user, at a path. */
async function openSignedIn(address: string): Promise<{ page: Page; complaints: string[] }> {
  const { signIn } = await ask<{ signIn: { token: string } }>('mutation ($code: String!) { signIn(code: $code) { token } }', {
    code,
  });
  const storageState = {
    cookies: [],
    origins: [{ origin: base, localStorage: [{ name: 'apollo-token', value: signIn.token }] }],
  };
  const page = await open(`${base}/favicon.svg`, { viewport: { width: 1280, height: 900 }, storageState });
  const complaints = complaintsOf(page);
  await page.goto(base + address);
  return { page, complaints };
}

/** Without Chromium's warning about resources that were preloaded for another screen. */
const grave = (complaints: string[]): string[] => complaints.filter(complaint => !complaint.includes('was preloaded'));

const visitId = async (): Promise<string> =>
  (await ask<{ visits: { id: string }[] }>('{ visits(limit: 1) { id } }')).visits[0]?.id ?? '';

it('signing in by an action: the token is offered, stored, and not shown', async () => {
  const page = await open(`${base}/actions/signIn`);
  const complaints = complaintsOf(page);
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.getByRole('textbox', { name: 'Code' }).press('Enter');
  await page.getByRole('button', { name: 'Sign in with this token' }).click();
  await page.getByText('Signed in', { exact: true }).first().waitFor();
  const token = await page.evaluate(() => localStorage.getItem('apollo-token'));
  expect(token?.length).toBeGreaterThan(20);
  expect(await page.evaluate(() => document.body.textContent)).not.toContain(token);
  // Sent values can be restored, but never a code.
  await page.getByRole('button', { name: 'Start over' }).click();
  expect(await page.getByRole('button', { name: 'Recent' }).count()).toBe(0);
  expect(grave(complaints)).toEqual([]);
});

it('booking a visit with the keyboard: choose by name, type a date, read the error, correct it', async () => {
  const { page, complaints } = await openSignedIn('/actions/bookVisit');
  const keyboard = page.keyboard;
  const field = (name: string) => page.locator('.draft-field').filter({ has: page.getByText(name, { exact: true }) });

  // With empty fields nothing is sent, and the first required field is focused.
  await page.getByRole('button', { name: 'Book visit', disabled: false }).focus();
  await keyboard.press('Enter');
  await page.getByText('Required').first().waitFor();
  expect(await page.evaluate(() => document.activeElement?.closest('.draft-field')?.textContent)).toContain('Ship ID');

  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await page.getByRole('option').nth(3).waitFor();
  await keyboard.type('amber');
  await eventually(
    page,
    () =>
      document.querySelectorAll('[role="option"]').length > 0 &&
      ![...document.querySelectorAll('[role="option"]')].some(o => !/amber/i.test(o.textContent ?? '')),
    null,
  );
  const ship = (await page.getByRole('option').first().locator('span').first().textContent()) ?? '';
  await keyboard.press('Enter');
  await field('Ship ID').getByText(ship).waitFor();

  await field('Berth ID').getByRole('button', { name: 'Choose…' }).focus();
  await keyboard.press('Enter');
  await page.getByRole('option').nth(3).waitFor();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Berth ID' }).waitFor();

  // A past date, which the server refuses at its field.
  await page.getByRole('spinbutton').first().focus();
  await keyboard.type('15012020');
  await keyboard.type('1030');
  await page.getByRole('button', { name: 'Book visit' }).focus();
  await keyboard.press('Enter');
  const eta = page
    .locator('.draft-field')
    .filter({ has: page.getByRole('spinbutton') })
    .last();
  await eta.locator('.field-error').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  expect(await page.getByRole('textbox', { name: 'Ship ID' }).inputValue()).toMatch(/^ship-/);

  const year = String(new Date().getFullYear() + 1);
  await page.getByRole('spinbutton', { name: /year/ }).focus();
  await keyboard.type(year);
  await page.getByRole('textbox', { name: 'Cargo tonnes' }).fill('1250.5');
  await page.getByRole('button', { name: 'Book visit' }).focus();
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: /^Done/ }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Done');

  expect(await axeFaults(page)).toEqual([]);

  const link = page.getByRole('link', { name: 'Open Visit' });
  const id = (await link.getAttribute('href'))?.split('/').at(-1) ?? '';
  const { visit } = await ask<{
    visit: { eta: string; cargoTonnes: number; ship: { name: string } };
  }>('query ($id: ID!) { visit(id: $id) { eta cargoTonnes ship { name } } }', { id });
  expect(visit.eta.slice(0, 10)).toBe(`${year}-01-15`);
  expect([visit.cargoTonnes, visit.ship.name]).toEqual([1250.5, ship]);
  expect(grave(complaints)).toEqual([]);
});

it('a file of 20 MB: the progress bar moves, the server works, and the received file equals the sent one', async () => {
  const { page, complaints } = await openSignedIn(`/actions/attachDocument?visitId=${await visitId()}`);
  const content = Buffer.alloc(20_000_000);
  for (let at = 0; at < content.length; at += 4096) content.writeUInt32LE(at, at);
  await page.setInputFiles('input[type="file"]', temporaryFile('manifest.bin', content));
  await page.getByText('20 MB', { exact: true }).waitFor();
  // Fast enough for the test, slow enough to be visible.
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 8_000_000,
  });
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const words = document.querySelector('.upload-bar-words')?.textContent;
      if (words && seen.at(-1) !== words) seen.push(words);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await page.getByRole('button', { name: 'Attach document', exact: true }).click();
  await page.getByRole('progressbar').waitFor();
  expect(await page.getByRole('button', { name: 'Sending…' }).isDisabled()).toBe(true);
  // The status line shows it as well, on every screen.
  await page.getByText(/^1 upload/).waitFor();
  await page.getByRole('heading', { name: /^Done/ }).waitFor({ timeout: 60_000 });
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  const shares = seen.map(words => Number(/(\d+)\s?%/.exec(words)?.[1] ?? Number.NaN)).filter(Number.isFinite);
  expect(new Set(shares).size).toBeGreaterThan(5);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(seen.at(-1)).toBe('The server is working…');
  await page.getByText(createHash('sha256').update(content).digest('hex')).waitFor();
  expect(grave(complaints)).toEqual([]);
});

it('an upload continues while another screen is shown, and its result is there on return', async () => {
  const { page } = await openSignedIn(`/actions/attachDocument?visitId=${await visitId()}`);
  await page.setInputFiles('input[type="file"]', temporaryFile('slow.bin', Buffer.alloc(6_000_000)));
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 3_000_000,
  });
  await page.getByRole('button', { name: 'Attach document', exact: true }).click();
  await page.getByRole('progressbar').waitFor();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByText(/^1 upload/).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: /^Done/ }).waitFor({ timeout: 30_000 });
  await page.getByRole('heading', { name: 'slow.bin' }).waitFor();
});

it('a file that is dropped on the file input is accepted, and one dropped beside it does not replace the page', async () => {
  const { page } = await openSignedIn(`/actions/attachDocument?visitId=${await visitId()}`);
  const session = await page.context().newCDPSession(page);
  /** Drops this file there, as a user does from another window. */
  const drop = async (target: Locator): Promise<void> => {
    const { x, y } = (await target.boundingBox()) ?? { x: 0, y: 0 };
    const data = { items: [], files: [resolve('package.json')], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', { type, x: x + 5, y: y + 5, data });
  };
  await eventually(page, () => document.querySelector('.files-zone button:enabled') !== null, null);
  await drop(page.locator('.files-zone'));
  await page.locator('.files-list').getByText('package.json').waitFor();
  await drop(page.getByRole('heading', { level: 1 }));
  await page.waitForTimeout(300);
  expect(await page.locator('.files-list').getByText('package.json').count()).toBe(1);
  expect(page.url()).toContain('/actions/attachDocument');
});

it('a stopped upload says how far it got, keeps the form, and sends nothing by itself', async () => {
  const id = await visitId();
  const { page } = await openSignedIn(`/actions/attachDocument?visitId=${id}`);
  await page.setInputFiles('input[type="file"]', temporaryFile('stopped.bin', Buffer.alloc(9_000_000)));
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 2_000_000,
  });
  let sent = 0;
  page.on('request', request => {
    if (request.headers()['content-type']?.startsWith('multipart/')) sent++;
  });
  await page.getByRole('button', { name: 'Attach document', exact: true }).click();
  await page.getByText(/^Sending [1-9]/).waitFor();
  await page.getByRole('button', { name: 'Stop sending' }).click();
  await page.getByText(/^You stopped this at \d+\s?%\. The server did not receive everything\.$/).waitFor();
  await page.getByText('stopped.bin').waitFor();
  // The server cannot have received all of it, so another attempt cannot execute it twice.
  expect(await page.getByRole('button', { name: 'Attach document', exact: true }).isEnabled()).toBe(true);
  expect(sent).toBe(1);
  const { visit } = await ask<{
    visit: { documents: { filename: string }[] };
  }>('query ($id: ID!) { visit(id: $id) { documents { filename } } }', { id });
  expect(visit.documents.map(document => document.filename)).not.toContain('stopped.bin');
});

it('one of several files is stopped: the whole request stops, and the others can be sent again', async () => {
  const id = await visitId();
  const { page } = await openSignedIn(`/actions/attachDocuments?visitId=${id}`);
  await page.setInputFiles('input[type="file"]', [
    temporaryFile('small.bin', Buffer.alloc(1000)),
    temporaryFile('large.bin', Buffer.alloc(9_000_000)),
  ]);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const conditions = { offline: false, latency: 0, downloadThroughput: -1 };
  await session.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: 2_000_000 });
  await page.getByRole('button', { name: 'Attach documents', exact: true }).click();
  await page.getByText(/^Sending [1-9]/).waitFor();
  await page.getByText('All files are in one request: stopping one stops all of them.').waitFor();
  await page.getByRole('button', { name: 'Stop large.bin' }).click();
  await page.getByText(/^You stopped this at \d+\s?%\. The server did not receive everything\.$/).waitFor();
  await page.getByText('large.bin was removed. You can send the others again.').waitFor();
  expect(await page.locator('.files-name').allTextContents()).toEqual(['small.bin']);
  await session.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: -1 });
  await page.getByRole('button', { name: 'Send the others' }).click();
  await page.getByRole('heading', { name: 'Done' }).waitFor();
  const { visit } = await ask<{
    visit: { documents: { filename: string }[] };
  }>('query ($id: ID!) { visit(id: $id) { documents { filename } } }', { id });
  const names = visit.documents.map(document => document.filename);
  expect([names.filter(name => name === 'small.bin').length, names.includes('large.bin')]).toEqual([1, false]);
});

it('a destructive action asks for confirmation, and Esc changes nothing', async () => {
  const { page, complaints } = await openSignedIn(`/actions/cancelVisit?id=${await visitId()}&reason=x`);
  let sent = 0;
  page.on('request', request => {
    if (/"query":"\s*mutation\b/.test(request.postData() ?? '')) sent++;
  });
  await page.getByRole('button', { name: 'Cancel visit', exact: true }).click();
  await page.getByRole('dialog', { name: /^Cancel visit: / }).waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(sent).toBe(0);
  await page.getByRole('button', { name: 'Cancel visit', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel visit' }).click();
  await page.getByText('Enter a reason of 3 to 500 characters.').waitFor();
  expect(sent).toBe(1);
  expect(await page.getByRole('textbox', { name: 'Reason' }).getAttribute('aria-invalid')).toBe('true');
  expect(grave(complaints)).toEqual([]);
});

it('a form in a server-rendered page is disabled until hydration, so that no input is lost', async () => {
  const address = `${base}/actions/bookVisit`;
  const page = await open(address, { javaScriptEnabled: false });
  const controls = page.locator('.action-form :is(input, textarea, select, button)');
  await controls.first().waitFor();
  for (const control of await controls.all()) expect(await control.isDisabled()).toBe(true);
  const living = await open(address);
  await living.getByRole('textbox', { name: 'Ship ID' }).fill('ship-4');
  await living.getByText('Amber Fortune').waitFor();
  expect(await living.getByRole('textbox', { name: 'Ship ID' }).inputValue()).toBe('ship-4');
});
