import type { Page } from 'playwright-core';

/** One event of Chromium's trace, as far as it is read here; times in microseconds. */
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
 * The longest that a page kept its main thread busy at a stretch while `act` went on: processor time of one task, in ms. Unlike the clock,
 * it does not count what else the machine did meanwhile. The page is to be the only one of its browser that does anything.
 * @throws Error when Chromium told of no task at all, so that nothing was measured.
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
  if (times.length === 0) throw new Error('Chromium told of no task of the page');
  return times.reduce((most, time) => Math.max(most, time), 0) / 1000;
}
