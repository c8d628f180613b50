/** The network between a page and its server: this machine's own, or a slow line (`--net slow`) of 150 ms a round trip and 1.6 Mbit/s. */
import type { Page } from 'playwright-core';

const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };

let isSlow = false;

/** Takes `--net slow` out of the arguments of a command; it holds from then on. */
export function takeLine(args: readonly string[]): string[] {
  const at = args.indexOf('--net');
  if (at < 0) return [...args];
  if (args[at + 1] !== 'slow') throw new Error('--net takes one value: slow');
  isSlow = true;
  return args.toSpliced(at, 2);
}

/** Whether pages are on the slow line. */
export const isOnSlowLine = (): boolean => isSlow;

/** How long a page is waited for that would be given `ms` on this machine's own line. */
export const patient = (ms: number): number => (isSlow ? ms * 6 : ms);

/** Puts a page on the line. Before it goes anywhere. */
export async function putOnLine(page: Page): Promise<void> {
  if (!isSlow) return;
  page.setDefaultTimeout(patient(30_000));
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW);
}
