/**
 * The wire log records the network traffic from the first request on, so that it is complete when Wire is opened after a problem. The
 * recorder turns the events of the transport's tap into entries. Entries are interpreted only when they are shown (wireLogSummary.ts and the
 * Wire tool, both loaded later).
 *
 * Everything has a limit: the number of entries, the steps of each entry and of all, the bytes of bodies. Texts are created when they are
 * read, and contain no secrets (wireLogMask.ts).
 */
import type { Clock, Timer } from '../../lib/clock';
import type { Readable } from '../../lib/store';
import type { Tap } from '../../transport/observe/tap';
import { restoredEntry } from './restoredEntry';
import { WireEntries } from './wireEntries';
import { createWireBodies } from './wireLogBodies';
import type { WireEntry } from './wireLogEntry';
import { GrowingSecrets } from './wireLogMask';
import { WireRecorder } from './wireRecorder';
import { WireSteps } from './wireSteps';

/** A snapshot of the log. The object is the same until something changes. */
export interface WireLogState {
  /** Oldest first. The array is immutable; its entries are not. */
  readonly entries: readonly WireEntry[];
  readonly paused: boolean;
  /** True while large bodies are kept too. */
  readonly keepsLarge: boolean;
  /** Number of entries that were dropped to stay within the limits. */
  readonly dropped: number;
}

/** The log as a store. Its listeners are called at most every 100 ms. */
export interface WireLog extends Readable<WireLogState> {
  find(id: string): WireEntry | undefined;
  /** The latest execution of an operation, by urql's operation key. */
  findByKey(key: number): WireEntry | undefined;
  /** While paused, no new operations and no frames are recorded; operations already in the log are recorded to their end. */
  pause(paused: boolean): void;
  /** Removes the finished entries. */
  clear(): void;
  /** Sets the limit for new bodies to 256 MB instead of 8 MB. */
  keepLarge(on: boolean): void;
  /** Masks a secret, such as a new token, in everything that is read from now on. */
  hide(secret: string): void;
  /**
   * Also records the operations of another connection's session, until the returned function is called. `token` returns the token used
   * there. These entries are not kept across a reload.
   */
  follow(connection: { id: string; name: string }, tap: Tap, token: () => string): () => void;
  /** Removes the entries of another connection. */
  forget(connection: string): void;
  /** Inserts the entries of an earlier page before all others. */
  putBack(entries: readonly WireEntry[]): void;
  dispose(): void;
}

/** Options of `createWireLog`. */
export interface WireLogOptions {
  /** undefined while rendering on the server: nothing is recorded. */
  tap: Tap | undefined;
  clock: Clock;
  /** Returns the token in use, '' for none; it is masked. */
  token(): string;
  /** Returns the path of the current location, to record which screen sent an operation and whether the user left it. Default: ''. */
  place?(): string;
  /** Prefix of all entry ids, needed if the log also contains entries of earlier pages. Default ''. */
  prefix?: string;
}

/** Minimum interval between notifications, in ms. */
const NOTIFY_MS = 100;

const NOTHING_YET: WireLogState = { entries: [], paused: false, keepsLarge: false, dropped: 0 };

/** Creates the log and starts to record. */
export function createWireLog({ tap, clock, token, place = () => '', prefix = '' }: WireLogOptions): WireLog {
  const secrets = new GrowingSecrets();
  const bodies = createWireBodies(secrets);
  const entries = new WireEntries(bodies, place);
  const steps = new WireSteps({ bodies, secrets, token });
  const recorder = new WireRecorder(entries, steps, prefix);
  const listeners = new Set<() => void>();
  let followed = 0;
  let keepsLarge = false;
  let stale = false;
  let timer: Timer | undefined;
  let state = NOTHING_YET;

  const publish = (): void => {
    clock.cancel(timer);
    timer = undefined;
    stale = false;
    state = { entries: entries.all(), paused: recorder.paused, keepsLarge, dropped: entries.dropped };
    for (const listener of [...listeners]) listener();
  };
  const changed = (): void => {
    stale = true;
    if (listeners.size > 0) timer ??= clock.after(NOTIFY_MS, publish);
  };
  const stop = tap?.subscribe(event => {
    recorder.record(event);
    changed();
  });

  return {
    get() {
      if (stale && listeners.size === 0) publish();
      return state;
    },
    // The server records nothing, but the browser may have sent requests before hydration.
    rendered: () => NOTHING_YET,
    subscribe(listener) {
      if (stale && listeners.size === 0) publish();
      const own = () => listener();
      listeners.add(own);
      return () => {
        listeners.delete(own);
        if (listeners.size > 0) return;
        clock.cancel(timer);
        timer = undefined;
      };
    },
    find: id => entries.find(id),
    findByKey: key => entries.all().findLast(entry => entry.key === key && entry.elsewhere === undefined),
    pause(on) {
      recorder.paused = on;
      publish();
    },
    clear() {
      entries.clear();
      publish();
    },
    keepLarge(on) {
      keepsLarge = on;
      bodies.keepLarge(on);
      publish();
    },
    hide(secret) {
      if (secret === '') return;
      secrets.add(secret);
      for (const entry of entries.all()) steps.hideIn(entry);
      changed();
    },
    follow({ id, name }, other, tokenThere) {
      followed += 1;
      const own = `${prefix}p${followed}-`;
      const there = new WireRecorder(entries, new WireSteps({ bodies, secrets, token: tokenThere }), own, {
        elsewhere: id,
        elsewhereName: name,
      });
      const stopFollowing = other.subscribe(event => {
        // Events of its websocket are skipped: they do not concern the feeds of this session.
        if (!event.operation) return;
        there.paused = recorder.paused;
        there.record(event);
        changed();
      });
      return () => {
        stopFollowing();
        for (const entry of [...entries.underWay()]) {
          if (!entry.id.startsWith(own)) continue;
          entries.add(entry, { type: 'cancelled', at: clock.now() });
          entries.end(entry, clock.now());
        }
        changed();
      };
    },
    forget(connection) {
      for (const entry of entries.all()) if (entry.elsewhere === connection) entries.remove(entry);
      publish();
    },
    putBack(earlier) {
      entries.putBefore(earlier.map(entry => restoredEntry(entry, bodies, secrets)));
      changed();
    },
    dispose() {
      stop?.();
      listeners.clear();
      clock.cancel(timer);
      timer = undefined;
    },
  };
}
