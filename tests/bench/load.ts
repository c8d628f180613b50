/**
 * `npm run bench load`: the first load of the harbour in a real Chromium, beside GraphiQL 5 and Altair, all served from this machine over the same
 * back end. Measures the gzipped JavaScript that is fetched until the page is usable, the first contentful paint, and the time until the page is
 * usable, at full speed and with the processor throttled to a quarter. Medians of interleaved rounds, each in a new profile.
 *
 * Oriel is measured twice: rendered on the server, and rendered in the browser.
 *
 * Oriel is usable when the first row of a table is painted; the others when the query editor accepts input.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { createHarbour } from '../../src/sample/createHarbour';
import { isOnSlowLine, patient, putOnLine } from './support/line';
import { median, printTable } from './support/measure';
import { altairPage, graphiqlPage } from './support/peerPages';
import { launchChromium, startOriel } from './support/startOriel';

const ROUNDS = 5;

/** One page to load. `usable` is the selector of the element that makes it usable. */
interface Subject {
  name: string;
  url: string;
  usable: string;
}

interface Load {
  script: number;
  paint: number;
  usable: number;
}

async function load(browser: Browser, { url, usable }: Subject, slowdown: number): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await putOnLine(page);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    if (slowdown > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const scripts = new Set<string>();
    let script = 0;
    session.on('Network.responseReceived', ({ requestId, type }) => {
      if (type === 'Script') scripts.add(requestId);
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) script += encodedDataLength;
    });
    await page.addInitScript(selector => {
      const look = (): void => {
        const found = [...document.querySelectorAll(selector)];
        const isThere = selector.includes('gridcell')
          ? found.some(cell => (cell.textContent ?? '').trim() !== '')
          : found.length > 0;
        if (isThere) console.debug(`usable at ${performance.now()}`);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }, usable);
    // Reported through the console: `page.waitForFunction` needs `eval`, which Oriel's Content-Security-Policy forbids.
    const message = page.waitForEvent('console', {
      predicate: each => each.text().startsWith('usable at '),
      timeout: patient(30_000),
    });
    await page.goto(url, { waitUntil: 'commit' });
    const usableAt = Number((await message).text().slice('usable at '.length));
    const paint = await page.evaluate(
      () =>
        new Promise<number>(resolve => {
          const watcher = new PerformanceObserver(list => {
            const [first] = list.getEntriesByName('first-contentful-paint');
            if (first) resolve(first.startTime);
          });
          watcher.observe({ type: 'paint', buffered: true });
        }),
    );
    // In a server-rendered page the rows are in the document before they are painted. It is usable after the paint.
    return { script, paint, usable: Math.max(usableAt, paint) };
  } finally {
    await context.close();
  }
}

async function measure(browser: Browser, subjects: readonly Subject[], slowdown: number): Promise<void> {
  const loads = new Map<string, Load[]>(subjects.map(({ name }) => [name, []]));
  for (let round = -1; round < ROUNDS; round++) {
    for (const subject of subjects) {
      const figures = await load(browser, subject, slowdown).catch(error => {
        throw new Error(`${subject.name} did not become usable`, { cause: error });
      });
      if (round >= 0) loads.get(subject.name)?.push(figures);
    }
  }
  const of = (name: string, figure: keyof Load): number => median((loads.get(name) ?? []).map(l => l[figure]));
  const base = of('GraphiQL 5', 'usable');
  printTable(
    `First load of the harbour, processor ${slowdown === 1 ? 'at full speed' : `at 1/${slowdown}`}${isOnSlowLine() ? ', slow line' : ''} (medians of ${ROUNDS})`,
    ['', 'script kB', 'first paint ms', 'usable ms', 'of GraphiQL'],
    subjects.map(({ name }) => [
      name,
      (of(name, 'script') / 1000).toFixed(0),
      of(name, 'paint').toFixed(0),
      of(name, 'usable').toFixed(0),
      (of(name, 'usable') / base).toFixed(2),
    ]),
  );
}

/** Runs the comparison. `npm run bench load 1` runs at full speed only, `4` throttled only. */
export async function run([only]: string[]): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'oriel-bench-'));
  const oriel = await startOriel(dataDir);
  const harbour = await createHarbour({ dataDir: ':memory:' });
  const [graphiql, altair] = await Promise.all([graphiqlPage(harbour), altairPage(harbour)]);
  const browser = await launchChromium();
  const subjects: Subject[] = [
    { name: 'Oriel', url: `${oriel.url}/data/ships`, usable: '[role="gridcell"]' },
    {
      // The server does not render a link that names an endpoint, not even the page's own.
      name: 'Oriel, by the browser',
      url: `${oriel.url}/data/ships?endpoint=${encodeURIComponent(`${oriel.url}/graphql`)}`,
      usable: '[role="gridcell"]',
    },
    { name: 'GraphiQL 5', url: graphiql.url, usable: '.graphiql-query-editor .view-line' },
    { name: 'Altair', url: altair.url, usable: '.cm-content' },
  ];
  try {
    for (const slowdown of only ? [Number(only)] : [1, 4]) await measure(browser, subjects, slowdown);
  } finally {
    await browser.close();
    // The server writes to its folder until it has exited.
    await oriel.stop();
    graphiql.server.close();
    altair.server.close();
    await harbour.dispose();
    await rm(dataDir, { recursive: true, force: true });
  }
}
