/**
 * The words a person looks for in events, and the events they are found in, kept up to date as events come and go: each event is looked at
 * once.
 */
import type { EventWindow } from '../eventRing';

/** True when an event holds every word somewhere in its values, without regard to case. Names of fields do not count. */
export type EventTest = (value: unknown) => boolean;

/** How deep in an event is looked. */
const DEPTH = 8;

/** The test for what was typed; null when nothing was. */
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

/** Sequence numbers of the events that pass a test, in order. */
export interface FoundEvents {
  /** Looks at what came since the last time, and forgets what is no longer kept. */
  update(window: EventWindow): void;
  readonly count: number;
  /** The sequence number at a place, from 0 for the oldest. */
  at(place: number): number;
  /** How many of them are `sequence` or later. */
  countFrom(sequence: number): number;
}

/** Nothing is found before the first `update`. */
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
      // What is forgotten is let go of in large pieces, so that nothing is copied event by event.
      if (head > 4096 && head * 2 > found.length) {
        found = found.slice(head);
        head = 0;
      }
    },
  };
}
