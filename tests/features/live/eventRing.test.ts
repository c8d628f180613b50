/** The ring buffer of a feed's events, and its gaps. */
import { createEventRing } from '../../../src/features/live/eventRing';

test('a gap that ends after the list was cleared has its end when clearing is undone', () => {
  const ring = createEventRing(10);
  ring.push('one', 1000);
  ring.openGap(1500, 'connection');
  const undo = ring.clear();
  ring.closeGap(4000);
  ring.push('two', 5000);
  undo();
  expect(ring.gaps).toEqual([{ before: 1, from: 1500, to: 4000, reason: 'connection' }]);
});

test('a gap that has not ended is still open when clearing is undone', () => {
  const ring = createEventRing(10);
  ring.push('one', 1000);
  ring.openGap(1500, 'connection');
  ring.clear()();
  expect(ring.gaps).toEqual([{ before: 1, from: 1500, to: null, reason: 'connection' }]);
});
