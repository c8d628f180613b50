/**
 * Oriel in Chromium with a real GraphQL server and a proxy between them that injects faults. Each row of the matrix is checked on the screen and at
 * the server (how often it executed). `npm run faults` runs every row and writes the table into tests/faults/README.md, `npm run faults -- flapping`
 * the rows whose names match; `npm test` runs the quick half.
 */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { type FaultProxy, startFaultProxy } from '../faults/faultProxy';
import { FEED_TROUBLES, STREAM_TROUBLES } from '../faults/feedTroubles';
import { HTTP_CASES, type HttpCase } from '../faults/httpCases';
import { matrixTable, type Seen } from '../faults/matrixTable';
import { type NotesServer, startNotesServer } from '../faults/notesServer';
import { SOCKET_CASES, type SocketCase } from '../faults/socketCases';
import { busiestTask } from '../support/browser/busiestTask';
import { journeys, LOADED, takenOver } from '../support/browser/journeys';
import { openBrowser } from '../support/browser/openBrowser';
import { expectError, FAILED_REQUEST } from '../support/browser/pageErrors';
import { eventually } from '../support/eventually';

jest.setTimeout(180_000);

const ALL = process.env.FAULTS === 'all';
const table = matrixTable();

const { startOriel, open } = journeys();
let server: NotesServer;
let proxy: FaultProxy;
let base: string;
beforeAll(async () => {
  server = await startNotesServer();
  proxy = await startFaultProxy(server.origin);
  ({ base } = await startOriel({ ORIEL_HTTP_ENDPOINT: `${proxy.origin}/graphql` }));
});
// Chromium logs an error for each failed request.
beforeEach(() => expectError(FAILED_REQUEST));
afterEach(() => proxy.heal());
afterAll(async () => {
  await proxy.close();
  await server.close();
  if (ALL) table.write();
});

/** A row of the matrix. `judge` returns the observation for the table. */
function row(place: string, name: string, isQuick: true | undefined, judge: () => Promise<Seen>): void {
  table.declare(place, name);
  (ALL || isQuick ? it : it.skip)(name, async () => {
    const { screen, server: reached } = await judge();
    table.note(place, name, { screen: screen.replaceAll(proxy.origin, ''), server: reached });
  });
}

const isList = (body: string): boolean => /\bnotes\b/.test(body) && !body.includes('__schema');
const isMutation = (body: string): boolean => /mutation\b/.test(body) && !body.includes('__schema');
const main = (page: Page) => page.locator('main');
/** All texts of an element, in order. */
const textsOf = (element: Locator): Promise<string> =>
  element.evaluate(root => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode.textContent?.trim() ?? '');
    return texts.filter(Boolean).join(' · ');
  });
const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

