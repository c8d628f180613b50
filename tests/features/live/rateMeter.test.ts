/** Events per second, measured by their times of arrival. */
import { createRateMeter } from '../../../src/features/live/rateMeter';

const T0 = 1_700_000_000_000;

/** A meter after `perSecond` evenly distributed events per second for `seconds`. */
function steady(perSecond: number, seconds: number) {
  const meter = createRateMeter();
  const step = 1000 / perSecond;
  for (let at = 0; at < seconds * 1000; at += step) meter.add(T0 + at);
  return meter;
}

it.each([
  [5000, 10],
  [40, 5],
  [3, 30],
])('measures %i events per second for %i s', (perSecond, seconds) => {
  const rate = steady(perSecond, seconds).perSecond(T0 + seconds * 1000);
  expect(rate).toBeGreaterThan(perSecond * 0.9);
  expect(rate).toBeLessThan(perSecond * 1.1);
});

it('measures a slow feed over a minute, so that it is not 0 between two events', () => {
  const meter = createRateMeter();
  for (let at = 0; at < 120_000; at += 10_000) meter.add(T0 + at);
  const rate = meter.perSecond(T0 + 115_000);
  expect(rate).toBeGreaterThan(0.08);
  expect(rate).toBeLessThan(0.12);
});

it('is 0 at the start, and after a minute without events', () => {
  expect(createRateMeter().perSecond(T0)).toBe(0);
  expect(steady(100, 5).perSecond(T0 + 70_000)).toBe(0);
});

it('returns the last 60 complete seconds, oldest first', () => {
  const meter = steady(8, 3);
  meter.add(T0 + 5000);
  const history = meter.history(T0 + 6100);
  expect(history).toHaveLength(60);
  expect(history.slice(-7)).toEqual([0, 8, 8, 8, 0, 0, 1]);
  expect(history.slice(0, 53).every(count => count === 0)).toBe(true);
});

it('counts no time if the clock is set back', () => {
  const meter = steady(100, 2);
  meter.add(T0 - 60_000);
  expect(meter.history(T0 + 2000).reduce((sum, count) => sum + count, 0)).toBe(201);
});
