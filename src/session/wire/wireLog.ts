/**
 * What went over the wire, kept from the first request on, so that it is there when Wire is opened after something went wrong. It listens to
 * the transport's tap: the recorder folds the steps into entries. What the entries mean is read from them when they are looked at
 * (wireLogSummary.ts and the Wire tool, both loaded late).
 *
 * Everything is bounded: entries, steps of each and of all, bytes of bodies. Texts are made when they are read, and hold no secret
 * (wireLogMask.ts).
 */
import type { Clock, Timer } from '../../lib/clock';
import type { Readable } from '../../lib/store';
import type { Tap } from '../../transport/observe/tap';
import { keptAgain } from './keptAgain';
import { WireEntries } from './wireEntries';
import { createWireBodies } from './wireLogBodies';
import type { WireEntry } from './wireLogEntry';
import { GrowingSecrets } from './wireLogMask';
import { WireRecorder } from './wireRecorder';
import { WireSteps } from './wireSteps';

/** The log at one moment. The same object until something changed. */
export interface WireLogState {
  /** Oldest first. The array is never changed, its entries are. */
  readonly entries: readonly WireEntry[];
  readonly paused: boolean;
  /** Large bodies are kept, too. */
  readonly keepsLarge: boolean;
  /** Entries that were let go to make room. */
  readonly letGo: number;
}

/** The log. Its listeners are called at most every 100 ms. */
export interface WireLog extends Readable<WireLogState> {
  find(id: string): WireEntry | undefined;
  /** The latest execution of an operation, by urql's operation key. */
  findByKey(key: number): WireEntry | undefined;
  /** While paused nothing new is recorded, and no frames; requests under way are followed to their end. */
  pause(paused: boolean): void;
  /** Forgets all that is over; what is under way stays. */
  clear(): void;
  /** Keeps bodies of up to 256 MB from now on, instead of those up to 8 MB. */
  keepLarge(on: boolean): void;
  /** From now on takes a text out of all that is read: a token that was just learned to be one. */
  hide(secret: string): void;
  /**
   * Records what a session of another connection sends as well, until the returned function is called. `token`: the token in use there. Its
   * entries do not outlive the page.
   */
  follow(connection: { id: string; name: string }, tap: Tap, token: () => string): () => void;
  /** Removes the entries of another connection. */
  forget(connection: string): void;
  /** Puts the entries of an earlier page before all others. */
  putBack(entries: readonly WireEntry[]): void;
  dispose(): void;
}

/** What `createWireLog` is made from. */
export interface WireLogOptions {
  /** undefined: nothing is recorded (server render). */
  tap: Tap | undefined;
  clock: Clock;
  /** The token in use, '' when there is none; to keep it out. */
  token(): string;
  /** The path of the page's address: whose screen asks, and whether it was left. Default: nowhere. */
  place?(): string;
  /** Begins the ids of all entries, where those of earlier pages are kept as well. Default ''. */
  prefix?: string;
}

/** How often listeners are called, in ms. */
const NOTIFY_MS = 100;

const NOTHING_YET: WireLogState = { entries: [], paused: false, keepsLarge: false, letGo: 0 };

/** Begins to record. */
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
    state = { entries: entries.all(), paused: recorder.paused, keepsLarge, letGo: entries.letGo };
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
    // A server records nothing; a browser may have asked for something before its first pass.
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
        // Its websocket is not that of this session's feeds.
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
      entries.putBefore(earlier.map(entry => keptAgain(entry, bodies, secrets)));
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
