import type { Page } from 'playwright-core';

/** An event of Chromium's trace with the parts that are read here; times in microseconds. */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  /** By the clock, and in processor time. */
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/**
 * At the end of a response, Chromium decodes the whole body for its developer tools, which Playwright turns on: 285 ms of processor time for
 * 8 MB, and nothing in a browser of a user. This time is not counted.
 */
const DEVELOPER_TOOLS = 'ResponseBodyLoader::DidFinishLoadingBody';

/**
 * The processor time of a page's longest task while `act` runs, in ms. Unlike elapsed time, it does not depend on other processes of the
 * machine. No other page of the browser may be active.
 * @throws Error when Chromium reported no task, so that nothing was measured.
 */
export async function busiestTask(page: Page, act: () => Promise<void>): Promise<number> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page belongs to no browser');
  await browser.startTracing(page, { categories: ['toplevel', 'blink'] });
  let trace: Buffer;
  try {
    await act();
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents: events } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const thread = ({ pid, tid }: TraceEvent): string => `${pid}:${tid}`;
  const mainThreads = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(thread),
  );
  const timed = events.filter(event => event.ph === 'X' && mainThreads.has(thread(event)));
  const tools = timed.filter(({ name }) => name === DEVELOPER_TOOLS);
  const times = timed.flatMap(task => {
    if (!/RunTask$/.test(task.name) || task.tdur === undefined) return [];
    const end = task.ts + (task.dur ?? 0);
    const inside = tools.filter(tool => thread(tool) === thread(task) && tool.ts >= task.ts && tool.ts < end);
    return [task.tdur - inside.reduce((sum, { tdur = 0 }) => sum + tdur, 0)];
  });
  if (times.length === 0) throw new Error('Chromium reported no task of the page');
  return times.reduce((most, time) => Math.max(most, time), 0) / 1000;
}
