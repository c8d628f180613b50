/**
 * Running feeds: subscriptions that continue while another screen is shown. Any number can run at once. Each keeps its last 10,000 events,
 * counts all of them, and marks the periods in which events may have been missed.
 *
 * An event costs one write to a ring buffer. Listeners are called at most once per frame, regardless of the number of events.
 */
import type { Client } from '@urql/core';
import type { Clock } from '../../lib/clock';
import { createStore, type Readable } from '../../lib/store';
import type { Session } from '../../session/connections/session';
import { createFeed, type Feed, type FeedRequest } from './createFeed';

/** The feeds of a session. */
export interface Feeds {
  /** In the order in which they were opened. */
  readonly list: Readable<readonly Feed[]>;
  /** Returns the feed of a request; starts it if it does not exist yet. */
  open(request: FeedRequest): Feed;
  find(id: string): Feed | undefined;
  /** Stops a feed and removes it from the list. */
  close(id: string): void;
  dispose(): void;
}

/** Options of `createFeeds`. */
export interface FeedsOptions {
  client: Client;
  clock: Clock;
  /** How many events each feed keeps. Default 10,000. */
  capacity?: number;
  /** Calls `action` before the next frame is drawn. Default: requestAnimationFrame, or after 16 ms if that is missing. */
  onFrame?: (action: () => void) => void;
}

/** How many events of a feed are kept. */
export const FEED_CAPACITY = 10_000;

const FRAME_MS = 16;

/** Creates an empty list of feeds. */
export function createFeeds(options: FeedsOptions): Feeds {
  const { clock } = options;
  const onFrame =
    options.onFrame ??
    ((action: () => void): void => {
      const { requestAnimationFrame } = globalThis as { requestAnimationFrame?: (callback: () => void) => number };
      if (requestAnimationFrame) requestAnimationFrame(action);
      else clock.after(FRAME_MS, action);
    });
  const list = createStore<readonly Feed[]>([]);
  const running = new Map<string, Feed>();
  return {
    list,
    open(request) {
      const id = feedId(request);
      const existing = running.get(id);
      if (existing) return existing;
      const feed = createFeed(id, request, { ...options, onFrame, capacity: options.capacity ?? FEED_CAPACITY });
      running.set(id, feed);
      list.set([...list.get(), feed]);
      feed.start();
      return feed;
    },
    find: id => running.get(id),
    close(id) {
      running.get(id)?.stop();
      if (running.delete(id)) list.set(list.get().filter(feed => feed.id !== id));
    },
    dispose() {
      for (const feed of running.values()) feed.stop();
      running.clear();
      list.set([]);
    },
  };
}

/** The feeds of a session, created at first use. */
export function feedsOf(session: Session): Feeds {
  return session.part('feeds', () => {
    const { transport, clock, feedCount } = session;
    const feeds = createFeeds({ client: transport.client, clock });
    feeds.list.subscribe(() => feedCount.set(feeds.list.get().length));
    return feeds;
  });
}

/** Identifies a feed: its name, variables and document. */
export function feedId(request: Pick<FeedRequest, 'name' | 'query' | 'variables'>): string {
  return JSON.stringify([request.name, sorted(request.variables), request.query]);
}

/** Returns the value with the keys of its objects sorted. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([key, inner]) => [key, sorted(inner)]);
}
