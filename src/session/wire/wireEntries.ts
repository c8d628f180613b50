/** The entries of the wire log and their steps, with limits: when a limit is exceeded, the oldest finished entries are dropped first. */
import type { KeptText, WireBodies } from './wireLogBodies';
import type { StepOf, WireEntry, WireStep, WireTraffic } from './wireLogEntry';
import { WIRE_LIMITS } from './wireLogLimits';

/** Number of steps dropped at once, so that a busy feed does not shift an array for each event. */
const BATCH = 100;

/** The data of a new entry. */
export type NewEntry = Pick<WireEntry, 'id' | 'kind' | 'startedAt'> & Partial<WireEntry>;

/** The entries of one log, oldest first. */
export class WireEntries {
  /** Number of entries that were dropped to stay within the limits. */
  dropped = 0;
  #entries = new Map<string, WireEntry>();
  /** For each unfinished entry, the path of the screen on which it started. */
  readonly #places = new Map<WireEntry, string>();
  readonly #bodies: WireBodies;
  readonly #place: () => string;
  #stepCount = 0;

  /** `place` returns the path of the current location. */
  constructor(bodies: WireBodies, place: () => string) {
    this.#bodies = bodies;
    this.#place = place;
  }

  all(): WireEntry[] {
    return [...this.#entries.values()];
  }
  find(id: string): WireEntry | undefined {
    return this.#entries.get(id);
  }
  has(entry: WireEntry): boolean {
    return this.#entries.has(entry.id);
  }
  /** Entries that have not ended. */
  underWay(): Iterable<WireEntry> {
    return this.#places.keys();
  }
  /** True if the user has gone to another screen since the entry started. */
  leftScreen(entry: WireEntry): boolean {
    return this.#places.get(entry) !== this.#place();
  }

  open({ id, kind, startedAt, ...rest }: NewEntry): WireEntry {
    const path = this.#place();
    const entry: WireEntry = {
      id,
      kind,
      key: null,
      name: null,
      screen: path.split('/', 2)[1] || null,
      startedAt,
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
    this.#entries.set(id, entry);
    this.#places.set(entry, path);
    this.#makeRoom();
    return entry;
  }

  end(entry: WireEntry, at: number): void {
    entry.endedAt = at;
    this.#places.delete(entry);
  }

  /** Inserts finished entries before all others. */
  putBefore(entries: readonly WireEntry[]): void {
    this.#entries = new Map([...entries.map(entry => [entry.id, entry] as const), ...this.#entries]);
    for (const { steps } of entries) {
      this.#stepCount += steps.length;
      for (const step of steps) addReference(step);
    }
    this.#makeRoom();
  }

  remove(entry: WireEntry): void {
    this.#entries.delete(entry.id);
    this.#places.delete(entry);
    this.#release(entry.steps);
  }

  /** Removes all finished entries. */
  clear(): void {
    for (const entry of this.all()) if (entry.endedAt !== null) this.remove(entry);
    this.dropped = 0;
  }

  /** Adds a step. A progress report replaces the previous one. */
  add(entry: WireEntry, step: WireStep): void {
    const { steps } = entry;
    const last = steps.at(-1);
    entry.revision++;
    if (step.type === 'uploading' && last?.type === 'uploading' && isReplaceable(last, step, steps.at(-2))) {
      steps[steps.length - 1] = step;
      return;
    }
    // The step for the whole response includes the progress so far.
    if (last?.type === 'receiving' && (step.type === 'receiving' || step.type === 'response')) {
      steps.pop();
      this.#stepCount--;
    }
    steps.push(step);
    this.#stepCount++;
    addReference(step);
    if (step.type === 'frame') count(entry.traffic, step);
    if (step.type === 'event') entry.traffic.events += step.messages ?? 0;
    // A `next` frame that made the operation fail does not count as an event (graphql-ws servers refuse with a `next` frame).
    if ((step.type === 'retryWait' || step.type === 'failed') && refusedByEvent(steps)) entry.traffic.events--;
    if (steps.length >= WIRE_LIMITS.stepsOfEntry + BATCH) {
      this.#release(steps.splice(WIRE_LIMITS.firstSteps, BATCH));
      entry.letGo += BATCH;
    }
    if (this.#stepCount > WIRE_LIMITS.steps) this.#makeRoom();
  }

  #release(steps: readonly WireStep[]): void {
    this.#stepCount -= steps.length;
    for (const step of steps) {
      const body = 'body' in step ? (step.body as KeptText | undefined) : undefined;
      if (body) this.#bodies.release(body);
    }
  }

  /** Drops the oldest finished entry, or the oldest of all if none of the first 100 is finished. */
  #makeRoom(): void {
    while (this.#entries.size > WIRE_LIMITS.entries || (this.#stepCount > WIRE_LIMITS.steps && this.#entries.size > 1)) {
      let chosen: WireEntry | undefined;
      let visited = 0;
      for (const entry of this.#entries.values()) {
        chosen ??= entry;
        if (entry.endedAt !== null) {
          chosen = entry;
          break;
        }
        if (++visited === BATCH) break;
      }
      if (!chosen) return;
      this.remove(chosen);
      this.dropped++;
    }
  }
}

function addReference(step: WireStep): void {
  if ('body' in step && step.body) (step.body as KeptText).holders++;
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

/** True if the last incoming frame before the last step was an event. */
function refusedByEvent(steps: readonly WireStep[]): boolean {
  for (let at = steps.length - 2; at >= 0; at--) {
    const step = steps[at];
    if (step?.type !== 'frame') return false;
    if (step.direction === 'in') return step.frame === 'next';
  }
  return false;
}

/** True if the last progress report can be replaced: the one before it is less than 1/40 of the total behind the new one. */
function isReplaceable(last: StepOf<'uploading'>, next: StepOf<'uploading'>, before: WireStep | undefined): boolean {
  const from = before?.type === 'uploading' ? before.sent : 0;
  return last.sent !== 0 && (next.sent - from) * 40 < next.total;
}
