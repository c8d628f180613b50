/**
 * `npm run bench query`: the query tool beside GraphiQL 5 and Altair on GitHub's schema, in a real Chromium, all served from this machine over the
 * same back end (largeApi.ts). Measures the time until the editor accepts input, until the first completion from the schema, from a key to its
 * completions, and the heap at that point; the time from Run to a small result; and for results of 20 and 50 MB the time to the first rows, the
 * longest task, and the heap afterwards. Heap figures include the page, its workers and array buffers. Medians of interleaved rounds, each in a new
 * profile.
 */
import type { Browser, CDPSession, Page } from 'playwright-core';
import { LARGE_QUERIES, largeApi } from './support/largeApi';
import { isOnSlowLine, patient, putOnLine } from './support/line';
import { median, printTable } from './support/measure';
import { altairPage, graphiqlPage, orielPage } from './support/peerPages';
import { launchChromium } from './support/startOriel';

const ROUNDS = 3;

/** One tool. All fields but `name` and `url` are selectors. */
interface Subject {
  name: string;
  url: string;
  /** The editor; it may be in a shadow root. */
  editor: string;
  /** The element that receives the keys. */
  keys: string;
  /** One item of the list of completions. */
  option: string;
  /** The element that shows the result. */
  result: string;
  /** The button that is pressed before a query with a large result. */
  table?: string;
}

type Figure =
  | 'first'
  | 'second'
  | 'usable'
  | 'completion'
  | 'key'
  | 'heap'
  | 'run'
  | 'rows'
  | 'task'
  | 'heapRows'
  | 'rows50'
  | 'task50'
  | 'heap50';
type Figures = Partial<Record<Figure, number>>;

/** The object that `install` adds to the page's global scope. */
interface Probe {
  /** When the editor was first visible, in ms since the navigation; null: not yet. */
  usable: number | null;
  /** When an element with the wanted text was first visible after the last call of `start`, in ms since the last key; null: not yet. */
  seen: number | null;
  /** The same in ms since the navigation. */
  seenAt: number;
  start(selector: string, wanted: string): void;
  tasks: number[];
}

/** Checks once per frame inside the page: a check from outside would wait for a busy page, and Playwright polls only twice a second. */
function install(editor: string): void {
  const roots = (): (Document | ShadowRoot)[] => {
    const found: (Document | ShadowRoot)[] = [document];
    for (const host of document.querySelectorAll('.query-editor')) if (host.shadowRoot) found.push(host.shadowRoot);
    return found;
  };
  let from = 0;
  let selector = '';
  let wanted = '';
  const probe: Probe = {
    usable: null,
    seen: null,
    seenAt: Number.NaN,
    tasks: [],
    start(where, what) {
      selector = where;
      wanted = what;
      from = Number.NaN;
      probe.seen = null;
      probe.tasks = [];
    },
  };
  (globalThis as unknown as { probe: Probe }).probe = probe;
  document.addEventListener(
    'keydown',
    event => {
      from = event.timeStamp;
    },
    true,
  );
  const all = (what: string): Element[] => roots().flatMap(root => [...root.querySelectorAll(what)]);
  /** For an editor in a shadow root, the last word of the selector applies within that root. */
  const hasEditor = (): boolean => {
    const [last = ''] = /\S+$/.exec(editor) ?? [];
    const outer = editor.slice(0, -last.length).trim();
    return all(last).some(element => {
      const { width, height } = element.getBoundingClientRect();
      const host = element.getRootNode() instanceof ShadowRoot ? (element.getRootNode() as ShadowRoot).host : element;
      return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true }) && host.closest(outer) !== null;
    });
  };
  const look = (): void => {
    if (probe.usable === null && hasEditor()) probe.usable = performance.now();
    if (selector !== '' && probe.seen === null && !Number.isNaN(from)) {
      if (all(selector).some(element => (element.textContent ?? '').includes(wanted))) {
        probe.seenAt = performance.now();
        probe.seen = probe.seenAt - from;
      }
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) probe.tasks.push(duration);
  }).observe({ type: 'longtask' });
}

