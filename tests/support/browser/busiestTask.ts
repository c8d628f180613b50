import type { Page } from 'playwright-core';

/** An event of Chromium's trace with the parts that are read here; times in microseconds. */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Processor time. */
  tdur?: number;
  args?: { name?: string };
}

/**
 * The processor time of a page's longest task while `act` runs, in ms. Unlike elapsed time, it does not depend on other processes of the
 * machine. No other page of the browser may be active.
 * @throws Error when Chromium reported no task, so that nothing was measured.
 */
export async function busiestTask(page: Page, act: () => Promise<void>): Promise<number> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page belongs to no browser');
  await browser.startTracing(page, { categories: ['toplevel'] });
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
  const tasks = events.filter(event => event.ph === 'X' && /RunTask$/.test(event.name) && mainThreads.has(thread(event)));
  const times = tasks.flatMap(({ tdur }) => tdur ?? []);
  if (times.length === 0) throw new Error('Chromium reported no task of the page');
  return times.reduce((most, time) => Math.max(most, time), 0) / 1000;
}
