/**
 * The filter of a feed: tests events for words, and keeps the list of matching events up to date as events come and go. Each event is
 * tested once.
 */
import type { EventWindow } from '../eventRing';

/** Returns true if each word occurs in some value of the event, ignoring case. Field names are not searched. */
export type EventTest = (value: unknown) => boolean;

/** Deepest level of nesting that is searched. */
const DEPTH = 8;

/** Returns the test for the text of the filter; null if that is empty. */
export function eventTest(typed: string): EventTest | null {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  return value => words.every(word => holds(value, word, DEPTH));
}

function holds(value: unknown, word: string, depth: number): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(word);
  if (value === null || value === undefined) return false;
  if (typeof value !== 'object') return String(value).includes(word);
  if (depth === 0) return false;
  for (const key in value) {
    if (Object.hasOwn(value, key) && holds((value as Record<string, unknown>)[key], word, depth - 1)) return true;
  }
  return false;
}

/** Sequence numbers of the events that match a filter, in order. */
export interface FoundEvents {
  /** Tests the events that arrived since the last call, and drops those that are no longer kept. */
  update(window: EventWindow): void;
  readonly count: number;
  /** The sequence number at an index; 0 is the oldest match. */
  at(place: number): number;
  /** How many matches have a sequence number of at least `sequence`. */
  countFrom(sequence: number): number;
}

/** Has no matches before the first `update`. */
export function createFoundEvents(test: EventTest): FoundEvents {
  let found: number[] = [];
  let head = 0;
  let seen = 0;
  const placeOf = (sequence: number): number => {
    let low = head;
    let high = found.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((found[middle] as number) < sequence) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    get count() {
      return found.length - head;
    },
    at: place => found[head + place] as number,
    countFrom: sequence => found.length - placeOf(sequence),
    update(window) {
      for (let sequence = Math.max(seen, window.first); sequence < window.next; sequence++)
        if (test(window.valueAt(sequence))) found.push(sequence);
      seen = Math.max(seen, window.next);
      head = placeOf(window.first);
      // Removed in large blocks, so that the array is not copied for each event.
      if (head > 4096 && head * 2 > found.length) {
        found = found.slice(head);
        head = 0;
      }
    },
  };
}
