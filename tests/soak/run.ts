/**
 * `npm run soak`: opens all screens repeatedly for SOAK_MINUTES (default 20), with running feeds, cut sockets, texts typed into
 * Query, and the token coming and going. After each cycle it counts what a page can leak (heap after garbage collection, DOM nodes,
 * listeners, timers, websockets) and the server's memory, prints the figures, and exits with 1 if one of them has grown.
 */
import { readFileSync } from 'node:fs';
import type { CDPSession, Page } from 'playwright-core';
import { startFaultProxy } from '../faults/faultProxy';
import { LOADED } from '../support/browser/journeys';
import { openBrowser } from '../support/browser/openBrowser';
import { goWithin, STOPS, tour } from '../support/browser/screenTour';
import { startOverHarbour } from '../support/hosting/startProcess';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 20);
/** Cycles that fill caches, and are not compared. */
const WARM_UP = 3;

/** What is counted after a cycle. */
interface Figures {
  heapMB: number;
  nodes: number;
  listeners: number;
  timers: number;
  sockets: number;
  serverMB: number;
}

/** How much a figure may grow from the first cycles to the last: by this share plus this amount. */
const ALLOWANCE: Record<keyof Figures, readonly [share: number, amount: number]> = {
  heapMB: [0.15, 3],
  nodes: [0.1, 300],
  listeners: [0.1, 60],
  timers: [0, 6],
  sockets: [0, 1],
  serverMB: [0.25, 60],
};

/** Counts the page's pending timers; runs in the page before its own scripts. */
function countTimers(): void {
  const pending = new Set<number>();
  Object.assign(window, { pendingTimers: pending });
  const { setTimeout: timeout, setInterval: interval, clearTimeout: clear } = window;
  const wrapped = (work: TimerHandler, ms?: number, ...rest: unknown[]): number => {
    const id = timeout(
      (...given: unknown[]) => {
        pending.delete(id);
        (work as (...args: unknown[]) => void)(...given);
      },
      ms,
      ...rest,
    );
    pending.add(id);
    return id;
  };
  Object.assign(window, {
    setTimeout: wrapped,
    setInterval: (work: TimerHandler, ms?: number, ...rest: unknown[]) => {
      const id = interval(work, ms, ...rest);
      pending.add(id);
      return id;
    },
    clearTimeout: (id: number) => {
      pending.delete(id);
      clear(id);
    },
    clearInterval: (id: number) => {
      pending.delete(id);
      clear(id);
    },
  });
}

const memoryOf = (pid: number): number => {
  const [, kB = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kB) / 1024;
};

async function measure(page: Page, cdp: CDPSession, pid: number, sockets: number): Promise<Figures> {
  await goWithin(page, '/settings');
  await page.locator('.settings').first().waitFor();
  for (let round = 0; round < 3; round++) {
    await page.waitForTimeout(500);
    await cdp.send('HeapProfiler.collectGarbage');
  }
  const { metrics } = await cdp.send('Performance.getMetrics');
  const value = (name: string): number => metrics.find(metric => metric.name === name)?.value ?? 0;
  const timers = await page.evaluate(() => (window as unknown as { pendingTimers: Set<number> }).pendingTimers.size);
  return {
    heapMB: value('JSHeapUsedSize') / 1e6,
    nodes: value('Nodes'),
    listeners: value('JSEventListeners'),
    timers,
    sockets,
    serverMB: memoryOf(pid),
  };
}

/** Types into the editor of Query, runs the document and closes the tab. */
async function typeInQuery(page: Page, cycle: number): Promise<void> {
  await goWithin(page, '/query');
  const editor = page.locator('.query-document .cm-content, .cm-content').first();
  await editor.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(`{ ships(first: ${(cycle % 5) + 1}) { edges { node { id name } } } }`, { delay: 5 });
  await page.keyboard.press('Control+Enter');
  await page.locator('.query-result .json [role="treeitem"]').first().waitFor();
  // A tab with a changed text stays open, and the next cycle opens another one: up to 50 tabs are not a leak, but look like one.
  const close = page.locator('.query-tab-name[aria-selected="true"] + .query-tab-close');
  await close.evaluate(button => (button as HTMLElement).click());
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

const server = await startOverHarbour({ ORIEL_LOG_LEVEL: 'silent' });
const [, base = ''] = await server.line(/^Oriel is at (http:\S+)$/);
const [, accessCode = ''] = await server.line(/^The access code is (\S+)$/);
const proxy = await startFaultProxy(base);
const browser = await openBrowser();
const complaints: string[] = [];
const seen: Figures[] = [];
try {
  const signIn = await fetch(`${base}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      query: 'mutation ($code: String!) { signIn(code: $code) { token } }',
      variables: { code: accessCode },
    }),
  });
  const { token } = ((await signIn.json()) as { data: { signIn: { token: string } } }).data.signIn;
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB', timezoneId: 'UTC' });
  await context.addInitScript(countTimers);
  // On a busy machine a step can take long: it must happen, but the time does not matter.
  context.setDefaultTimeout(180_000);
  const page = await context.newPage();
  page.on('pageerror', error => complaints.push(String(error)));
  await page.goto(`${proxy.origin}/data/ships`);
  await page.locator(LOADED).first().waitFor();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable');
  const end = Date.now() + MINUTES * 60_000;
  const stops = STOPS.filter(({ name }) => name !== 'Sign in');
  for (let cycle = 0; Date.now() < end || seen.length < WARM_UP + 4; cycle++) {
    const isSignedIn = cycle % 2 === 1;
    await page.evaluate(
      ([value]) => {
        // As another tab does: the page receives only the storage event.
        const oldValue = localStorage.getItem('apollo-token');
        if (value) localStorage.setItem('apollo-token', value);
        else localStorage.removeItem('apollo-token');
        dispatchEvent(
          new StorageEvent('storage', { key: 'apollo-token', oldValue, newValue: value ?? null, storageArea: localStorage }),
        );
      },
      [isSignedIn ? token : null] as const,
    );
    // A new session has started: until then the visible rows are those of the previous one.
    await page
      .getByRole('button', { name: isSignedIn ? 'Sign out' : 'Sign in', exact: true })
      .first()
      .waitFor();
    await tour(page, async () => {}, stops);
    await typeInQuery(page, cycle);
    proxy.cutSockets();
    const figures = await measure(page, cdp, server.child.pid ?? 0, proxy.open());
    seen.push(figures);
    const line = Object.entries(figures).map(([name, value]) => `${name} ${value.toFixed(name.endsWith('MB') ? 1 : 0)}`);
    process.stdout.write(`cycle ${String(cycle + 1).padStart(3)}: ${line.join(', ')}\n`);
  }
} finally {
  await browser.close();
  await proxy.close();
  await server.end('SIGKILL');
}

const compared = seen.slice(WARM_UP);
const size = Math.max(1, Math.min(5, compared.length >> 1));
for (const name of Object.keys(ALLOWANCE) as (keyof Figures)[]) {
  const first = median(compared.slice(0, size).map(figures => figures[name]));
  const last = median(compared.slice(-size).map(figures => figures[name]));
  const [share, amount] = ALLOWANCE[name];
  const hasGrown = last > first * (1 + share) + amount;
  process.stdout.write(
    `${name.padEnd(10)} ${first.toFixed(1)} at the start, ${last.toFixed(1)} at the end${hasGrown ? ': HAS GROWN' : ''}\n`,
  );
  if (hasGrown) process.exitCode = 1;
}
if (complaints.length > 0) {
  process.stdout.write(`The page complained:\n${complaints.join('\n')}\n`);
  process.exitCode = 1;
}
