/**
 * Maps row numbers to events and gaps: the newest event comes first, and a gap has a row between the events that it separates. Rows are
 * computed from the sequence numbers, so that rows out of view cost nothing.
 */
import type { EventWindow, Gap } from '../../eventRing';
import type { FoundEvents } from '../eventFilter';

/** The rows of a window of events, the newest first. */
export interface EventRows {
  readonly count: number;
  /** The content of a row: the sequence number of an event, or a gap. */
  at(row: number): number | Gap;
  /** The row of an event; -1 if it has none. */
  rowOf(sequence: number): number;
}

/** Creates the rows of all events, or of the matches in `found`. The result is valid until the window changes. */
export function eventRows(window: EventWindow, found: FoundEvents | null): EventRows {
  const events = found ? found.count : window.next - window.first;
  const sequenceAt = (place: number): number => (found ? found.at(events - 1 - place) : window.next - 1 - place);
  /** How many events are newer than a gap. */
  const after = (gap: Gap): number => (found ? found.countFrom(gap.before) : window.next - gap.before);
  const gaps = window.gaps.toReversed();
  return {
    count: events + gaps.length,
    at(row) {
      let place = row;
      for (const gap of gaps) {
        const newer = after(gap);
        if (place < newer) break;
        if (place === newer) return gap;
        place--;
      }
      return sequenceAt(place);
    },
    rowOf(sequence) {
      if (sequence < window.first || sequence >= window.next) return -1;
      let place = window.next - 1 - sequence;
      if (found) {
        place = found.countFrom(sequence + 1);
        if (place >= events || sequenceAt(place) !== sequence) return -1;
      }
      for (const gap of gaps) if (gap.before > sequence) place++;
      return place;
    },
  };
}
