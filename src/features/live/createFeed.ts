/**
 * One running feed: a subscription whose last events are kept in a ring buffer. The transport retries and reconnects; its reports become
 * the state and the gaps of the feed.
 *
 * It uses the client, not `useSubscription`, because the hook puts each event into React state. That takes 1.6 times as long per event
 * (`npm run bench transport feed`), delays counting until React renders, and hides errors of events from the handler.
 */
import type { Client, OperationResult } from '@urql/core';
import type { Clock, Timer } from '../../lib/clock';
import { createStore, type Readable } from '../../lib/store';
import type { RetryWait } from '../../transport/exchanges/subscriptionRetryExchange';
import { type Failure, failureOf } from '../../transport/observe/failure';
import { serverMessage } from '../../transport/observe/serverMessage';
import type { ConnectionChange } from '../../transport/socket/socket';
import { createEventRing, type EventRing, type EventWindow, type GapReason } from './eventRing';
import { type FrameSignal, frameSignal } from './frameSignal';
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

/** Dependencies of a feed. */
export interface FeedWorld {
  client: Client;
  clock: Clock;
  /** Number of events that are kept. */
  capacity: number;
  /** Calls `action` before the next animation frame. */
  onFrame(action: () => void): void;
}

/** Creates a feed. It is started separately. */
export function createFeed(id: string, request: FeedRequest, { client, clock, capacity, onFrame }: FeedWorld): Feed {
  const ring: EventRing = createEventRing(capacity);
  const rate = createRateMeter();
  const state = createStore<FeedState>({ status: 'stopped' });
  const changes = frameSignal(onFrame);
  const gaps = createGaps(ring, clock, changes);
  let unsubscribe: (() => void) | undefined;
  let largestCut = 0;
  let retryTimer: Timer | undefined;

  const finish = (next: FeedState, reason: GapReason): void => {
    const message = next.status === 'failed' ? serverMessage(next.failure) : null;
    const end = unsubscribe;
    unsubscribe = undefined;
    end?.();
    clock.cancel(retryTimer);
    gaps.open(reason, message);
    state.set(next);
  };
  const receive = (result: OperationResult): void => {
    if (result.error) {
      finish({ status: 'failed', failure: failureOf(result.error), operationKey: result.operation.key }, 'failed');
      return;
    }
    if (result.data !== undefined && result.data !== null) {
      const now = clock.now();
      gaps.closeIfOpen();
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
      if (status === 'waiting') gaps.close();
      state.set(status === 'waiting' && ring.total > 0 ? LIVE : CONNECTED);
    }
    if (change.state === 'lost' && (status === 'live' || status === 'starting')) {
      // A silent connection is noticed late: events may be missing since its last frame.
      gaps.open('connection', null, change.since);
      state.set({ status: 'waiting' });
    }
  };

  const waitForRetry = ({ ms, attempt, of, error }: RetryWait): void => {
    const message = serverMessage(failureOf(error));
    gaps.open('failed', message);
    const retrying: FeedState = { status: 'retrying', at: clock.now() + ms, attempt, of, message };
    state.set(retrying);
    retryTimer = clock.after(ms, () => {
      if (state.get() === retrying) state.set(STARTING);
    });
  };

  return {
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
      const subscription = subscribeFeed(client, request, { receive, connectionChanged, waitForRetry });
      unsubscribe = subscription.end;
      subscription.begin();
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
}

/** The periods in which events may have been missed, the gaps. */
interface Gaps {
  /** Opens a gap, which the next event closes. `from`: its start in milliseconds since the epoch. Default: now. */
  open(reason: GapReason, message?: string | null, from?: number): void;
  close(): void;
  closeIfOpen(): void;
}

function createGaps(ring: EventRing, clock: Clock, changes: FrameSignal): Gaps {
  let isOpen = false;
  const close = (): void => {
    ring.closeGap(clock.now());
    isOpen = false;
    changes.raise();
  };
  return {
    open(reason, message = null, from = clock.now()) {
      ring.openGap(from, reason, message);
      isOpen = true;
      changes.raise();
    },
    close,
    closeIfOpen() {
      if (isOpen) close();
    },
  };
}

/** Called with the reports of a subscription. */
interface FeedHandlers {
  receive(result: OperationResult): void;
  connectionChanged(change: ConnectionChange): void;
  waitForRetry(wait: RetryWait): void;
}

/** Creates the subscription of a feed, without starting it. It can be ended while it starts; after that, nothing is reported. */
function subscribeFeed(client: Client, request: FeedRequest, handlers: FeedHandlers): { begin(): void; end(): void } {
  let ended = false;
  let unsubscribe: (() => void) | undefined;
  return {
    begin() {
      const source = client.subscription(request.query, request.variables as Record<string, unknown>, {
        screen: 'live',
        onConnectionChange: (change: ConnectionChange) => {
          if (!ended) handlers.connectionChanged(change);
        },
        onRetryWait: (wait: RetryWait) => {
          if (!ended) handlers.waitForRetry(wait);
        },
      });
      unsubscribe = source.subscribe(result => {
        if (!ended) handlers.receive(result);
      }).unsubscribe;
      if (ended) unsubscribe();
    },
    end() {
      ended = true;
      unsubscribe?.();
    },
  };
}

const STARTING: FeedState = { status: 'starting' };
const CONNECTED: FeedState = { status: 'starting', connected: true };
const LIVE: FeedState = { status: 'live' };

/** Returns the value at a path of keys; undefined if a key is missing. */
function valueAt(data: unknown, path: readonly string[]): unknown {
  let inner = data;
  for (const key of path) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, key)) return undefined;
    inner = (inner as Record<string, unknown>)[key];
  }
  return inner;
}