const probeOf = async <T>(page: Page, read: (probe: Probe) => T): Promise<T> =>
  page.evaluate(`(${read.toString()})(globalThis.probe)`) as Promise<T>;

/** Waits until the wanted text is visible. @returns the time since the last key in ms; NaN if it does not appear */
async function seen(page: Page, limitMs: number): Promise<number> {
  for (const end = Date.now() + limitMs; Date.now() < end; ) {
    const ms = await probeOf(page, probe => probe.seen);
    if (ms !== null) return ms;
    await page.waitForTimeout(20);
  }
  return Number.NaN;
}

/** Bytes in use by the page and its workers, after garbage collection. */
async function heapOf(cdp: CDPSession, workers: ReadonlySet<string>): Promise<number> {
  const usage = (sum: { usedSize: number; backingStorageSize?: number }): number => sum.usedSize + (sum.backingStorageSize ?? 0);
  await cdp.send('HeapProfiler.collectGarbage');
  let bytes = usage((await cdp.send('Runtime.getHeapUsage')) as { usedSize: number });
  let id = 0;
  const ask = (sessionId: string, method: string): Promise<{ usedSize: number }> =>
    new Promise(resolve => {
      id += 1;
      const own = id;
      const done = (result: { usedSize: number }): void => {
        clearTimeout(timer);
        cdp.off('Target.receivedMessageFromTarget', listener);
        resolve(result);
      };
      const listener = ({ sessionId: of, message }: { sessionId: string; message: string }): void => {
        const reply = JSON.parse(message) as { id?: number; result?: { usedSize: number } };
        if (of === sessionId && reply.id === own) done(reply.result ?? { usedSize: 0 });
      };
      // A worker that has ended does not answer.
      const timer = setTimeout(() => done({ usedSize: 0 }), 3000);
      cdp.on('Target.receivedMessageFromTarget', listener);
      cdp
        .send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id: own, method }) })
        .catch(() => done({ usedSize: 0 }));
    });
  for (const worker of workers) {
    await ask(worker, 'HeapProfiler.collectGarbage');
    bytes += usage(await ask(worker, 'Runtime.getHeapUsage'));
  }
  return bytes;
}

/**
 * What one load of the page measures: the first run of a page that has just become usable, everything from the navigation to a small result, results
 * of 20 MB, or results of 50 MB.
 */
const PARTS = ['first', 'typing', 'rows', 'large'] as const;
type Part = (typeof PARTS)[number];

