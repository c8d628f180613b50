/**
 * `npm run bench scroll`: a table of 100,000 loaded rows in a real Chromium, scrolled by one screen per frame, by one row per frame and by jumps,
 * without staged edits and with 5,000 of them (500 rows of ten fields). Measures the frames per second, the longest frame, and the page's processor
 * time per frame.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSchema, graphqlSync } from 'graphql';
import type { Browser, Page } from 'playwright-core';
import { median, printTable } from './support/measure';
import { launchChromium, startOriel } from './support/startOriel';

const ROWS = 100_000;
const EDITED_ROWS = 500;
const FIELDS = Array.from({ length: 10 }, (_, at) => `part${at}`);
const FRAMES = 180;
const ROUNDS = 3;

const SCHEMA = buildSchema(`
  type Query { parcels: [Parcel!]! parcel(id: ID!): Parcel }
  type Parcel { id: ID! name: String! ${FIELDS.map(name => `${name}: Int!`).join(' ')} }
  input ParcelPatch { name: String ${FIELDS.map(name => `${name}: Int`).join(' ')} }
  type Mutation { updateParcel(id: ID!, patch: ParcelPatch!): Parcel }
`);

/** A server that answers every query for parcels with all of them. */
async function startParcels(): Promise<{ url: string; stop(): void }> {
  const parcels = Array.from({ length: ROWS }, (_, at) => ({
    __typename: 'Parcel',
    id: `p${at}`,
    name: `Parcel ${at}`,
    ...Object.fromEntries(FIELDS.map((name, field) => [name, at * 10 + field])),
  }));
  const serverResponse = JSON.stringify({ data: { parcels } });
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', chunk => {
      body += chunk;
    });
    request.on('end', () => {
      const { query: source = '' } = JSON.parse(body || '{}') as { query?: string };
      const isSchema = source.includes('__schema');
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(isSchema ? JSON.stringify(graphqlSync({ schema: SCHEMA, source })) : serverResponse);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/graphql`, stop: () => server.close() };
}

/** The staged edits, as the page stores them. */
function stagedRows(): unknown[] {
  return Array.from({ length: EDITED_ROWS }, (_, at) => ({
    id: `Parcel:p${at}`,
    typeName: 'Parcel',
    keys: [['id', `p${at}`]],
    title: `Parcel ${at}`,
    state: 'staged',
    problem: null,
    edits: FIELDS.map((field, place) => ({ field, column: field, label: field, before: at * 10 + place, after: 1 })),
  }));
}

interface Figures {
  rate: number;
  longest: number;
  busy: number;
}

/** Scrolls by a number of pixels per frame, from the top. */
async function scroll(page: Page, step: number): Promise<Figures> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const busyMs = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const before = await busyMs();
  const frames = await page.evaluate(
    ([count, by]) =>
      new Promise<number[]>(resolve => {
        const grid = document.querySelector('[role="grid"]') as HTMLElement;
        grid.scrollTop = 0;
        const at: number[] = [];
        const next = (now: number): void => {
          at.push(now);
          grid.scrollTop += by;
          if (at.length <= count) requestAnimationFrame(next);
          else resolve(at.slice(1).map((time, place) => time - (at[place] ?? time)));
        };
        requestAnimationFrame(next);
      }),
    [FRAMES, step] as const,
  );
  const busy = ((await busyMs()) - before) / frames.length;
  await session.detach();
  return { rate: 1000 / (frames.reduce((sum, each) => sum + each, 0) / frames.length), longest: Math.max(...frames), busy };
}

async function measure(browser: Browser, url: string, isEdited: boolean): Promise<string[][]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  if (isEdited)
    await context.addInitScript(
      rows => sessionStorage.setItem(`oriel:draft:default:${location.origin}/graphql:edits:parcels`, rows),
      JSON.stringify(stagedRows()),
    );
  const page = await context.newPage();
  await page.goto(`${url}/data/parcels?columns=name,${FIELDS.join(',')}`, { timeout: 120_000 });
  await page.locator('.data-table-row [role="rowheader"]').first().waitFor({ timeout: 120_000 });
  if (isEdited) await page.locator('.edited-cell').first().waitFor({ timeout: 120_000 });
  const loaded = await page.locator('[role="grid"]').getAttribute('aria-rowcount');
  const table: string[][] = [];
  for (const [name, step] of [
    ['a row a frame', 28],
    ['a screen a frame', 700],
    ['by jumps', 15_000],
  ] as const) {
    const rounds: Figures[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await scroll(page, step));
    table.push([
      `${isEdited ? '5,000 edits' : 'no edits'}, ${Number(loaded) - 1} rows`,
      name,
      median(rounds.map(({ rate }) => rate)).toFixed(1),
      median(rounds.map(({ longest }) => longest)).toFixed(1),
      median(rounds.map(({ busy }) => busy)).toFixed(2),
    ]);
  }
  await context.close();
  return table;
}

/** Runs the benchmark. */
export async function run(): Promise<void> {
  const parcels = await startParcels();
  const oriel = await startOriel(':memory:', { ORIEL_UPSTREAM: parcels.url });
  const browser = await launchChromium();
  try {
    const rows = [...(await measure(browser, oriel.url, false)), ...(await measure(browser, oriel.url, true))];
    printTable('Scrolling', ['table', 'scrolled', 'frames a second', 'longest frame, ms', 'busy per frame, ms'], rows);
  } finally {
    await browser.close();
    await oriel.stop();
    parcels.stop();
  }
}
