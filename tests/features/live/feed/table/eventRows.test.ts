/** Which row shows what: events newest first, gaps between them, only events that match the filter, and a window that moves on. */

import { createEventRing } from '../../../../../src/features/live/eventRing';
import { createFoundEvents, eventTest } from '../../../../../src/features/live/feed/eventFilter';
import { eventRows } from '../../../../../src/features/live/feed/table/eventRows';

/** A ring after `steps`: a number is an event with that value, 'gap' a gap of one second. */
function ringOf(steps: readonly (number | 'gap')[], capacity = 100) {
  const ring = createEventRing(capacity);
  let now = 1000;
  for (const step of steps) {
    if (step === 'gap') {
      ring.openGap(now, 'connection');
      now += 1000;
      ring.closeGap(now);
    } else {
      ring.push({ n: step }, now++);
    }
  }
  return ring;
}

/** What the rows show, as text. */
function shown(ring: ReturnType<typeof ringOf>, filter = ''): string {
  const test = eventTest(filter);
  const found = test ? createFoundEvents(test) : null;
  found?.update(ring);
  const rows = eventRows(ring, found);
  return Array.from({ length: rows.count }, (_, row) => {
    const entry = rows.at(row);
    return typeof entry === 'number' ? String((ring.valueAt(entry) as { n: number }).n) : 'gap';
  }).join(' ');
}

it('the newest event is the first row', () => {
  expect(shown(ringOf([1, 2, 3]))).toBe('3 2 1');
});

it('each gap is between the events that it separates', () => {
  expect(shown(ringOf([1, 2, 'gap', 3, 'gap', 4, 5]))).toBe('5 4 gap 3 gap 2 1');
});

it('a gap without an event after it is the first row', () => {
  expect(shown(ringOf([1, 2, 'gap']))).toBe('gap 2 1');
});

it('gaps are removed together with the oldest events', () => {
  expect(shown(ringOf([1, 'gap', 2, 3, 'gap', 4, 5], 3))).toBe('5 4 gap 3');
});

it('gaps between matching events are kept', () => {
  expect(shown(ringOf([11, 2, 'gap', 3, 13, 'gap', 4, 15]), '1')).toBe('15 gap 13 gap 11');
});

it('finds the row of an event, with and without a filter', () => {
  const ring = ringOf([11, 2, 'gap', 3, 13, 'gap', 4, 15]);
  const all = eventRows(ring, null);
  for (let row = 0; row < all.count; row++) {
    const entry = all.at(row);
    if (typeof entry === 'number') expect(all.rowOf(entry)).toBe(row);
  }
  const test = eventTest('1');
  const found = test ? createFoundEvents(test) : null;
  found?.update(ring);
  const some = eventRows(ring, found);
  expect([0, 1, 2, 3, 4, 5].map(sequence => some.rowOf(sequence))).toEqual([4, -1, -1, 2, -1, 0]);
  expect(all.rowOf(99)).toBe(-1);
});

describe('found events', () => {
  it('are searched once each, even if thousands arrive and are removed', () => {
    const ring = createEventRing(50);
    let looked = 0;
    const found = createFoundEvents(value => {
      looked++;
      return (value as number) % 3 === 0;
    });
    for (let turn = 0; turn < 200; turn++) {
      for (let n = 0; n < 20; n++) ring.push(turn * 20 + n, 0);
      found.update(ring);
    }
    expect(looked).toBe(4000);
    const kept = Array.from({ length: found.count }, (_, place) => found.at(place));
    const expected = Array.from({ length: 50 }, (_, at) => 3950 + at).filter(n => n % 3 === 0);
    expect(kept).toEqual(expected);
    expect(found.countFrom(3990)).toBe(expected.filter(n => n >= 3990).length);
  });

  it.each([
    ['tanker', true],
    ['TANKER nord', true],
    ['tanker south', false],
    ['228', true],
    ['true', true],
    ['shipName', false],
    ['constructor', false],
  ])('the words "%s" are in the event: %s', (typed, expected) => {
    const event = { shipName: 'Nordlys', inner: [{ type: 'TANKER', length: 228.4 }, null], ok: true, none: null };
    expect(eventTest(typed)?.(event)).toBe(expected);
  });

  it('an empty filter counts as no filter', () => {
    expect(eventTest('  ')).toBeNull();
  });

  it('the search ends in an event that contains itself', () => {
    const event: Record<string, unknown> = { name: 'x' };
    event.self = event;
    expect(eventTest('nowhere')?.(event)).toBe(false);
  });
});