describe('a list', () => {
  async function judge({ fault, list, needsTimeLimit }: HttpCase): Promise<Seen> {
    proxy.breakHttp(fault, { matches: isList });
    const page = await open(`${base}/data/notes`);
    const seen = (screen: string): Seen => ({ screen, server: `asked ${times(proxy.received.filter(isList).length - before)}` });
    if (list === 'rows') {
      await page.locator(LOADED, { hasText: 'Note 7' }).waitFor();
      return seen('the rows');
    }
    if (needsTimeLimit) {
      // Long before the timeout the screen says what it waits for, and offers to cancel.
      await page.getByRole('button', { name: 'Stop', exact: true }).click();
    }
    const alert = main(page).getByRole('alert').first();
    await alert.waitFor();
    const said = await textsOf(alert);
    expect(said.trim().length).toBeGreaterThan(10);
    // Never the browser's own message, and never "no rows".
    expect(said).not.toMatch(/Failed to fetch|undefined|\[object/);
    expect(await main(page).getByText('No Notes').count()).toBe(0);
    const result = seen(said);
    proxy.heal();
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.locator(LOADED, { hasText: 'Note 7' }).waitFor();
    return result;
  }
  let before = 0;
  beforeEach(() => {
    before = proxy.received.filter(isList).length;
  });
  for (const each of HTTP_CASES) row('list', each.name, each.isQuick, () => judge(each));
});

describe('a mutation', () => {
  async function judge({ name, fault, form, executed, needsTimeLimit }: HttpCase): Promise<Seen> {
    const text = `added while: ${name}`;
    const before = proxy.received.filter(isMutation).length;
    const page = await open(`${base}/actions/addNote?text=${encodeURIComponent(text)}`);
    const send = main(page).getByRole('button', { name: 'Add note', exact: true });
    await send.waitFor();
    proxy.breakHttp(fault, { matches: isMutation });
    await send.click();
    if (needsTimeLimit) await main(page).getByRole('button', { name: /^Stop/ }).click();
    const done = main(page).getByRole('heading', { name: /^Done/ });
    const trouble =
      form === 'shown'
        ? main(page).getByRole('heading', { name: /^The server answered with/ })
        : main(page).getByRole('alert').first();
    await done.or(trouble).first().waitFor();
    const said = await textsOf(form === 'done' ? done : trouble);
    expect(await done.count()).toBe(form === 'done' ? 1 : 0);
    if (form === 'unknown') expect(said).toMatch(/may have/i);
    if (form === 'refused') expect(said).not.toMatch(/may have/i);
    expect(said).not.toMatch(/Failed to fetch|undefined|\[object/);
    // The input is kept.
    if (form !== 'done' && form !== 'shown')
      expect(await main(page).getByRole('textbox', { name: 'Text' }).inputValue()).toBe(text);
    expect(server.notes.filter(note => note.text === text)).toHaveLength(executed);
    const sent = proxy.received.filter(isMutation).length - before;
    // The browser itself sends the requests of followed redirects.
    if (!name.includes('redirect')) expect(sent).toBe(1);
    return { screen: said, server: `sent ${times(sent)}, executed ${executed === 0 ? 'never' : times(executed)}` };
  }
  for (const each of HTTP_CASES) row('form', each.name, each.isQuick, () => judge(each));
});

/** The fault of each row of an import or of edited cells, by the number in its text. */
const ROW_FAULTS = [
  { digit: 1, fault: { kind: 'reset before' } },
  { digit: 3, fault: { kind: 'reset after' } },
  { digit: 5, fault: { kind: 'cut', at: 8 } },
  { digit: 7, fault: { kind: 'answer', after: true, status: 502, body: '<h1>Bad gateway</h1>' } },
] as const;

describe('rows that are sent one by one', () => {
  function breakRows(prefix: string): void {
    for (const { digit, fault } of ROW_FAULTS)
      proxy.breakHttp(fault, { matches: body => isMutation(body) && new RegExp(`${prefix} \\d*${digit}"`).test(body) });
  }
  /** The number of requests for each text with the prefix. */
  function sentOf(prefix: string): Map<string, number> {
    const counts = new Map<string, number>();
    for (const body of proxy.received.filter(isMutation)) {
      const [text] = new RegExp(`${prefix} \\d+`).exec(body) ?? [];
      if (text !== undefined) counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    return counts;
  }

  row('import', 'every tenth row: reset before, reset after, cut, 502 after it was executed', undefined, async () => {
    const page = await open(`${base}/data/notes`);
    await takenOver(page);
    await page.locator(LOADED).first().waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog');
    const texts = Array.from({ length: 40 }, (_, at) => `imported ${at}`);
    const buffer = Buffer.from(['text', ...texts].join('\n'));
    await dialog.locator('input[type="file"]').setInputFiles({ name: 'notes.csv', mimeType: 'text/csv', buffer });
    await dialog.getByRole('button', { name: 'Read' }).click();
    breakRows('imported');
    await dialog.getByRole('button', { name: 'Import 40 rows' }).click();
    await dialog.getByRole('button', { name: 'Save report' }).waitFor({ timeout: 120_000 });
    const said = (await dialog.getByRole('status').textContent()) ?? '';
    const counts = sentOf('imported');
    expect([...counts.values()].filter(count => count !== 1)).toEqual([]);
    expect(counts.size).toBe(40);
    const made = server.notes.filter(note => note.text.startsWith('imported '));
    expect(new Set(made.map(note => note.text)).size).toBe(made.length);
    // Rows that were reset before the server received them are missing; the result of every other one is unknown.
    expect(made).toHaveLength(36);
    expect(said).toMatch(/^24 sent and 16 unknown/);
    return { screen: said, server: 'each row sent once; 36 of 40 executed, each once' };
  });

  row('edited cells', 'reset before, reset after, cut, 502 after it was executed', undefined, async () => {
    const page = await open(`${base}/data/notes?columns=id,text`);
    await takenOver(page);
    await page.locator(LOADED).first().waitFor();
    for (let line = 0; line < 8; line++) {
      await page.locator(`[data-cell="${line}:2"]`).focus();
      await page.keyboard.press('F2');
      const control = page.locator('.cell-editor').getByRole('textbox').first();
      await control.fill(`edited ${line}`);
      await control.press('ControlOrMeta+Enter');
      if (await page.locator('.cell-editor').count()) await control.press('Enter');
      await page.locator('.cell-editor').waitFor({ state: 'detached' });
    }
    await page.getByText('8 changes not sent', { exact: true }).waitFor();
    breakRows('edited');
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Send 8 changes' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Sent', { exact: true }).nth(3).waitFor();
    await dialog.getByText('Unknown', { exact: true }).nth(3).waitFor();
    const counts = sentOf('edited');
    expect([...counts.values()]).toEqual(Array.from({ length: 8 }, () => 1));
    const executed = server.updates.filter(text => text.startsWith('edited '));
    expect([...executed].sort()).toEqual([0, 2, 3, 4, 5, 6, 7].map(line => `edited ${line}`));
    return { screen: '4 Sent, 4 Unknown', server: 'each change sent once; 7 of 8 executed, each once' };
  });
});

describe('a feed', () => {
  const TICKS = '/live/ticks?everyMs=50';
  const total = async (page: Page): Promise<number> => Number(await page.locator('[data-total]').getAttribute('data-total'));
  const isLive = (page: Page): Promise<void> => page.locator('.feed-status').getByText('Live', { exact: true }).waitFor();
  const moreThan = (page: Page, count: number, limit = 60_000): Promise<number> =>
    eventually(
      () => total(page),
      now => now > count,
      limit,
    );
  /** The server has one subscription left, however many were started. */
  const onlyOneRuns = (limit = 60_000): Promise<number> =>
    eventually(
      async () => server.running(),
      count => count === 1,
      limit,
    );
  // The page of the previous test is closed by now, and its subscription has ended.
  beforeEach(() =>
    eventually(
      async () => server.running(),
      count => count === 0,
    ).then(() => undefined),
  );

  /** A line of an export. */
  interface Line {
    received?: string;
    data?: { number: number };
    gap?: { from: string; to: string | null };
  }

  /**
   * The gaps that the feed marks, in ms. Each subscription of the server counts from 0, so events may be missing where the numbers are not
   * consecutive: a gap must be marked there that is not shorter than the silence.
   */
  async function markedGaps(page: Page): Promise<number[]> {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const text = await readFile(await (await saved).path(), 'utf8');
    const lines = text
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as Line);
    const gaps: number[] = [];
    let before: Line | undefined;
    let marked = 0;
    for (const line of lines) {
      if (line.gap) {
        marked += Date.parse(line.gap.to ?? '') - Date.parse(line.gap.from);
        gaps.push(marked);
        continue;
      }
      if (before?.data && line.data && line.data.number !== before.data.number + 1) {
        const silence = Date.parse(line.received ?? '') - Date.parse(before.received ?? '');
        expect(marked).toBeGreaterThan(silence - 2000);
      }
      before = line;
      marked = 0;
    }
    return gaps;
  }
  const gapWords = (gaps: readonly number[]): string =>
    gaps.length === 0 ? 'Live, no gap' : `Live, marked: ${gaps.map(ms => `a gap of ${(ms / 1000).toFixed(1)} s`).join(', ')}`;
  const socketWords = (opened: number): string => `${opened} connections, ${server.running()} subscription in the end`;

  async function judge({ fault, outcome }: SocketCase): Promise<Seen> {
    proxy.breakSockets(fault, 1);
    const opened = proxy.opened();
    const page = await open(base + TICKS);
    if (outcome === 'ended') {
      const status = page.locator('.feed-status').getByText(/failed/i);
      await status.waitFor();
      return { screen: (await status.textContent()) ?? '', server: `${proxy.opened() - opened} connections` };
    }
    // A silent socket is detected after 30 seconds.
    const limit = fault.kind === 'half open' ? 60_000 : 20_000;
    const isLost = fault.kind !== 'refuse' && fault.kind !== 'garbage';
    if (isLost)
      await eventually(
        async () => proxy.opened(),
        count => count > opened + 1,
        limit,
      );
    await moreThan(page, (await total(page)) + 20, limit);
    await isLive(page);
    // On a half-open connection the server does not notice the end.
    if (fault.kind !== 'half open') await onlyOneRuns(limit);
    const gaps = await markedGaps(page);
    if (isLost) expect(gaps).toHaveLength(1);
    expect(await page.evaluate(() => Object.keys(Object.prototype))).toEqual([]);
    const result = { screen: gapWords(gaps), server: socketWords(proxy.opened() - opened) };
    if (fault.kind === 'half open') {
      // So that the server notices the end before the next row.
      await page.close();
      await proxy.goDown();
      await proxy.comeBack();
    }
    return result;
  }
  for (const each of SOCKET_CASES) row('feed', each.name, each.isQuick, () => judge(each));

  for (const { name, gapMs = 0, happen } of FEED_TROUBLES)
    row('feed', name, undefined, async () => {
      const opened = proxy.opened();
      const page = await open(base + TICKS);
      await moreThan(page, 5);
      await happen(page, proxy);
      await moreThan(page, (await total(page)) + 20);
      await isLive(page);
      await onlyOneRuns();
      const gaps = await markedGaps(page);
      if (gapMs > 0) expect(Math.max(0, ...gaps)).toBeGreaterThan(gapMs);
      return { screen: gapWords(gaps), server: socketWords(proxy.opened() - opened) };
    });

  describe.each(['sse', 'multipart'] as const)('over %s', mode => {
    let origin = '';
    beforeAll(async () => {
      if (ALL)
        ({ base: origin } = await startOriel({ ORIEL_HTTP_ENDPOINT: `${proxy.origin}/graphql`, ORIEL_SUBSCRIPTIONS: mode }));
    });
    const requestCount = (): number =>
      proxy.received.filter(body => /subscription\b/.test(body) && !body.includes('__schema')).length;
    for (const { name, gapMs = 0, happen } of STREAM_TROUBLES)
      row(`feed, ${mode}`, name, undefined, async () => {
        const before = requestCount();
        const page = await open(origin + TICKS);
        await moreThan(page, 5);
        await happen(page, proxy);
        await moreThan(page, (await total(page)) + 20);
        await isLive(page);
        await onlyOneRuns();
        const gaps = await markedGaps(page);
        expect(gaps.length).toBeGreaterThan(0);
        expect(Math.max(...gaps)).toBeGreaterThan(gapMs);
        return { screen: gapWords(gaps), server: `asked ${times(requestCount() - before)}, 1 subscription in the end` };
      });
  });

  row('feed', 'the page is left and comes back from the back/forward cache after 5 seconds', undefined, async () => {
    const browser = await openBrowser({ hasPageCache: true });
    try {
      const opened = proxy.opened();
      const page = await browser.newPage({ acceptDownloads: true });
      await page.goto(base + TICKS);
      await moreThan(page, 5);
      await page.evaluate(() => addEventListener('pageshow', event => Object.assign(window, { cameBack: event.persisted })));
      await page.goto(`${base}/healthz`);
      await page.waitForTimeout(5000);
      await page.evaluate(() => history.back());
      await page.locator('[data-total]').waitFor();
      // Otherwise the page was reloaded, and the test is void.
      expect(await page.evaluate(() => (window as unknown as { cameBack?: boolean }).cameBack)).toBe(true);
      await moreThan(page, (await total(page)) + 20);
      await isLive(page);
      await onlyOneRuns();
      const gaps = await markedGaps(page);
      expect(Math.max(...gaps)).toBeGreaterThan(4500);
      return { screen: gapWords(gaps), server: socketWords(proxy.opened() - opened) };
    } finally {
      await browser.close();
    }
  });

  row('feed', 'an event of 20 MB', undefined, async () => {
    const page = await open(`${base}/live/loads?bytes=20000000`);
    const busy = await busiestTask(page, () => moreThan(page, 1, 90_000).then(() => undefined));
    const said = page.getByText(/^Large events are truncated/);
    await said.waitFor();
    if (process.env.FAULTS) console.info(`The longest task of an event of 20 MB: ${Math.round(busy)} ms of processor time`);
    expect(busy).toBeLessThan(1000);
    return { screen: (await said.textContent()) ?? '', server: '1 connection' };
  });

  row('feed', 'the server is gone and comes back', true, async () => {
    const page = await open(base + TICKS);
    await moreThan(page, 5);
    const opened = proxy.opened();
    await proxy.goDown();
    await page.getByText(/^Reconnecting in/).waitFor();
    await proxy.comeBack();
    await page
      .locator('.feed-status')
      .getByRole('button', { name: 'Now' })
      .click({ timeout: 3000 })
      .catch(() => undefined);
    await isLive(page);
    await moreThan(page, (await total(page)) + 3);
    const gaps = await markedGaps(page);
    expect(gaps).toHaveLength(1);
    return { screen: `counts down; ${gapWords(gaps)}`, server: socketWords(1 + proxy.opened() - opened) };
  });
});
