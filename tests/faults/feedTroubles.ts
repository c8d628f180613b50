/** Faults of the network or the page while a feed runs. */
import type { Page } from 'playwright-core';
import type { FaultProxy } from './faultProxy';

/** One fault. After `happen` the feed must recover without the user. */
export interface FeedTrouble {
  name: string;
  /** The minimum length of the gap that must be marked, in ms. Default: any length. */
  gapMs?: number;
  happen(page: Page, proxy: FaultProxy): Promise<void>;
}

/** Stops the processes of the browser's pages without an event, as in a frozen tab or a sleeping computer. `meanwhile` runs at once. */
async function standStill(page: Page, ms: number, meanwhile: () => void = () => undefined): Promise<void> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {};
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  try {
    for (const { id } of pages) process.kill(id, 'SIGSTOP');
    meanwhile();
    await pause(ms);
  } finally {
    for (const { id } of pages) process.kill(id, 'SIGCONT');
    await session?.detach();
  }
}

/** Faults of a feed over HTTP: one long response, without the pings of a websocket. */
export const STREAM_TROUBLES: readonly FeedTrouble[] = [
  {
    name: 'the stream is cut five times, a second apart',
    async happen(_page, proxy) {
      for (let times = 0; times < 5; times++) {
        proxy.cutStreams();
        await pause(1000);
      }
    },
  },
  {
    name: 'the server is gone for 5 seconds',
    gapMs: 4500,
    async happen(_page, proxy) {
      await proxy.goDown();
      await pause(5000);
      await proxy.comeBack();
    },
  },
  {
    name: 'the tab is frozen for 5 seconds while the stream is cut',
    gapMs: 4500,
    happen: (page, proxy) => standStill(page, 5000, () => proxy.cutStreams()),
  },
  {
    name: 'the stream stays half open',
    gapMs: 29_000,
    async happen(_page, proxy) {
      proxy.silenceStreams();
      await pause(29_000);
    },
  },
];

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

export const FEED_TROUBLES: readonly FeedTrouble[] = [
  {
    name: 'flapping: cut five times, a second apart',
    async happen(_page, proxy) {
      for (let times = 0; times < 5; times++) {
        proxy.cutSockets();
        await pause(1000);
      }
    },
  },
  {
    name: 'an outage of 60 seconds',
    gapMs: 59_500,
    async happen(_page, proxy) {
      await proxy.goDown();
      await pause(60_000);
      await proxy.comeBack();
    },
  },
  {
    name: 'the browser is offline for 5 seconds',
    gapMs: 4500,
    async happen(page, proxy) {
      await page.context().setOffline(true);
      proxy.cutSockets();
      await pause(5000);
      await page.context().setOffline(false);
    },
  },
  {
    name: 'the tab is frozen for 5 seconds while the socket is cut',
    gapMs: 4500,
    happen: (page, proxy) => standStill(page, 5000, () => proxy.cutSockets()),
  },
  {
    name: 'the tab is frozen for 5 seconds, the socket lives',
    happen: page => standStill(page, 5000),
  },
];
