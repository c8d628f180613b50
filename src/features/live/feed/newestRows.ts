/** The rows of the newest event of a live query, in the form of events: the first row comes first, as the newest event does. */
import type { EventWindow } from '../eventRing';

/** Maximum number of rows of one event. */
const MOST_ROWS = 100_000;

/** Returns the rows. Those of a later event have other sequence numbers, so nothing remembered of a row is used for another one. */
export function newestRows(events: EventWindow): EventWindow {
  const rows = (): readonly unknown[] => {
    const value = events.valueAt(events.next - 1);
    return Array.isArray(value) ? value : [];
  };
  const count = (): number => Math.min(MOST_ROWS, rows().length);
  const first = (): number => Math.max(0, events.next - 1) * MOST_ROWS;
  const placeOf = (sequence: number): number => first() + count() - 1 - sequence;
  return {
    get first() {
      return first();
    },
    get next() {
      return first() + count();
    },
    get total() {
      return count();
    },
    dropped: 0,
    // An event holds all rows, so those missed meanwhile are in it.
    gaps: [],
    valueAt: sequence => (sequence < first() ? undefined : rows()[placeOf(sequence)]),
    timeAt: () => events.timeAt(events.next - 1),
    numberOf: sequence => placeOf(sequence) + 1,
  };
}
