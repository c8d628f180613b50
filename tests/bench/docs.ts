/**
 * `npm run bench docs`: searching GitHub's schema (1,600 types, 10,000 fields) a key at a time, in a real Chromium: Oriel's Docs, Oriel's Find, and
 * GraphiQL 5's documentation explorer, all served from this machine over the same back end. Measures for each key the time until the list of results
 * changes for the last time (in the DOM, before paint), and the longest task until then. Before that, measures how long Oriel needs to read the
 * schema: from the text of the introspection response to collections and actions, for GitHub's schema and for one of six megabytes.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSchema, type GraphQLSchema, graphqlSync, introspectionFromSchema } from 'graphql';
import type { Browser, Page } from 'playwright-core';
import { findCollections } from '../../src/schema/collections/collections';
import { readIntrospection } from '../../src/schema/model/introspection';
import { warmUp } from '../../src/schema/model/warmUp';
import { findActions } from '../../src/schema/mutations/actions';
import { githubSchema } from '../support/servers/schemas/githubSchema';
import { putOnLine } from './support/line';
import { median, printTable } from './support/measure';
import { graphiqlPage } from './support/peerPages';
import { launchChromium, startOriel } from './support/startOriel';

const WORDS = ['repository', 'pullrequest', 'createissue', 'zzz'];
/** The pause between two keys, in ms. It is longer than any search takes, so that each change of the list belongs to one key. */
const GAP_MS = 400;
const ROUNDS = 2;

/** A server that answers introspection and nothing else. */
function introspectionApi(schema: GraphQLSchema): { handleRequest(request: IncomingMessage, response: ServerResponse): void } {
  const known = new Map<string, string>();
  return {
    handleRequest(request, response) {
      let body = '';
      request.on('data', chunk => {
        body += chunk;
      });
      request.on('end', () => {
        const { query } = JSON.parse(body || '{}') as { query?: string };
        const source = query ?? '';
        const serverResponse =
          known.get(source) ?? JSON.stringify(source.includes('__schema') ? graphqlSync({ schema, source }) : { data: null });
        known.set(source, serverResponse);
        response.writeHead(200, { 'content-type': 'application/json' }).end(serverResponse);
      });
    },
  };
}

interface Subject {
  name: string;
  url: string;
  /** Opens the search and focuses its field. */
  open(page: Page): Promise<void>;
  /** Selector of the element whose content changes with the results. */
  results: string;
}

/** Runs in the page: records the time of each key and of each change of the results. */
function observe(): void {
  const state = { keys: [] as { at: number; changed: number; longest: number }[], results: '' };
  (window as unknown as { bench: typeof state }).bench = state;
  document.addEventListener('keydown', event => state.keys.push({ at: event.timeStamp, changed: Number.NaN, longest: 0 }), true);
  new MutationObserver(records => {
    const last = state.keys.at(-1);
    const isThere = (target: Node): boolean =>
      (target instanceof Element ? target : target.parentElement)?.closest(state.results) != null ||
      (target instanceof Element && target.querySelector(state.results) !== null);
    if (last && state.results && records.some(({ target }) => isThere(target))) last.changed = performance.now();
  }).observe(document, { subtree: true, childList: true, characterData: true });
  new PerformanceObserver(list => {
    for (const { startTime, duration } of list.getEntries()) {
      const key = state.keys.findLast(({ at }) => at <= startTime + duration);
      if (key) key.longest = Math.max(key.longest, duration);
    }
  }).observe({ type: 'longtask' });
}

interface Figures {
  waits: number[];
  longest: number;
}

async function measure(browser: Browser, subject: Subject): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await putOnLine(page);
    await page.addInitScript(observe);
    await page.goto(subject.url);
    await subject.open(page);
    const waits: number[] = [];
    let longest = 0;
    for (const word of WORDS) {
      await page.evaluate(selector => {
        const { bench } = window as unknown as { bench: { keys: unknown[]; results: string } };
        bench.keys.length = 0;
        bench.results = selector;
      }, subject.results);
      for (const letter of word) {
        await page.keyboard.press(letter);
        await page.waitForTimeout(GAP_MS);
      }
      const keys = await page.evaluate(
        () => (window as unknown as { bench: { keys: { at: number; changed: number; longest: number }[] } }).bench.keys,
      );
      for (const { at, changed, longest: task } of keys) {
        // A key that does not change the results has no figure.
        if (Number.isFinite(changed)) waits.push(changed - at);
        longest = Math.max(longest, task);
      }
      for (const _ of word) await page.keyboard.press('Backspace');
      await page.waitForTimeout(GAP_MS);
    }
    return { waits, longest };
  } finally {
    await context.close();
  }
}

