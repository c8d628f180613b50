/** Turns the tap's events into entries: one for each execution of an operation, and one for each websocket connection. */
import type { TapEvent, TapOperation, TapStep } from '../../transport/observe/tap';
import type { NewEntry, WireEntries } from './wireEntries';
import type { WireEntry } from './wireLogEntry';
import type { WireSteps } from './wireSteps';

/**
 * A query that is cancelled within this time, in ms, without a request is not recorded: urql's hooks read the cache during render, then
 * execute the operation again in an effect.
 */
const RENDER_READ_MS = 20;

/** The second cache hit, from the effect, comes at most so many ms after the first one. */
const EFFECT_HIT_MS = 250;

/** Records events in the entries of one log. */
export class WireRecorder {
  /** While true, no new operations and no frames are recorded; operations already in the log are recorded to their end. */
  paused = false;
  readonly #entries: WireEntries;
  readonly #steps: WireSteps;
  readonly #prefix: string;
  readonly #more: Partial<WireEntry>;
  #connections = 0;
  #connection: WireEntry | undefined;
  #latestCached: WireEntry | undefined;

  /** `prefix`: prefix of all entry ids; `more`: additional members of all entries. */
  constructor(entries: WireEntries, steps: WireSteps, prefix: string, more: Partial<WireEntry> = {}) {
    this.#entries = entries;
    this.#steps = steps;
    this.#prefix = prefix;
    this.#more = more;
  }

  record(event: TapEvent): void {
    if (this.paused && event.type === 'frame') return;
    if (event.operation) this.#onOperation(event, event.operation);
    else this.#onSocket(event);
  }

  #onOperation(event: TapEvent, operation: TapOperation): void {
    if (this.#isRenderRead(event, operation)) return;
    const entry = this.#entryOf(operation, event.at, event.type);
    if (!entry) return;
    this.#steps.learn(event, entry);
    const step = this.#steps.keep(event, entry);
    if (step.type === 'cached') this.#latestCached = entry;
    if (step.type === 'cancelled') entry.leftScreen = this.#entries.leftScreen(entry);
    this.#entries.add(entry, step);
    if (step.type === 'ended' || step.type === 'cancelled' || step.type === 'cached' || step.type === 'ssr')
      this.#entries.end(entry, step.at);
    if (step.type !== 'frame') return;
    const carrier = this.#connectionFor(event);
    if (!carrier) return;
    entry.connection = carrier.id;
    this.#entries.add(carrier, step);
  }

  #onSocket(event: TapEvent): void {
    const carrier = this.#connectionFor(event);
    if (!carrier) return;
    const step = this.#steps.keep(event);
    this.#entries.add(carrier, step);
    if (step.type === 'socketClosed') this.#entries.end(carrier, step.at);
    // Changes of the websocket are also steps of the subscriptions that use it.
    if (step.type === 'frame') return;
    for (const entry of this.#entries.underWay()) if (entry.kind === 'subscription') this.#entries.add(entry, step);
  }

  #entryOf(operation: TapOperation, at: number, type: TapStep['type']): WireEntry | undefined {
    const id = this.#prefix + operation.id;
    const entry = this.#entries.find(id);
    if (entry) return entry;
    const begins = type === 'started' || type === 'cached' || type === 'ssr';
    // An operation whose start was not recorded gets an entry only if it is an active subscription.
    if (this.paused || (!begins && type !== 'frame')) return undefined;
    const { key, kind, name, screen } = operation;
    return this.#open({
      id,
      kind,
      startedAt: at,
      key,
      name,
      partial: !begins,
      ...(screen === undefined ? {} : { screen }),
    });
  }

  /** True for a cache hit that is already recorded, and for a query that is cancelled before a request. The latter's entry is removed. */
  #isRenderRead({ type, at }: TapEvent, { id, key, kind }: TapOperation): boolean {
    if (type === 'cached') {
      const latest = this.#latestCached;
      return latest?.key === key && this.#entries.has(latest) && at - latest.startedAt <= EFFECT_HIT_MS;
    }
    const entry = type === 'cancelled' && kind === 'query' ? this.#entries.find(this.#prefix + id) : undefined;
    if (entry?.steps.length !== 1 || at - entry.startedAt > RENDER_READ_MS) return false;
    this.#entries.remove(entry);
    return true;
  }

  /** The websocket entry of an event. If the websocket was opened while recording was paused, its entry starts with this event. */
  #connectionFor(event: TapEvent): WireEntry | undefined {
    // The entry may have been dropped in the meantime.
    if (this.#connection && !this.#entries.has(this.#connection)) this.#connection = undefined;
    if (event.type === 'socketOpening')
      this.#connection = this.paused ? undefined : this.#newConnection(event.at, event.url, false);
    else if (!this.#connection && !this.paused) this.#connection = this.#newConnection(event.at, null, true);
    return this.#connection;
  }

  #newConnection(startedAt: number, name: string | null, partial: boolean): WireEntry {
    const id = `${this.#prefix}s${++this.#connections}`;
    return this.#open({ id, kind: 'socket', startedAt, name, screen: null, partial });
  }

  #open(entry: NewEntry): WireEntry {
    this.#steps.learnToken();
    return this.#entries.open({ ...entry, ...this.#more });
  }
}
