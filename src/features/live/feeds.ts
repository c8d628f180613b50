/**
 * Running feeds: subscriptions that go on while another screen is shown. Any number can run at once. Each keeps its last 10,000 events,
 * counts all of them, and marks the periods in which events may have been missed.
 *
 * An event costs one write to a ring buffer. Listeners are called at most once a frame, however many events arrive. The transport retries
 * and reconnects; its reports become the state and the gaps of the feed.
 *
 * Feeds use the client, not `useSubscription`, because the hook puts each event into React state. That costs 1.6 times as much per event,
 * counts events when React renders, and hides their errors from the handler (`npm run bench transport feed`).
 */
import type { Client, OperationResult } from '@urql/core';
import type { Clock, Timer } from '../../lib/clock';
import { createStore, type Readable } from '../../lib/store';
import type { Session } from '../../session/connections/session';
import type { RetryWait } from '../../transport/exchanges/subscriptionRetryExchange';
import { type Failure, failureOf } from '../../transport/observe/failure';
import type { ConnectionChange } from '../../transport/socket/socket';
import { createEventRing, type EventRing, type EventWindow, type GapReason } from './eventRing';
import { createRateMeter, type RateMeter } from './rateMeter';

/** The subscription of a feed. */
export interface FeedRequest {
  /** Id of the feed in the schema, such as 'shipPositions'. */
  name: string;
  /** The document, with one subscription operation. */
  query: string;
  variables: Readonly<Record<string, unknown>>;
  /** Path of the event's value in the data: `['shipPositions']`. */
  path: readonly string[];
}

/**
 * The state of a feed.
 * - `starting`: subscribed, no event yet; `connected` once the connection is acknowledged
 * - `live`: subscribed and connected; events have arrived
 * - `waiting`: the connection is lost; the transport reconnects (`Transport.socket` says when)
 * - `retrying`: the server refused the subscription; attempt `attempt` of `of` starts at `at` (milliseconds since the epoch); `message` is
 *   what the server said
 * - `ended`: completed by the server; `failed`: failed for good, `operationKey` is urql's key; `stopped`: by the user. `start` restarts
 *   each of these three.
 */
export type FeedState =
  | { status: 'starting'; connected?: true }
  | { status: 'live' }
  | { status: 'waiting' }
  | { status: 'retrying'; at: number; attempt: number; of: number; message: string | null }
  | { status: 'ended' }
  | { status: 'failed'; failure: Failure; operationKey: number }
  | { status: 'stopped' };

/** One running feed. */
export interface Feed {
  /** Identical for the same feed with the same variables. */
  readonly id: string;
  readonly request: FeedRequest;
  readonly state: Readable<FeedState>;
  /** Its events. This object changes as events arrive; `changed` notifies of it. */
  readonly events: EventWindow;
  /** The rate of events. */
  readonly rate: Pick<RateMeter, 'perSecond' | 'history'>;
  /** Bytes of the largest event that is kept only in part (`World.cutFrame` of the transport); 0 if all are complete. */
  readonly largestCut: number;
  /** A counter that increases when there is something new, at most once a frame. */
  readonly changed: Readable<number>;
  /** Returns a snapshot of the events. */
  still(): EventWindow;
  /** Subscribes again after the feed stopped, ended or failed. Does nothing while it runs. */
  start(): void;
  /** Unsubscribes. The events are kept. */
  stop(): void;
  /** Removes the events and restarts the count at 0. Returns a function that undoes this. */
  clear(): () => void;
}

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

