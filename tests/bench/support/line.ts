/** The network between a page and its server: localhost, or a slow line (`--net slow`) with a round trip of 150 ms and 1.6 Mbit/s. */
import type { Page } from 'playwright-core';

const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };

let isSlow = false;

/** Removes `--net slow` from the arguments of a command and applies it from then on. */
export function takeLine(args: readonly string[]): string[] {
  const at = args.indexOf('--net');
  if (at < 0) return [...args];
  if (args[at + 1] !== 'slow') throw new Error('--net takes one value: slow');
  isSlow = true;
  return args.toSpliced(at, 2);
}

/** Whether pages use the slow line. */
export const isOnSlowLine = (): boolean => isSlow;

/** The time limit for a page whose limit on localhost is `ms`. */
export const patient = (ms: number): number => (isSlow ? ms * 6 : ms);

/** Applies the line to a page. Call it before the first navigation. */
export async function putOnLine(page: Page): Promise<void> {
  if (!isSlow) return;
  page.setDefaultTimeout(patient(30_000));
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW);
}
