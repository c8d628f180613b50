/**
 * What went over the wire, kept from the first request on, so that it is there when Wire is opened after something went wrong. It
 * listens to the transport's tap and folds the steps into entries: one for each execution of an operation, one for each connection of the
 * websocket. What the entries mean is read from them when they are looked at (wireLogSummary.ts and the Wire tool, both loaded late).
 *
 * Everything is bounded: entries, steps of each and of all, bytes of bodies. Texts are made when they are read, and hold no secret
 * (wireLogMask.ts).
 */
import type { Clock, Timer } from '../../lib/clock';
import type { Readable } from '../../lib/store';
import type { Tap, TapEvent, TapOperation, TapStep } from '../../transport/observe/tap';
import type { OperationMask } from '../../transport/secrets/documentSecrets';
import { isAboutCredentials } from '../../transport/secrets/isAboutCredentials';
import { createWireBodies, heldElsewhere, KeptText } from './wireLogBodies';
import type { StepOf, WireEntry, WireStep, WireTraffic } from './wireLogEntry';
import { WIRE_LIMITS } from './wireLogLimits';
import { maskCredentials, maskFailure, maskLiterals, maskValues } from './wireLogMask';

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
}

/** How often listeners are called, in ms. */
const NOTIFY_MS = 100;

/** Steps let go at once, so that a busy feed does not move an array for each event. */
const BATCH = 100;

/** Variables of a request beyond this are read from its body, which is bounded. */
const LARGE_VARIABLES = 100_000;

/** An operation that ends so soon, in ms, with nothing sent was a look: React asks while it draws, then once more when it has drawn. */
const LOOK_MS = 20;

/** The second answer from the cache comes with the screen, so many ms later at most. */
const SECOND_LOOK_MS = 250;

const NOTHING_YET: WireLogState = { entries: [], paused: false, keepsLarge: false, letGo: 0 };