/** An introspection response of about six megabytes: GitHub's schema twice, the second time with other names. */
function sixMegabytes(response: unknown): string {
  const text = JSON.stringify(response);
  const twice = JSON.parse(text) as { __schema: { types: { name: string }[] } };
  const renamed = JSON.parse(
    text.replace(/"name":"([A-Z]\w+)"/g, (whole, name: string) =>
      /^(Int|Float|String|Boolean|ID|Query|Mutation)$/.test(name) ? whole : `"name":"Other${name}"`,
    ),
  ) as typeof twice;
  const own = new Set(twice.__schema.types.map(({ name }) => name));
  twice.__schema.types.push(...renamed.__schema.types.filter(({ name }) => !own.has(name)));
  return JSON.stringify(twice);
}

function schemaFigures(name: string, text: string): (string | number)[] {
  const figures: Record<'parse' | 'read' | 'found' | 'step', number[]> = { parse: [], read: [], found: [], step: [] };
  for (let round = 0; round < 7; round++) {
    const start = performance.now();
    const json: unknown = JSON.parse(text);
    const parsed = performance.now();
    const model = readIntrospection(json);
    const read = performance.now();
    let longest = 0;
    let before = read;
    for (const _ of warmUp(model)) {
      const now = performance.now();
      longest = Math.max(longest, now - before);
      before = now;
    }
    const found = performance.now();
    findCollections(model);
    findActions(model);
    figures.parse.push(parsed - start);
    figures.read.push(read - parsed);
    figures.found.push(found - read);
    figures.step.push(longest);
  }
  return [
    name,
    (text.length / 1e6).toFixed(1),
    ...[figures.parse, figures.read, figures.found, figures.step].map(values => median(values).toFixed(1)),
  ];
}

/** Runs the comparison. `npm run bench docs schema` measures the reading of the schemas only. */
export async function run([only]: string[]): Promise<void> {
  const schema = buildSchema(githubSchema(), {
    assumeValid: true,
  });
  const serverResponse = introspectionFromSchema(schema);
  printTable(
    'From an introspection answer to collections, actions and feeds (medians of 7, ms)',
    ['', 'MB', 'parse', 'read', 'find', 'longest step'],
    [schemaFigures('GitHub', JSON.stringify(serverResponse)), schemaFigures('GitHub twice', sixMegabytes(serverResponse))],
  );
  if (only === 'schema') return;

  const api = introspectionApi(schema);
  const server = createServer((request, response) => api.handleRequest(request, response));
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
  const [oriel, graphiql] = await Promise.all([startOriel(':memory:', { ORIEL_UPSTREAM: upstream }), graphiqlPage(api)]);
  const browser = await launchChromium();
  const subjects: Subject[] = [
    {
      name: 'Oriel, Docs',
      url: `${oriel.url}/docs`,
      results: '.screen-page-inside',
      async open(page) {
        await page.locator('.docs-type-list').first().waitFor({ state: 'attached' });
        await page.getByRole('searchbox').focus();
      },
    },
    {
      name: 'Oriel, Find',
      url: `${oriel.url}/docs`,
      results: '.find-list',
      async open(page) {
        await page.locator('.docs-type-list').first().waitFor({ state: 'attached' });
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox').waitFor();
      },
    },
    {
      name: 'GraphiQL 5',
      url: graphiql.url,
      results: '.graphiql-doc-explorer',
      async open(page) {
        await page.locator('.graphiql-query-editor .view-line').first().waitFor();
        await page.getByRole('button', { name: /documentation explorer/i }).click();
        const search = page
          .locator('.graphiql-doc-explorer input')
          .or(page.locator('.graphiql-doc-explorer-search-input'))
          .first();
        await search.waitFor();
        await search.click();
        await page.locator('.graphiql-doc-explorer input').first().focus();
      },
    },
  ];
  try {
    const figures = new Map<string, Figures>(subjects.map(({ name }) => [name, { waits: [], longest: 0 }]));
    for (let round = 0; round < ROUNDS; round++) {
      for (const subject of subjects) {
        const { waits, longest } = await measure(browser, subject);
        const all = figures.get(subject.name);
        all?.waits.push(...waits);
        if (all) all.longest = Math.max(all.longest, longest);
      }
    }
    printTable(
      `Searching GitHub's schema, from a key to the changed list (${ROUNDS} rounds, ms)`,
      ['', 'keys', 'median', 'p95', 'worst', 'longest task'],
      subjects.map(({ name }) => {
        const { waits, longest } = figures.get(name) ?? { waits: [], longest: 0 };
        const sorted = [...waits].sort((a, b) => a - b);
        const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
        return [
          name,
          sorted.length,
          ...[median(sorted), p95, sorted.at(-1) ?? Number.NaN, longest].map(value => value.toFixed(1)),
        ];
      }),
    );
  } finally {
    await browser.close();
    await oriel.stop();
    graphiql.server.close();
    server.close();
  }
}
