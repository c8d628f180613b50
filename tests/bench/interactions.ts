/**
 * `npm run bench interactions`: from each interaction to the next paint (Event Timing) in Query, Docs and Wire over the harbour, at full speed and at
 * a quarter of the processor. Prints the worst round of each step, and the processor time of the page's main thread, which depends less on other load
 * of the machine. The argument `full` or `quarter` limits the run to that speed.
 */
import type { Browser, CDPSession, Page } from 'playwright-core';
import { median, printTable } from './support/measure';
import { launchChromium, startOriel } from './support/startOriel';

const ROUNDS = 2;
/** The pause before and after each step, in ms. */
const GAP_MS = 350;

/** One step. `act` causes exactly one interaction, or ends with the one that is measured. */
interface Step {
  name: string;
  act(page: Page): Promise<void>;
}

const press = (key: string) => (page: Page) => page.keyboard.press(key);
const click = (selector: string) => (page: Page) => page.locator(selector).first().click();
const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const view = (name: string) => (page: Page) =>
  page.getByRole('region', { name: 'Result' }).getByText(name, { exact: true }).click();
const letters = (text: string): Step[] =>
  [...text].map(letter => ({ name: `key ${JSON.stringify(letter)}`, act: press(letter === ' ' ? 'Space' : letter) }));

/** The screens, in order of visit. */
const WALKS: { screen: string; address: string; ready: string; steps: Step[] }[] = [
  {
    screen: 'Query',
    address: `/query?query=${encodeURIComponent('query A($n: Int) {\n  ships(first: $n) { nodes { id name } }\n}')}&variables=%7B%22n%22%3A100%7D`,
    ready: '[role="tree"] [role="treeitem"]',
    steps: [
      { name: 'Run', act: button('Run') },
      { name: 'Table', act: view('Table') },
      { name: 'Plot', act: view('Plot') },
      { name: 'Raw', act: view('Raw') },
      { name: 'Response', act: view('Response') },
      { name: 'Compare', act: view('Compare') },
      { name: 'Tree', act: view('Tree') },
      { name: 'into the document', act: click('.query-document .query-editor') },
      { name: 'End of the document', act: press('Control+End') },
      ...letters('{ ships'),
      { name: 'completion by key', act: press('Control+Space') },
      { name: 'Escape', act: press('Escape') },
      { name: 'undo', act: press('Control+z') },
      { name: 'redo', act: press('Control+y') },
      { name: 'format', act: press('Shift+Alt+f') },
      { name: 'tick a field', act: page => page.getByRole('treeitem', { name: /^imo/ }).first().click() },
      {
        name: 'open a branch',
        act: page =>
          page
            .getByRole('treeitem', { name: /^berths/ })
            .first()
            .press('ArrowRight'),
      },
      { name: 'filter of the explorer', act: page => page.getByRole('searchbox', { name: 'Filter fields' }).press('v') },
      { name: 'variables as a form', act: page => page.getByText('Form', { exact: true }).first().click() },
      { name: 'headers', act: page => page.getByRole('tab', { name: 'Headers' }).click() },
      { name: 'history', act: button('History and collections') },
      { name: 'collections', act: page => page.getByRole('tab', { name: 'Collections' }).click() },
      { name: 'history away', act: button('History and collections') },
      { name: 'explorer away', act: button('Explorer') },
      { name: 'explorer back', act: button('Explorer') },
      { name: 'menu', act: button('More') },
      { name: 'menu away', act: press('Escape') },
      { name: 'new tab', act: button('New tab') },
      { name: 'other tab', act: page => page.getByRole('tab').first().click() },
    ],
  },
  {
    screen: 'Docs',
    address: '/docs',
    ready: '.docs-type-list',
    steps: [
      { name: 'into the search', act: page => page.getByRole('main').getByRole('searchbox').first().click() },
      ...letters('ship'),
      { name: 'next hit', act: press('ArrowDown') },
      { name: 'open the hit', act: press('Enter') },
      { name: 'a link in a type', act: click('main a[href*="/docs/"]') },
      { name: 'back', act: page => page.goBack().then(() => undefined) },
    ],
  },
  {
    screen: 'Wire',
    address: '/wire',
    ready: '[role="option"]',
    steps: [
      { name: 'open a row', act: page => page.getByRole('option').filter({ hasText: 'The server answered' }).first().click() },
      { name: 'Request', act: page => page.getByRole('tab', { name: 'Request' }).click() },
      { name: 'Answer', act: page => page.getByRole('tab', { name: /Answer|Response/ }).click() },
      { name: 'Steps', act: page => page.getByRole('tab', { name: 'Steps' }).click() },
      { name: 'next step of the lanes', act: page => page.locator('.lanes-step').first().press('ArrowRight') },
      { name: 'filter by name', act: page => page.getByRole('searchbox').first().press('a') },
    ],
  },
];

/** Runs in the page: keeps the longest event since the last reading. */
function observe(): void {
  const state = { longest: 0 };
  (window as unknown as { paints: typeof state }).paints = state;
  new PerformanceObserver(list => {
    // Pointer moves have no interactionId: they do not count.
    for (const { duration, interactionId = 0 } of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
      if (interactionId > 0) state.longest = Math.max(state.longest, duration);
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

const taken = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { paints } = window as unknown as { paints: { longest: number } };
    const { longest } = paints;
    paints.longest = 0;
    return longest;
  });

/** Processor time of the main thread so far, in ms. */
async function busy(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

interface Figures {
  paint: number[];
  work: number[];
}

async function walk(browser: Browser, base: string, slowness: number, figures: Map<string, Figures>): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.addInitScript(observe);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  for (const { screen, address, ready, steps } of WALKS) {
    await page.goto(base + address);
    await page.locator(ready).first().waitFor();
    // Lets the page finish its idle work.
    await page.waitForTimeout(2000 * slowness);
    await taken(page);
    for (const { name, act } of steps) {
      const before = await busy(session);
      try {
        await act(page);
      } catch (error) {
        throw new Error(`${screen}: ${name}`, { cause: error });
      }
      await page.waitForTimeout(GAP_MS * Math.sqrt(slowness));
      const key = `${screen}: ${name}`;
      const own = figures.get(key) ?? { paint: [], work: [] };
      figures.set(key, own);
      own.paint.push(await taken(page));
      own.work.push((await busy(session)) - before);
    }
  }
  await context.close();
}

export async function run([only = '']: string[]): Promise<void> {
  const oriel = await startOriel(':memory:');
  const browser = await launchChromium();
  try {
    for (const slowness of only === 'full' ? [1] : only === 'quarter' ? [4] : [1, 4]) {
      const figures = new Map<string, Figures>();
      for (let round = 0; round < ROUNDS; round++) await walk(browser, oriel.url, slowness, figures);
      const rows = [...figures].map(([name, { paint, work }]) => ({
        name,
        middle: median(paint),
        worst: Math.max(...paint),
        work: median(work),
      }));
      rows.sort((a, b) => b.middle - a.middle || b.worst - a.worst);
      printTable(
        `To the next paint, in ms, ${slowness === 1 ? 'full speed' : 'a quarter of the processor'} (0: less than 16)`,
        ['', 'median', 'worst', 'main thread'],
        rows.slice(0, 25).map(({ name, middle, worst, work }) => [name, middle, worst, work.toFixed(0)]),
      );
      const limit = slowness === 1 ? 100 : 200;
      console.log(`  ${rows.filter(({ middle }) => middle > limit).length} of ${rows.length} steps over ${limit} ms`);
    }
  } finally {
    await browser.close();
    await oriel.stop();
  }
}