async function measure(browser: Browser, subject: Subject, part: Part): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await putOnLine(page);
    const cdp = await context.newCDPSession(page);
    const workers = new Set<string>();
    cdp.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.type === 'worker') workers.add(sessionId);
    });
    cdp.on('Target.detachedFromTarget', ({ sessionId }) => workers.delete(sessionId));
    await cdp.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
    await page.addInitScript(install, subject.editor);
    await page.goto(subject.url, { waitUntil: 'commit' });
    let usable: number | null = null;
    for (const end = Date.now() + patient(30_000); usable === null; await page.waitForTimeout(20)) {
      usable = await probeOf(page, probe => probe.usable);
      if (Date.now() > end) throw new Error('The editor did not appear');
    }

    const keyboard = page.locator(subject.keys).first();
    await keyboard.focus();
    const write = async (text: string): Promise<void> => {
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(text);
    };
    // 800 ms: enough for the tool to check and store the text.
    const run = async (text: string, wanted: string, limitMs: number, pauseMs = 800): Promise<number> => {
      await keyboard.focus();
      await write(text);
      if (pauseMs > 0) await page.waitForTimeout(pauseMs);
      await page.evaluate(([result, value]) => (globalThis as unknown as { probe: Probe }).probe.start(result, value), [
        subject.result,
        wanted,
      ] as const);
      await page.keyboard.press('Control+Enter');
      return seen(page, patient(limitMs));
    };
    if (part === 'first') {
      const first = await run(LARGE_QUERIES.small, 'octocat', 5000, 0);
      await page.waitForTimeout(800);
      return { first, second: await run(LARGE_QUERIES.small.replace('viewer', 'u1: viewer'), 'u1', 5000) };
    }
    if (part !== 'typing') {
      // The schema is loaded and processed.
      await page.waitForTimeout(4000);
      await run(LARGE_QUERIES.small, 'octocat', 5000);
      if (subject.table) await page.locator(subject.table).click();
      const isRows = part === 'rows';
      const ms = isRows
        ? await run(LARGE_QUERIES.rows, 'I_kwDOA0000000000', 15_000)
        : await run(LARGE_QUERIES.large, 'Rows that come in even greater number', 25_000);
      await page.waitForTimeout(1500);
      const task = Math.max(0, ...(await probeOf(page, probe => probe.tasks)));
      const heap = await heapOf(cdp, workers);
      return isRows ? { rows: ms, task, heapRows: heap } : { rows50: ms, task50: task, heap50: heap };
    }
    // Types again until the schema is loaded, as a waiting user does.
    let completion = Number.NaN;
    let patience = 150;
    for (const end = Date.now() + patient(15_000); Date.now() < end && Number.isNaN(completion); patience *= 1.2) {
      await write('query Q { view');
      await page.evaluate(option => (globalThis as unknown as { probe: Probe }).probe.start(option, 'viewer'), subject.option);
      await page.keyboard.press('e');
      if (Number.isNaN(await seen(page, patience))) await page.keyboard.press('Escape');
      else completion = await probeOf(page, probe => probe.seenAt);
    }
    const keys: number[] = [];
    for (const [before, key, wanted] of [
      ['query Q { repo', 's', 'repository'],
      ['query Q { viewer { repositor', 'i', 'repositories'],
      ['query Q { viewer { pullRe', 'q', 'pullRequests'],
      ['query Q { sear', 'c', 'search'],
    ] as const) {
      await page.keyboard.press('Escape');
      await write(before);
      await page.evaluate(([option, text]) => (globalThis as unknown as { probe: Probe }).probe.start(option, text), [
        subject.option,
        wanted,
      ] as const);
      await page.keyboard.press(key);
      keys.push(await seen(page, 3000));
      if (Number.isNaN(keys.at(-1))) break;
    }
    await page.keyboard.press('Escape');
    await write(LARGE_QUERIES.small);
    await page.waitForTimeout(1000);
    const heap = await heapOf(cdp, workers);

    await run(LARGE_QUERIES.small, 'octocat', 5000);
    const again: number[] = [];
    for (let turn = 0; turn < 5; turn++) {
      await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 100)));
      // A different result each time, so that the previous one does not match.
      again.push(await run(LARGE_QUERIES.small.replace('viewer', `u${turn}: viewer`), `u${turn}`, 5000));
      if (Number.isNaN(again.at(-1))) break;
    }
    return { usable, completion, key: median(keys), heap, run: median(again) };
  } finally {
    await context.close();
  }
}

/**
 * Runs the comparison. Arguments: the number of rounds, the parts (`first`, `typing`, `rows`, `large`; default: all) and the tools (`oriel`,
 * `graphiql`, `altair`; default: all).
 */
