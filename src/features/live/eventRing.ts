/**
 * The last events of a feed, in a ring of fixed size: a new event pushes out the oldest one, in constant time and without a copy. Events
 * are known by a sequence number that is never given twice, so that a row of a screen stays the same row while others come and go.
 * Between the events lie gaps: times in which events may have been missed.
 */

/** Why events may be missing: the connection was lost, the feed failed, the server ended it, or the person stopped it. */
export type GapReason = 'connection' | 'failed' | 'ended' | 'stopped';

/** A time in which events may have been missed. Times are milliseconds since the epoch; `to` is null while it lasts. */
export interface Gap {
  /** Sequence number of the first event after it. */
  readonly before: number;
  readonly from: number;
  readonly to: number | null;
  readonly reason: GapReason;
  /** What the server said of it, where it said something. */
  readonly message?: string;
}

/** Events and gaps to be read: those of the ring itself, or a still picture of it. */
export interface EventWindow {
  /** Sequence number of the oldest event that is kept. */
  readonly first: number;
  /** One more than the sequence number of the newest event; `next - first` events are kept. */
  readonly next: number;
  /** Events received since the beginning or since the last `clear`. */
  readonly total: number;
  /** How many of these are no longer kept. */
  readonly letGo: number;
  /** In order; only gaps that touch an event that is kept. */
  readonly gaps: readonly Gap[];
  /** The event of a sequence number; undefined when it is not kept. */
  valueAt(sequence: number): unknown;
  /** When it arrived, milliseconds since the epoch; NaN when it is not kept. */
  timeAt(sequence: number): number;
  /** Its number as people count: 1 is the first since the last `clear`. */
  numberOf(sequence: number): number;
}

/** The ring and its writing end. */
export interface EventRing extends EventWindow {
  push(value: unknown, at: number): void;
  /**
   * Begins a gap after the newest event. The one that lasts goes on, one that no event has followed yet is taken up again, and without
   * any event there is nothing to mark.
   */
  openGap(from: number, reason: GapReason, message?: string | null): void;
  /** Ends the gap that lasts; does nothing when there is none. */
  closeGap(to: number): void;
  /**
   * Forgets all events and gaps and counts from 0 again; a gap that lasts goes on, but is no longer shown. The function it gives takes that
   * back: what was forgotten is there again, before what has come since, as far as there is room.
   */
  clear(): () => void;
  /** What is kept now; it does not change when the ring does. Values are shared, not copied. */
  still(): EventWindow;
}

/** Makes a ring for at most `capacity` events (at least 1). */
export function createEventRing(capacity: number): EventRing {
  let values: unknown[] = [];
  const times = new Float64Array(capacity);
  let first = 0;
  let next = 0;
  let start = 0;
  let gaps: readonly Gap[] = [];

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
    get letGo() {
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
      // What lies before the oldest event that is kept separates nothing any more.
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
    },
    clear() {
      const before = { values, times: times.slice(), first, next, start, gaps };
      // A new list: the old one is kept for as long as it may be taken back.
      values = [];
      first = next;
      start = next;
      gaps = [];
      return () => {
        // Cleared again, or taken back already.
        if (start !== before.next) return;
        first = Math.max(before.first, next - capacity);
        for (let sequence = first; sequence < before.next; sequence++) {
          const place = sequence % capacity;
          values[place] = before.values[place];
          times[place] = before.times[place] as number;
        }
        start = before.start;
        gaps = [...before.gaps, ...gaps].filter(gap => gap.before > first || gap.to === null);
      };
    },
    still() {
      const keptFirst = first;
      const keptNext = next;
      const keptStart = start;
      const keptGaps = gaps;
      const keptValues = values.slice();
      const keptTimes = times.slice();
      const kept = (sequence: number): boolean => sequence >= keptFirst && sequence < keptNext;
      return {
        first: keptFirst,
        next: keptNext,
        total: keptNext - keptStart,
        letGo: keptFirst - keptStart,
        gaps: keptGaps,
        valueAt: sequence => (kept(sequence) ? keptValues[sequence % capacity] : undefined),
        timeAt: sequence => (kept(sequence) ? (keptTimes[sequence % capacity] ?? Number.NaN) : Number.NaN),
        numberOf: sequence => sequence - keptStart + 1,
      };
    },
  };
}
