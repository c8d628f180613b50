/**
 * Oriel in Chromium over a real GraphQL server, with a proxy between them that breaks things. Each row of the matrix is judged on the screen
 * (what a person is told) and at the server (how often it executed). `npm run faults` runs every row and writes the table into
 * tests/faults/README.md; `npm test` runs the quick half.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { type FaultProxy, startFaultProxy } from '../faults/faultProxy';
import { HTTP_CASES, type HttpCase } from '../faults/httpCases';
import { type NotesServer, startNotesServer } from '../faults/notesServer';
import { SOCKET_CASES, type SocketCase } from '../faults/socketCases';
import { busiestTask } from '../support/busiestTask';
import { eventually } from '../support/eventually';
import { journeys, LOADED } from '../support/journeys';

jest.setTimeout(180_000);

const ALL = process.env.FAULTS === 'all';
const README = 'tests/faults/README.md';
const TABLE = '<!-- table -->\n';
const rows: string[] = [];
const isQuick = ({ isQuick: quick }: { isQuick?: true }): boolean => ALL || quick === true;

const { startOriel, open } = journeys();
let server: NotesServer;
let proxy: FaultProxy;
let base: string;
beforeAll(async () => {
  server = await startNotesServer();
  proxy = await startFaultProxy(server.origin);
  ({ base } = await startOriel({ ORIEL_HTTP_ENDPOINT: `${proxy.origin}/graphql` }));
});
afterEach(() => proxy.heal());
afterAll(async () => {
  await proxy.close();
  await server.close();
  if (!ALL) return;
  const text = readFileSync(README, 'utf8');
  const start = text.indexOf(TABLE) + TABLE.length;
  const made = `| Fault | Place | On the screen | Executed |\n| --- | --- | --- | ---: |\n${rows.join('\n')}\n`;
  writeFileSync(README, `${text.slice(0, start)}${made}${text.slice(text.indexOf('<!-- end -->'))}`);
});

const isList = (body: string): boolean => /\bnotes\b/.test(body) && !body.includes('__schema');
const isMutation = (body: string): boolean => /mutation\b/.test(body) && !body.includes('__schema');
const main = (page: Page) => page.locator('main');

describe('a list', () => {
  it.each(HTTP_CASES.filter(isQuick).map((each): [string, HttpCase] => [each.name, each]))(
    '%s',
    async (name, { fault, list, needsTimeLimit }) => {
      proxy.breakHttp(fault, { matches: isList });
      const page = await open(`${base}/data/notes`);
      if (list === 'rows') {
        await page.locator(LOADED, { hasText: 'Note 7' }).waitFor();
        rows.push(`| ${name} | list | rows | |`);
        return;
      }
      if (needsTimeLimit) {
        // Long before the time limit the screen says what it waits for, and lets go of it.
        await page.getByRole('button', { name: 'Stop', exact: true }).click();
      }
      const alert = main(page).getByRole('alert').first();
      await alert.waitFor();
      const said = (await alert.textContent()) ?? '';
      expect(said.trim().length).toBeGreaterThan(10);
      // Never the browser's own words, and never that there are no rows.
      expect(said).not.toMatch(/Failed to fetch|undefined|\[object/);
      expect(await main(page).getByText('No Notes').count()).toBe(0);
      proxy.heal();
      await page.getByRole('button', { name: 'Try again' }).first().click();
      await page.locator(LOADED, { hasText: 'Note 7' }).waitFor();
      rows.push(`| ${name} | list | ${said.slice(0, 80).replaceAll('|', ' ')} | |`);
    },
  );
});

describe('a mutation', () => {
  it.each(HTTP_CASES.filter(isQuick).map((each): [string, HttpCase] => [each.name, each]))(
    '%s',
    async (name, { fault, form, executed, needsTimeLimit }) => {
      const text = `added while: ${name}`;
      const before = proxy.received.filter(isMutation).length;
      const page = await open(`${base}/actions/addNote?text=${encodeURIComponent(text)}`);
      const send = main(page).getByRole('button', { name: 'Add note', exact: true });
      await send.waitFor();
      proxy.breakHttp(fault, { matches: isMutation });
      await send.click();
      if (needsTimeLimit) await main(page).getByRole('button', { name: /^Stop/ }).click();
      const done = main(page).getByRole('heading', { name: /^Done/ });
      const trouble = main(page).getByRole('alert').first();
      await done.or(trouble).first().waitFor();
      const said = ((await (form === 'done' ? done : trouble).textContent()) ?? '').trim();
      expect(await done.count()).toBe(form === 'done' ? 1 : 0);
      if (form === 'unknown') expect(said).toMatch(/may have/i);
      if (form === 'refused') expect(said).not.toMatch(/may have/i);
      expect(said).not.toMatch(/Failed to fetch|undefined|\[object/);
      // What was typed is still there.
      if (form !== 'done') expect(await main(page).getByRole('textbox', { name: 'Text' }).inputValue()).toBe(text);
      expect(server.notes.filter(note => note.text === text)).toHaveLength(executed);
      // Followed redirects are requests of the browser itself.
      if (!name.includes('redirect')) expect(proxy.received.filter(isMutation).length - before).toBe(1);
      rows.push(`| ${name} | form | ${said.slice(0, 80).replaceAll('|', ' ')} | ${executed} |`);
    },
  );
});

describe('a feed', () => {
  const total = async (page: Page): Promise<number> => Number(await page.locator('[data-total]').getAttribute('data-total'));

  it.each(SOCKET_CASES.filter(isQuick).map((each): [string, SocketCase] => [each.name, each]))(
    '%s',
    async (name, { fault, outcome }) => {
      proxy.breakSockets(fault, 1);
      const opened = proxy.opened();
      const page = await open(`${base}/live/ticks?everyMs=50`);
      const status = page.locator('.feed-status');
      if (outcome === 'back') {
        // A silent socket is noticed after 30 seconds.
        const limit = fault.kind === 'half open' ? 60_000 : 20_000;
        const isFaulty = fault.kind !== 'refuse' && fault.kind !== 'garbage';
        if (isFaulty)
          await eventually(
            async () => proxy.opened(),
            count => count > opened + 1,
            limit,
          );
        await eventually(
          () => total(page),
          count => count > 20,
          limit,
        );
        await status.getByText('Live', { exact: true }).waitFor();
        // One subscription is left at the server, however many were begun.
        await eventually(
          async () => server.running(),
          count => count === 1,
          limit,
        );
      } else await status.getByText(/failed/i).waitFor();
      const prototype = await page.evaluate(() => Object.keys(Object.prototype));
      expect(prototype).toEqual([]);
      rows.push(`| ${name} | feed | ${outcome} | |`);
      await page.close();
      await eventually(
        async () => server.running(),
        count => count === 0,
      );
    },
  );

  /** What goes wrong with the way to the server or with the tab, while a feed runs. */
  const TROUBLES: readonly [string, (page: Page) => Promise<void>][] = [
    [
      'flapping: cut five times, a second apart',
      async page => {
        for (let times = 0; times < 5; times++) {
          proxy.cutSockets();
          await page.waitForTimeout(1000);
        }
      },
    ],
    [
      'an outage of 60 seconds',
      async page => {
        await proxy.goDown();
        await page.waitForTimeout(60_000);
        await proxy.comeBack();
      },
    ],
    [
      'the browser is offline for 5 seconds',
      async page => {
        await page.context().setOffline(true);
        proxy.cutSockets();
        await page.waitForTimeout(5000);
        await page.context().setOffline(false);
      },
    ],
    [
      'the tab is frozen for 5 seconds while the socket is cut',
      async page => {
        const session = await page.context().newCDPSession(page);
        await session.send('Page.setWebLifecycleState', { state: 'frozen' });
        proxy.cutSockets();
        await new Promise(resolve => setTimeout(resolve, 5000));
        await session.send('Page.setWebLifecycleState', { state: 'active' });
      },
    ],
  ];
  (ALL ? it : it.skip).each(TROUBLES)('%s', async (name, happen) => {
    const page = await open(`${base}/live/ticks?everyMs=50`);
    await eventually(
      () => total(page),
      count => count > 5,
    );
    await happen(page);
    const before = await total(page);
    await eventually(
      () => total(page),
      count => count > before + 20,
      60_000,
    );
    await page.locator('.feed-status').getByText('Live', { exact: true }).waitFor();
    // One subscription is left at the server, however many were begun.
    await eventually(
      async () => server.running(),
      count => count === 1,
    );
    rows.push(`| ${name} | feed | back | |`);
  });

  it('an event of 20 MB is shown cut, and keeps the page busy for less than a second', async () => {
    const page = await open(`${base}/live/loads?bytes=20000000`);
    const busy = await busiestTask(page, () =>
      eventually(
        () => total(page),
        count => count > 3,
        90_000,
      ).then(() => undefined),
    );
    await page.getByText(/^Large events are shown cut/).waitFor();
    if (process.env.FAULTS) console.info(`The busiest task of an event of 20 MB: ${Math.round(busy)} ms of processor time`);
    expect(busy).toBeLessThan(1000);
    rows.push('| an event of 20 MB | feed | shown cut | |');
  });

  it('an outage: the feed counts down, comes back by itself or at once, and marks the gap', async () => {
    const page = await open(`${base}/live/ticks?everyMs=50`);
    await eventually(
      () => total(page),
      count => count > 5,
    );
    await proxy.goDown();
    const status = page.locator('.feed-status');
    await status.getByText(/^Reconnecting in/).waitFor();
    await proxy.comeBack();
    await status
      .getByRole('button', { name: 'Now' })
      .click({ timeout: 3000 })
      .catch(() => undefined);
    await status.getByText('Live', { exact: true }).waitFor();
    await page
      .getByText(/^Gap of .* the connection was lost/)
      .first()
      .waitFor({ state: 'attached' });
    rows.push('| the server is gone and comes back | feed | back, gap marked | |');
  });
});
