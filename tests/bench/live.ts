/**
 * `npm run bench live`: the feed of ship positions on the Live screen of a real Chromium, at 1,000 and 5,000 events a second for 15 s each. Measures
 * the time between frames (median, 95th percentile, longest), the delay of the newest row (from the arrival of its event in the page, and from its
 * creation on the server), whether every event was counted, and the growth of the heap after garbage collection. The same page without a feed is
 * measured first, as the baseline of the machine.
 *
 * Arguments: events per second, and the view (`table`, `json`, `plot`): `npm run bench live 5000 plot`.
 */
import type { Browser, CDPSession, Page } from 'playwright-core';
import { printTable } from './support/measure';
import { launchChromium, startOriel } from './support/startOriel';

const SECONDS = 15;
/** Not measured: the first rows, and the compilation of code at its first use. */
const WARM_UP_SECONDS = 2;

/** The targets at 1,000 and 5,000 events per second. */
const TARGETS: Readonly<Record<number, { frame: number; late: number; heap: number }>> = {
  1000: { frame: 20, late: 250, heap: 10 },
  5000: { frame: 35, late: 250, heap: 10 },
};

interface Figures {
  frames: number[];
  /** For each frame: the time since the arrival of the oldest event that is not shown yet, in ms; 0 if there is none. */
  waiting: number[];
  /** For each frame with new rows: the time since the server created the newest one, in ms. */
  late: number[];
  /** From the arrival of the last event until it is shown, in ms; infinite if it is never shown. */
  lastShown: number;
  received: number;
  counted: number;
  sent: number;
  heap: number;
  /** Share of the measured time in which the page's main thread is busy, from 0 to 1, and the share of scripts alone. */
  busy: number;
  scripts: number;
}

/**
 * Runs in the page: observes each websocket message before Oriel does, and reads the newest row once per animation frame. That is two reads of text,
 * without layout.
 */
function observe(): void {
  const state = {
    received: 0,
    lastSequence: -1,
    // Allocated in advance, so that they do not count as growth of the heap.
    arrivals: new Float64Array(200_000),
    made: new Float64Array(200_000),
    frames: [] as number[],
    waiting: [] as number[],
    late: [] as number[],
    shown: 0,
    lastShownAt: 0,
    on: false,
  };
  (window as unknown as { live: typeof state }).live = state;
  const Native = window.WebSocket;
  window.WebSocket = class extends Native {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols);
      this.addEventListener('message', event => {
        const data = event.data as string;
        if (!data.includes('"shipPositions"')) return;
        state.arrivals[state.received] = performance.now();
        state.made[state.received] = Date.parse(/"at":"([^"]+)"/.exec(data)?.[1] ?? '');
        state.lastSequence = Number(/"sequence":(\d+)/.exec(data)?.[1]);
        state.received++;
      });
    }
  };
  let before = 0;
  const look = (now: number): void => {
    // After Oriel's work in this frame, which was scheduled earlier.
    requestAnimationFrame(look);
    queueMicrotask(() => {
      // In a stopped feed, the first row says that it is stopped; the newest event is below it.
      const at2 = document.querySelector('.live-row:not([hidden])[aria-rowindex="2"]');
      const top = at2?.classList.contains('live-row-gap')
        ? document.querySelector('.live-row:not([hidden])[aria-rowindex="3"]')
        : at2;
      const row = top?.querySelector('.live-cell')?.textContent ?? '';
      const shown = Number(row.replaceAll(/\D/g, ''));
      const at = performance.now();
      if (shown > state.shown) {
        if (state.on) state.late.push(performance.timeOrigin + at - (state.made[shown - 1] ?? Number.NaN));
        state.shown = shown;
        state.lastShownAt = at;
      }
      if (state.on) {
        if (before > 0) state.frames.push(now - before);
        state.waiting.push(shown < state.received ? at - (state.arrivals[shown] ?? 0) : 0);
      }
      before = now;
    });
  };
  requestAnimationFrame(look);
}

function readObserved() {
  const state = (window as unknown as { live: Record<string, never> }).live as unknown as {
    frames: number[];
    waiting: number[];
    late: number[];
    lastShownAt: number;
    shown: number;
  };
  const counted = Number(document.querySelector('[data-total]')?.getAttribute('data-total') ?? Number.NaN);
  const { frames, waiting, late, lastShownAt, shown } = state;
  return { frames, waiting, late, lastShownAt, shown, counted };
}

