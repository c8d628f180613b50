/** Events at a steady rate, with a fake clock. */
import { createPacedFeed } from '../../src/sample/feeds/createPacedFeed';
import type { Turns } from '../../src/sample/feeds/createTurns';

beforeEach(() => {
  jest.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  jest.useRealTimers();
});
/** There are no other feeds here; sharing is tested separately. */
const ALWAYS: Turns = { pass: () => undefined };
const feedOf = (perSecond: number, stopping = new AbortController()) => ({
  stopping,
  feed: createPacedFeed(perSecond, (sequence, time) => ({ sequence, time }), stopping.signal, ALWAYS),
});

test('the first event is sent at once, the next when it is due', async () => {
  const { feed } = feedOf(2);
  expect((await feed.next()).value).toEqual({ sequence: 0, time: 1_000_000 });
  const second = feed.next();
  let came = false;
  second.then(() => {
    came = true;
  });
  await jest.advanceTimersByTimeAsync(499);
  expect(came).toBe(false);
  await jest.advanceTimersByTimeAsync(1);
  expect((await second).value).toEqual({ sequence: 1, time: 1_000_500 });
});

test('a late reader gets all due events without waiting, with the times at which they were due', async () => {
  const { feed } = feedOf(10);
  await feed.next();
  await jest.advanceTimersByTimeAsync(1000);
  const events = [];
  for (let i = 0; i < 10; i++) events.push((await feed.next()).value);
  expect(events).toEqual(Array.from({ length: 10 }, (_, i) => ({ sequence: i + 1, time: 1_000_000 + (i + 1) * 100 })));
});

test('a reader more than two seconds behind loses the oldest events, which their numbers show', async () => {
  const { feed } = feedOf(10_000);
  await feed.next();
  await jest.advanceTimersByTimeAsync(60_000);
  expect((await feed.next()).value).toEqual({ sequence: 580_000, time: 1_058_000 });
  expect((await feed.next()).value.sequence).toBe(580_001);
});

test.each(['the reader', 'the harbour'])(
  'ends at once when %s ends it, even while an event is awaited, and leaves no timer',
  async who => {
    const { feed, stopping } = feedOf(1);
    await feed.next();
    const waiting = feed.next();
    // Waits until the reader has set its timer.
    await Promise.resolve();
    expect(jest.getTimerCount()).toBe(1);
    if (who === 'the reader') await feed.return?.();
    else stopping.abort();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(await feed.next()).toEqual({ done: true, value: undefined });
    expect(jest.getTimerCount()).toBe(0);
  },
);

test('a feed that starts while the harbour closes ends at once', async () => {
  const stopping = new AbortController();
  stopping.abort();
  expect(await feedOf(1, stopping).feed.next()).toEqual({ done: true, value: undefined });
});

test('an error thrown into it ends it and is thrown to the reader', async () => {
  const { feed } = feedOf(1);
  await expect(feed.throw?.(new Error('reader broke'))).rejects.toThrow('reader broke');
  expect((await feed.next()).done).toBe(true);
});
