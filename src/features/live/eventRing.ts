/**
 * The last events of a feed, in a ring buffer of fixed size: a new event replaces the oldest one, in constant time and without a copy. Each
 * event has a sequence number that is never reused, so that a row of a screen keeps its identity while other events come and go. Gaps
 * between the events are periods in which events may have been missed.
 */

/** Why events may be missing: the connection was lost, the feed failed, the server ended it, or the person stopped it. */
export type GapReason = 'connection' | 'failed' | 'ended' | 'stopped';

/** A period in which events may have been missed. Times are milliseconds since the epoch; `to` is null while the gap is open. */
export interface Gap {
  /** Sequence number of the first event after the gap. */
  readonly before: number;
  readonly from: number;
  readonly to: number | null;
  readonly reason: GapReason;
  /** The message of the server, if it sent one. */
  readonly message?: string;
}

/** Read access to events and gaps: of the live ring, or of a snapshot of it. */
export interface EventWindow {
  /** Sequence number of the oldest event that is kept. */
  readonly first: number;
  /** One more than the sequence number of the newest event; `next - first` events are kept. */
  readonly next: number;
  /** Events received since the start or since the last `clear`. */
  readonly total: number;
  /** How many of `total` are no longer kept. */
  readonly dropped: number;
  /** In order; only gaps that are next to a kept event. */
  readonly gaps: readonly Gap[];
  /** The event with a sequence number; undefined if it is not kept. */
  valueAt(sequence: number): unknown;
  /** The time of arrival, in milliseconds since the epoch; NaN if the event is not kept. */
  timeAt(sequence: number): number;
  /** The number shown to users: 1 is the first event since the last `clear`. */
  numberOf(sequence: number): number;
}

/** A ring with the methods that write to it. */
export interface EventRing extends EventWindow {
  push(value: unknown, at: number): void;
  /**
   * Opens a gap after the newest event. Does nothing if a gap is open already or there are no events. If no event has followed the last
   * gap, that gap is opened again.
   */
  openGap(from: number, reason: GapReason, message?: string | null): void;
  /** Closes the open gap, if there is one. */
  closeGap(to: number): void;
  /**
   * Removes all events and gaps and restarts the count at 0. An open gap stays open, but is no longer shown. Returns a function that undoes
   * this: the removed events are put back before those received since, as far as the capacity allows.
   */
  clear(): () => void;
  /** Returns a snapshot, which does not change when the ring does. Event values are shared, not copied. */
  still(): EventWindow;
}

/** Creates a ring for at most `capacity` events (at least 1). */
export function createEventRing(capacity: number): EventRing {
  let values: unknown[] = [];
  const times = new Float64Array(capacity);
  let first = 0;
  let next = 0;
  let start = 0;
  let gaps: readonly Gap[] = [];
  /** When the gap that was open at the last `clear` ended; null while it lasts. */
  let closedSinceClear: number | null = null;

  const has = (sequence: number): boolean => sequence >= first && sequence < next;
  const lasting = (): Gap | undefined => {
    const last = gaps.at(-1);
    return last?.to === null ? last : undefined;
  };

  return {
    get first() {
      return first;
    },
    get next() {
      return next;
    },
    get total() {
      return next - start;
    },
    get dropped() {
      return first - start;
    },
    get gaps() {
      return gaps;
    },
    valueAt: sequence => (has(sequence) ? values[sequence % capacity] : undefined),
    timeAt: sequence => (has(sequence) ? (times[sequence % capacity] ?? Number.NaN) : Number.NaN),
    numberOf: sequence => sequence - start + 1,
    push(value, at) {
      const place = next % capacity;
      values[place] = value;
      times[place] = at;
      next++;
      if (next - first <= capacity) return;
      first++;
      const oldest = gaps[0];
      // A closed gap before the oldest kept event no longer separates two events.
      if (oldest && oldest.before <= first && oldest.to !== null) gaps = gaps.slice(1);
    },
    openGap(from, reason, message = null) {
      if (next === first || lasting()) return;
      const last = gaps.at(-1);
      gaps =
        last?.before === next
          ? [...gaps.slice(0, -1), { ...last, to: null }]
          : [...gaps, { before: next, from, to: null, reason, ...(message === null ? {} : { message }) }];
    },
    closeGap(to) {
      const gap = lasting();
      if (gap) gaps = [...gaps.slice(0, -1), { ...gap, to }];
      else closedSinceClear ??= to;
    },
    clear() {
      const before = { values, times: times.slice(), first, next, start, gaps };
      // A new array, because `clear` can be undone: the closure below keeps the old one.
      values = [];
      first = next;
      start = next;
      gaps = [];
      closedSinceClear = null;
      return () => {
        // The ring was cleared again, or this was undone already.
        if (start !== before.next) return;
        first = Math.max(before.first, next - capacity);
        for (let sequence = first; sequence < before.next; sequence++) {
          const place = sequence % capacity;
          values[place] = before.values[place];
          times[place] = before.times[place] as number;
        }
        start = before.start;
        const restored = before.gaps.map(gap => ({ ...gap, to: gap.to ?? closedSinceClear }));
        gaps = [...restored, ...gaps].filter(gap => gap.before > first || gap.to === null);
      };
    },
    still: () => snapshot({ values: values.slice(), times: times.slice(), first, next, start, gaps }, capacity),
  };
}

/** The state of a ring. `start`: sequence number of the event that is counted as the first. */
interface RingState extends Pick<EventWindow, 'first' | 'next' | 'gaps'> {
  readonly values: readonly unknown[];
  readonly times: Float64Array;
  readonly start: number;
}

function snapshot({ values, times, first, next, start, gaps }: RingState, capacity: number): EventWindow {
  const has = (sequence: number): boolean => sequence >= first && sequence < next;
  return {
    first,
    next,
    total: next - start,
    dropped: first - start,
    gaps,
    valueAt: sequence => (has(sequence) ? values[sequence % capacity] : undefined),
    timeAt: sequence => (has(sequence) ? (times[sequence % capacity] ?? Number.NaN) : Number.NaN),
    numberOf: sequence => sequence - start + 1,
  };
}