function createFeed(id: string, request: FeedRequest, { client, clock, capacity, onFrame }: Required<FeedsOptions>): Feed {
  const ring: EventRing = createEventRing(capacity);
  const rate = createRateMeter();
  const state = createStore<FeedState>({ status: 'stopped' });
  const changes = frameSignal(onFrame);
  let unsubscribe: (() => void) | undefined;
  /** True while a gap is open: the next event closes it. */
  let gapOpen = false;
  let largestCut = 0;
  let retryTimer: Timer | undefined;

  const openGap = (reason: GapReason, message: string | null = null, from = clock.now()): void => {
    ring.openGap(from, reason, message);
    gapOpen = true;
    changes.raise();
  };
  const closeGap = (): void => {
    ring.closeGap(clock.now());
    gapOpen = false;
    changes.raise();
  };
  const finish = (next: FeedState, reason: GapReason): void => {
    const message = next.status === 'failed' ? saidBy(next.failure) : null;
    const end = unsubscribe;
    unsubscribe = undefined;
    end?.();
    clock.cancel(retryTimer);
    openGap(reason, message);
    state.set(next);
  };
  const receive = (result: OperationResult): void => {
    if (result.error) {
      finish({ status: 'failed', failure: failureOf(result.error), operationKey: result.operation.key }, 'failed');
      return;
    }
    if (result.data !== undefined && result.data !== null) {
      const now = clock.now();
      if (gapOpen) closeGap();
      ring.push(valueAt(result.data, request.path), now);
      rate.add(now);
      const { cut } = (result.extensions ?? {}) as { cut?: unknown };
      if (typeof cut === 'number') largestCut = Math.max(largestCut, cut);
      if (state.get().status !== 'live') state.set(LIVE);
      changes.raise();
    }
    if (!result.hasNext) finish({ status: 'ended' }, 'ended');
  };
  const connectionChanged = (change: ConnectionChange): void => {
    const { status } = state.get();
    if (change.state === 'live' && status !== 'live') {
      if (status === 'waiting') closeGap();
      state.set(status === 'waiting' && ring.total > 0 ? LIVE : CONNECTED);
    }
    if (change.state === 'lost' && (status === 'live' || status === 'starting')) {
      // A silent connection is noticed late: events may be missing since its last frame.
      openGap('connection', null, change.since);
      state.set({ status: 'waiting' });
    }
  };

  const feed: Feed = {
    id,
    request,
    state,
    events: ring,
    rate,
    get largestCut() {
      return largestCut;
    },
    changed: changes.readable,
    still: ring.still,
    start() {
      if (unsubscribe) return;
      state.set(STARTING);
      // Set before subscribing: a failure can arrive synchronously, and `finish` has to find this function.
      let ended = false;
      let end: (() => void) | undefined;
      unsubscribe = () => {
        ended = true;
        end?.();
      };
      const source = client.subscription(request.query, request.variables as Record<string, unknown>, {
        screen: 'live',
        onConnectionChange: (change: ConnectionChange) => {
          if (!ended) connectionChanged(change);
        },
        onRetryWait: ({ ms, attempt, of, error }: RetryWait) => {
          const message = saidBy(failureOf(error));
          openGap('failed', message);
          const retrying: FeedState = { status: 'retrying', at: clock.now() + ms, attempt, of, message };
          state.set(retrying);
          retryTimer = clock.after(ms, () => {
            if (state.get() === retrying) state.set(STARTING);
          });
        },
      });
      end = source.subscribe(result => {
        if (!ended) receive(result);
      }).unsubscribe;
      if (ended) end();
    },
    stop() {
      if (unsubscribe) finish({ status: 'stopped' }, 'stopped');
      else if (state.get().status !== 'stopped') state.set({ status: 'stopped' });
    },
    clear() {
      const takeBack = ring.clear();
      changes.raise();
      return () => {
        takeBack();
        changes.raise();
      };
    },
  };
  return feed;
}

/** Maximum length of a kept failure message, in characters. */
const LONGEST_MESSAGE = 300;

/** The message of a server: of its first error, or of the close frame; null if there is none. */
function saidBy(failure: Failure): string | null {
  const message = failure.tag === 'socket' ? failure.reason : 'errors' in failure ? failure.errors[0]?.message : undefined;
  return message ? message.slice(0, LONGEST_MESSAGE) : null;
}

const STARTING: FeedState = { status: 'starting' };
const CONNECTED: FeedState = { status: 'starting', connected: true };
const LIVE: FeedState = { status: 'live' };

/** A counter that increases at most once a frame, and only while there are listeners. */
function frameSignal(onFrame: (action: () => void) => void): { readable: Readable<number>; raise(): void } {
  const count = createStore(0);
  let listeners = 0;
  let scheduled = false;
  let missed = false;
  const raise = (): void => {
    if (scheduled) return;
    if (listeners === 0) {
      missed = true;
      return;
    }
    scheduled = true;
    onFrame(() => {
      scheduled = false;
      count.set(count.get() + 1);
    });
  };
  return {
    raise,
    readable: {
      get: count.get,
      subscribe(listener) {
        const end = count.subscribe(listener);
        listeners++;
        // A new listener is notified of changes that happened while there were no listeners.
        if (missed) {
          missed = false;
          raise();
        }
        let over = false;
        return () => {
          if (over) return;
          over = true;
          listeners--;
          end();
        };
      },
    },
  };
}

/** Returns the value at a path of keys; undefined if a key is missing. */
function valueAt(data: unknown, path: readonly string[]): unknown {
  let inner = data;
  for (const key of path) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, key)) return undefined;
    inner = (inner as Record<string, unknown>)[key];
  }
  return inner;
}