/** Begins to record. */
export function createWireLog({ tap, clock, token, place = () => '' }: WireLogOptions): WireLog {
  const entries = new Map<string, WireEntry>();
  /** Where each entry that is under way was asked for. */
  const places = new Map<WireEntry, string>();
  const secretive = new WeakSet<WireEntry>();
  /** Takes out what an operation submitted as secret, and what is secret by its document. */
  const masks = new WeakMap<WireEntry, OperationMask>();
  const secrets = new Set<string>();
  const bodies = createWireBodies(secrets);
  const listeners = new Set<() => void>();
  let stepCount = 0;
  let letGo = 0;
  let paused = false;
  let keepsLarge = false;
  let connections = 0;
  let connection: WireEntry | undefined;
  let latestCached: WireEntry | undefined;
  let stale = false;
  let timer: Timer | undefined;
  let state = NOTHING_YET;

  const publish = (): void => {
    clock.cancel(timer);
    timer = undefined;
    stale = false;
    state = { entries: [...entries.values()], paused, keepsLarge, letGo };
    for (const listener of [...listeners]) listener();
  };
  const changed = (): void => {
    stale = true;
    if (listeners.size > 0) timer ??= clock.after(NOTIFY_MS, publish);
  };

  const release = (steps: readonly WireStep[]): void => {
    stepCount -= steps.length;
    for (const step of steps) {
      const body = 'body' in step ? (step.body as KeptText | undefined) : undefined;
      if (body) bodies.release(body);
    }
  };
  const remove = (entry: WireEntry): void => {
    entries.delete(entry.id);
    places.delete(entry);
    release(entry.steps);
  };
  /** Lets the oldest go that is over; where all the oldest are under way, the oldest. */
  const makeRoom = (): void => {
    while (entries.size > WIRE_LIMITS.entries || (stepCount > WIRE_LIMITS.steps && entries.size > 1)) {
      let chosen: WireEntry | undefined;
      let looked = 0;
      for (const entry of entries.values()) {
        chosen ??= entry;
        if (entry.endedAt !== null) {
          chosen = entry;
          break;
        }
        if (++looked === BATCH) break;
      }
      if (!chosen) return;
      remove(chosen);
      letGo++;
    }
  };

  const open = (id: string, kind: WireEntry['kind'], at: number, rest: Partial<WireEntry>): WireEntry => {
    const path = place();
    const entry: WireEntry = {
      id,
      kind,
      key: null,
      name: null,
      screen: path.split('/', 2)[1] || null,
      startedAt: at,
      endedAt: null,
      steps: [],
      letGo: 0,
      traffic: { framesIn: 0, framesOut: 0, bytesIn: 0, bytesOut: 0, events: 0 },
      connection: null,
      leftScreen: false,
      partial: false,
      revision: 0,
      ...rest,
    };
    entries.set(id, entry);
    places.set(entry, path);
    const used = token();
    if (used !== '') secrets.add(used);
    makeRoom();
    return entry;
  };
  const entryOf = (operation: TapOperation, at: number, type: TapStep['type']): WireEntry | undefined => {
    const known = entries.get(String(operation.id));
    if (known) return known;
    const begins = type === 'started' || type === 'cached' || type === 'ssr';
    // Of what began unseen only a feed that goes on is worth a row.
    if (paused || (!begins && type !== 'frame')) return undefined;
    const { id, key, kind, name, screen } = operation;
    return open(String(id), kind, at, { key, name, partial: !begins, ...(screen === undefined ? {} : { screen }) });
  };

  const add = (entry: WireEntry, step: WireStep): void => {
    const { steps } = entry;
    const last = steps.at(-1);
    entry.revision++;
    if (step.type === 'uploading' && last?.type === 'uploading' && isCloseTo(last, step, steps.at(-2))) {
      steps[steps.length - 1] = step;
      return;
    }
    // The report at an answer's end includes those of its progress.
    if (last?.type === 'receiving' && (step.type === 'receiving' || step.type === 'response')) {
      steps.pop();
      stepCount--;
    }
    steps.push(step);
    stepCount++;
    if ('body' in step && step.body) (step.body as KeptText).holders++;
    if (step.type === 'frame') count(entry.traffic, step);
    // The event that made it fail was none (servers of graphql-ws refuse by a `next` frame).
    if ((step.type === 'retryWait' || step.type === 'failed') && refusedByEvent(steps)) entry.traffic.events--;
    if (steps.length >= WIRE_LIMITS.stepsOfEntry + BATCH) {
      release(steps.splice(WIRE_LIMITS.firstSteps, BATCH));
      entry.letGo += BATCH;
    }
    if (stepCount > WIRE_LIMITS.steps) makeRoom();
  };
  const end = (entry: WireEntry, at: number): void => {
    entry.endedAt = at;
    places.delete(entry);
  };

  /** The step as it is kept, as the next of its entry; `secret`: of a mutation about credentials. */
  const keep = (event: TapEvent, secret: boolean, entry?: WireEntry): WireStep => {
    // Thousands a second: made without copying.
    if (event.type === 'frame') {
      const { type, at, direction, frame, bytes, id, body } = event;
      const step: StepOf<'frame'> = { type, at, direction, frame, bytes };
      if (id !== undefined) step.id = id;
      if (body) step.body = bodies.keep(body, bytes, entry && masks.get(entry)?.[direction === 'in' ? 'got' : 'sent']);
      return step;
    }
    const { operation: _, ...step } = event;
    const own = entry && masks.get(entry);
    const got = own && secret ? (text: string) => own.got(maskCredentials(text)) : own?.got;
    switch (step.type) {
      case 'started':
      case 'cached':
      case 'ssr': {
        const { hide: _hide, ...rest } = step;
        return {
          ...rest,
          query: new KeptText(step.query, 0, secrets, secret ? maskLiterals : own?.sent),
          variables: new KeptText(step.variables, 0, secrets, secret ? maskValues : own?.sent),
        };
      }
      case 'request': {
        const hide = own && secret ? (text: string) => own.sent(maskCredentials(text)) : own?.sent;
        if (entry?.steps.at(-1)?.type !== 'multipart') return { ...step, body: bodies.keep(step.body, step.bytes, hide) };
        // Of files only their names are kept; this is the text beside them.
        const text = step.body();
        return { ...step, body: bodies.keep(() => text, text.length, hide) };
      }
      case 'event': {
        const { body, ...rest } = step;
        return body ? { ...rest, body: bodies.keep(body, step.bytes, got) } : rest;
      }
      case 'response': {
        const { body, laterBody, ...rest } = step;
        if (laterBody) return { ...rest, body: heldElsewhere(laterBody, step.bytes, secrets, got) };
        return body ? { ...rest, body: bodies.keep(body, step.bytes, got) } : rest;
      }
      case 'failed':
        return { ...step, failure: maskFailure(step.failure, [...secrets, ...(token() === '' ? [] : [token()])], own?.got) };
      default:
        return step;
    }
  };

  /** True for an answer from the cache that the log tells already, and for a question taken back before anything was done about it. */
  const isLook = ({ type, at }: TapEvent, { id, key, kind }: TapOperation): boolean => {
    if (type === 'cached')
      return latestCached?.key === key && entries.has(latestCached.id) && at - latestCached.startedAt <= SECOND_LOOK_MS;
    const entry = type === 'cancelled' && kind === 'query' ? entries.get(String(id)) : undefined;
    if (entry?.steps.length !== 1 || at - entry.startedAt > LOOK_MS) return false;
    remove(entry);
    return true;
  };

  const onOperation = (event: TapEvent, operation: TapOperation): void => {
    if (isLook(event, operation)) return;
    const entry = entryOf(operation, event.at, event.type);
    if (!entry) return;
    if ('hide' in event && event.hide) masks.set(entry, event.hide);
    if (event.type === 'started' && entry.kind === 'mutation' && isAboutCredentials(event.query())) secretive.add(entry);
    const step = keep(event, secretive.has(entry), entry);
    if (step.type === 'cached') latestCached = entry;
    if (step.type === 'cancelled') entry.leftScreen = places.get(entry) !== place();
    if (step.type === 'request' && step.bytes > LARGE_VARIABLES) forgetVariables(entry);
    add(entry, step);
    if (step.type === 'ended' || step.type === 'cancelled' || step.type === 'cached' || step.type === 'ssr') end(entry, step.at);
    if (step.type !== 'frame') return;
    const carrier = connectionFor(event);
    if (!carrier) return;
    entry.connection = carrier.id;
    add(carrier, step);
  };

  /** The connection a step is about; one that was opened while recording was paused begins with its first step. */
  const connectionFor = (event: TapEvent): WireEntry | undefined => {
    // It may have been let go since.
    if (connection && !entries.has(connection.id)) connection = undefined;
    if (event.type === 'socketOpening') connection = paused ? undefined : newConnection(event.at, event.url, false);
    else if (!connection && !paused) connection = newConnection(event.at, null, true);
    return connection;
  };
  const newConnection = (at: number, name: string | null, partial: boolean): WireEntry =>
    open(`s${++connections}`, 'socket', at, { name, screen: null, partial });

  const onSocket = (event: TapEvent): void => {
    const carrier = connectionFor(event);
    if (!carrier) return;
    const step = keep(event, false);
    add(carrier, step);
    if (step.type === 'socketClosed') end(carrier, step.at);
    // A feed sees its connection come and go.
    if (step.type !== 'frame') for (const entry of places.keys()) if (entry.kind === 'subscription') add(entry, step);
  };

  const stop = tap?.subscribe(event => {
    if (paused && event.type === 'frame') return;
    if (event.operation) onOperation(event, event.operation);
    else onSocket(event);
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
    find: id => entries.get(id),
    findByKey: key => [...entries.values()].findLast(entry => entry.key === key),
    pause(on) {
      paused = on;
      publish();
    },
    clear() {
      for (const entry of [...entries.values()]) if (entry.endedAt !== null) remove(entry);
      letGo = 0;
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
      for (const entry of entries.values()) {
        entry.steps.forEach((step, at) => {
          if (step.type === 'failed')
            entry.steps[at] = { ...step, failure: maskFailure(step.failure, secrets, masks.get(entry)?.got) };
        });
        entry.revision++;
      }
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

/** The body of its request is bounded and holds them, too. */
function forgetVariables(entry: WireEntry): void {
  for (const step of entry.steps) if (step.type === 'started') (step.variables as KeptText).letGo();
}

function count(traffic: WireTraffic, frame: StepOf<'frame'>): void {
  if (frame.direction === 'in') {
    traffic.framesIn++;
    traffic.bytesIn += frame.bytes;
    if (frame.frame === 'next') traffic.events++;
  } else {
    traffic.framesOut++;
    traffic.bytesOut += frame.bytes;
  }
}

/** The last frame that came in before the last step was an event. */
function refusedByEvent(steps: readonly WireStep[]): boolean {
  for (let at = steps.length - 2; at >= 0; at--) {
    const step = steps[at];
    if (step?.type !== 'frame') return false;
    if (step.direction === 'in') return step.frame === 'next';
  }
  return false;
}

/** The last report of progress may give way: the one before it is less than a fortieth behind the new one. */
function isCloseTo(last: StepOf<'uploading'>, next: StepOf<'uploading'>, before: WireStep | undefined): boolean {
  const from = before?.type === 'uploading' ? before.sent : 0;
  return last.sent !== 0 && (next.sent - from) * 40 < next.total;
}
