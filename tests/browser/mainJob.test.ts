/**
 * The first minutes of a new user: opens the printed URL, sees rows, signs in, also in another tab, and attaches a large file to a visit. (The feed
 * that survives a killed server is in live.test.ts.)
 */
import { createHash } from 'node:crypto';
import { axeFaults } from '../support/browser/axeFaults';
import { eventually, journeys, LOADED } from '../support/browser/journeys';
import { complaintsOf } from '../support/browser/openBrowser';
import { temporaryFile } from '../support/browser/temporaryFile';

jest.setTimeout(360_000);

const { startOriel, open } = journeys();

it('from npm start to a visit with a file of 20 MB, with a second tab that shows the changes', async () => {
  const { base, accessCode } = await startOriel({}, '.scripts/start.mjs');

  const page = await open(`${base}/`);
  const complaints = complaintsOf(page);
  await page.waitForSelector(LOADED);
  const second = await page.context().newPage();
  await second.goto(`${base}/data/visits`);
  await second.waitForSelector(LOADED);
  await second.getByRole('button', { name: 'Sign in' }).waitFor();

  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('dialog').getByLabel('Code').fill('not the code');
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('dialog').locator('.field-error').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('dialog').getByLabel('Code').fill(accessCode);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  await second.getByRole('button', { name: 'Sign out' }).waitFor();

  // The second tab sends the token of the first one.
  // Ship and berth are links to other records.
  await second.locator(`[role="row"]:has(${LOADED})`).first().getByText('Expected', { exact: true }).click();
  await second.locator('.drawer .record-value').first().waitFor();
  await second.locator('.drawer').getByRole('link', { name: 'Attach document', exact: true }).click();
  const content = Buffer.alloc(20_000_000);
  for (let at = 0; at < content.length; at += 4096) content.writeUInt32LE(at, at);
  await second.locator('input[type="file"]').setInputFiles(temporaryFile('manifest.bin', content));
  await second.getByText('20 MB', { exact: true }).waitFor();
  const network = await second.context().newCDPSession(second);
  await network.send('Network.enable');
  const limits = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 8_000_000 };
  await network.send('Network.emulateNetworkConditions', limits);
  await second.evaluate(() => {
    const shares: number[] = [];
    Object.assign(window, { shares });
    new MutationObserver(() => {
      const bar = document.querySelector('[role="progressbar"], progress');
      const share = Number(bar?.getAttribute('aria-valuenow') ?? bar?.getAttribute('value') ?? Number.NaN);
      if (Number.isFinite(share) && shares.at(-1) !== share) shares.push(share);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await second.getByRole('button', { name: 'Attach document', exact: true }).click();
  await second.getByRole('heading', { name: /^Done/ }).waitFor({ timeout: 60_000 });
  await second.getByText(createHash('sha256').update(content).digest('hex')).waitFor();
  const shares = await second.evaluate(() => (window as unknown as { shares: number[] }).shares);
  expect(new Set(shares).size).toBeGreaterThan(5);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));

  // A sign-out applies to both tabs as well.
  await second.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await eventually(page, () => localStorage.getItem('apollo-token') === null, null);
  expect(complaints.filter(complaint => !complaint.includes('was preloaded'))).toEqual([]);
});