export async function run([rounds, ...asked]: string[]): Promise<void> {
  const count = Number(rounds ?? ROUNDS);
  const chosen = PARTS.filter(part => asked.includes(part));
  // Results of many megabytes would take minutes on the slow line.
  const usual: readonly Part[] = isOnSlowLine() ? ['first', 'typing'] : PARTS;
  const parts = chosen.length === 0 ? usual : chosen;
  const api = await largeApi();
  const [oriel, graphiql, altair] = await Promise.all([orielPage(api), graphiqlPage(api), altairPage(api)]);
  const browser = await launchChromium();
  const all: Subject[] = [
    {
      name: 'Oriel',
      url: `${oriel.url}#/query`,
      editor: '.query-document .cm-content',
      keys: '.query-document .cm-content',
      option: '.cm-tooltip-autocomplete li',
      result: '.query-result',
      table: '.query-result label:has-text("Table")',
    },
    {
      name: 'GraphiQL 5',
      url: graphiql.url,
      editor: '.graphiql-query-editor .view-lines',
      keys: '.graphiql-query-editor textarea, .graphiql-query-editor .native-edit-context',
      option: '.suggest-widget .monaco-list-row',
      result: '.graphiql-response .view-lines',
    },
    {
      name: 'Altair',
      url: altair.url,
      // The first editor of the page holds the query of the URL.
      editor: 'app-query-editor .cm-content',
      keys: 'app-query-editor .cm-content',
      option: '.cm-tooltip-autocomplete li',
      result: 'app-query-result .cm-content',
    },
  ];
  const isAsked = ({ name }: Subject): boolean => asked.includes(name.split(' ', 1)[0]?.toLowerCase() ?? '');
  const subjects = all.some(isAsked) ? all.filter(isAsked) : all;
  const measured = new Map<string, Figures[]>(subjects.map(({ name }) => [name, []]));
  try {
    // One load is not counted: the first page includes the start of the browser.
    for (const { url, editor } of subjects) {
      const page = await browser.newPage();
      await page.goto(url);
      await page.locator(editor).first().waitFor({ timeout: 30_000 });
      await page.close();
    }
    for (let round = 0; round < count; round++) {
      for (const [subject, part] of subjects.flatMap(each => parts.map(one => [each, one] as const))) {
        const figures = await measure(browser, subject, part).catch((error: unknown) => {
          throw new Error(`${subject.name} could not be measured`, { cause: error });
        });
        measured.get(subject.name)?.push(figures);
        console.log(
          subject.name,
          JSON.stringify(figures, (_, value) => (typeof value === 'number' ? Math.round(value) : value)),
        );
      }
    }
  } finally {
    await browser.close();
    for (const { server } of [oriel, graphiql, altair]) server.close();
  }
  const of = (name: string, figure: Figure): number => median((measured.get(name) ?? []).flatMap(each => each[figure] ?? []));
  const ms = (name: string, figure: Figure): string => of(name, figure).toFixed(0);
  const mb = (name: string, figure: Figure): string => (of(name, figure) / 1e6).toFixed(0);
  const base = (name: string, figure: Figure): string => (of(name, figure) / of('GraphiQL 5', figure)).toFixed(2);
  if (parts.includes('first'))
    printTable(
      `The first Run of a page that has just become usable (medians of ${count})`,
      ['', 'first ms', 'of GraphiQL', 'a later one ms'],
      subjects.map(({ name }) => [name, ms(name, 'first'), base(name, 'first'), ms(name, 'second')]),
    );
  if (parts.includes('typing'))
    printTable(
      `The query tool on GitHub's schema (medians of ${count})`,
      ['', 'usable ms', 'of GraphiQL', 'completion ms', 'of GraphiQL', 'per key ms', 'heap MB', 'Run to result ms'],
      subjects.map(({ name }) => [
        name,
        ms(name, 'usable'),
        base(name, 'usable'),
        ms(name, 'completion'),
        base(name, 'completion'),
        ms(name, 'key'),
        mb(name, 'heap'),
        ms(name, 'run'),
      ]),
    );
  if (parts.includes('rows') || parts.includes('large'))
    printTable(
      'Large results (20 MB: 100,000 rows; 50 MB: 250,000)',
      ['', '20 MB first rows ms', 'longest task ms', 'heap MB', '50 MB first rows ms', 'longest task ms', 'heap MB'],
      subjects.map(({ name }) => [
        name,
        ms(name, 'rows'),
        ms(name, 'task'),
        mb(name, 'heapRows'),
        ms(name, 'rows50'),
        ms(name, 'task50'),
        mb(name, 'heap50'),
      ]),
    );
}