async function heapBytes(session: CDPSession): Promise<number> {
  // Twice: the first collection may make more objects unreachable.
  for (let turn = 0; turn < 2; turn++) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

/** Seconds in which the page's main thread was busy since it was opened: with any task, and with scripts. */
async function busySeconds(session: CDPSession): Promise<{ tasks: number; scripts: number }> {
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (name: string): number => metrics.find(each => each.name === name)?.value ?? Number.NaN;
  return { tasks: metric('TaskDuration'), scripts: metric('ScriptDuration') };
}

const wait = (seconds: number): Promise<void> => new Promise(resolve => setTimeout(resolve, seconds * 1000));
const switchOn = (page: Page): Promise<void> =>
  page.evaluate(() => {
    (window as unknown as { live: { on: boolean } }).live.on = true;
  });

/** Frames of the same page while it is idle. */
async function idle(browser: Browser, url: string): Promise<number[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  try {
    await page.addInitScript(observe);
    await page.goto(`${url}/live`, { waitUntil: 'networkidle' });
    await switchOn(page);
    await wait(5);
    return (await page.evaluate(readObserved)).frames;
  } finally {
    await page.close();
  }
}

async function measure(browser: Browser, url: string, perSecond: number, how: string): Promise<Figures> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  try {
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.enable');
    // Processor time, which does not depend on other load of the machine.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.addInitScript(observe);
    // The code of the screen is loaded before the measurement.
    await page.goto(`${url}/live`, { waitUntil: 'networkidle' });
    const heapBefore = await heapBytes(session);
    const view = how === 'json' ? '&-view=json' : how === 'plot' ? '&-plot=speedKnots' : '';
    // By a link: the page keeps its session, as for a user.
    await page.evaluate(to => {
      const link = document.createElement('a');
      link.href = to;
      document.querySelector('#screen')?.append(link);
      link.click();
      link.remove();
    }, `/live/shipPositions?perSecond=${perSecond}${view}`);
    await page.waitForSelector('.live-row');
    await wait(WARM_UP_SECONDS);
    await switchOn(page);
    const busyBefore = await busySeconds(session);
    await wait(SECONDS);
    const busyAfter = await busySeconds(session);
    // Stops the feed. The events that have arrived are shown soon after; later ones are not delivered.
    const atStop = await page.evaluate(() => {
      const { live } = window as unknown as {
        live: { on: boolean; received: number; lastSequence: number; arrivals: Float64Array };
      };
      document.querySelector<HTMLElement>('button[aria-label="Stop"]')?.click();
      live.on = false;
      const { received, lastSequence, arrivals } = live;
      return { received, lastSequence, lastArrival: arrivals[received - 1] ?? 0 };
    });
    await wait(1);
    const observed = await page.evaluate(readObserved);
    const heapAfter = await heapBytes(session);
    return {
      frames: observed.frames,
      waiting: observed.waiting,
      late: observed.late.filter(Number.isFinite),
      lastShown: observed.shown === atStop.received ? observed.lastShownAt - atStop.lastArrival : Number.POSITIVE_INFINITY,
      received: atStop.received,
      counted: observed.counted,
      sent: atStop.lastSequence + 1,
      heap: (heapAfter - heapBefore) / 1e6,
      busy: (busyAfter.tasks - busyBefore.tasks) / SECONDS,
      scripts: (busyAfter.scripts - busyBefore.scripts) / SECONDS,
    };
  } finally {
    await page.close();
  }
}

const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};
const ms = (value: number): string => value.toFixed(1);

/** Runs the benchmark. It fails if the table view misses a target. */
export async function run([rate, how = 'table']: string[]): Promise<void> {
  const oriel = await startOriel(':memory:');
  const browser = await launchChromium();
  const misses: string[] = [];
  const rows: (string | number)[][] = [];
  try {
    const still = await idle(browser, oriel.url);
    rows.push([
      'no feed',
      ms(percentile(still, 0.5)),
      ms(percentile(still, 0.95)),
      ms(Math.max(...still)),
      '',
      '',
      '',
      '',
      '',
      '',
    ]);
    for (const perSecond of rate ? [Number(rate)] : [1000, 5000]) {
      const figures = await measure(browser, oriel.url, perSecond, how);
      const p95 = percentile(figures.frames, 0.95);
      const late = percentile(figures.waiting, 0.95);
      rows.push([
        `${perSecond}/s, ${how}`,
        ms(percentile(figures.frames, 0.5)),
        ms(p95),
        ms(Math.max(...figures.frames)),
        ms(late),
        ms(percentile(figures.late, 0.95)),
        ms(figures.lastShown),
        `${figures.counted} of ${figures.received}${figures.sent === figures.received ? '' : ` (server: ${figures.sent})`}`,
        figures.heap.toFixed(1),
        `${(figures.busy * 100).toFixed(1)} (${(figures.scripts * 100).toFixed(1)})`,
      ]);
      const target = TARGETS[perSecond];
      if (!target || how !== 'table') continue;
      if (p95 > target.frame) misses.push(`${perSecond}/s: p95 frame ${ms(p95)} ms, wanted ${target.frame}`);
      if (figures.lastShown > target.late) misses.push(`${perSecond}/s: last event after ${ms(figures.lastShown)} ms`);
      if (figures.counted !== figures.received) misses.push(`${perSecond}/s: ${figures.counted} of ${figures.received} counted`);
      if (figures.heap > target.heap) misses.push(`${perSecond}/s: heap grew by ${figures.heap.toFixed(1)} MB`);
    }
  } finally {
    await browser.close();
    await oriel.stop();
  }
  printTable(
    `The Live screen for ${SECONDS} s (ms; heap in MB)`,
    ['', 'frame p50', 'p95', 'longest', 'waiting p95', 'from server p95', 'last shown', 'counted', 'heap', 'busy % (scripts)'],
    rows,
  );
  for (const miss of misses) console.log(`MISSED ${miss}`);
  if (misses.length > 0) process.exitCode = 1;
}
