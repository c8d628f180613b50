/** The async iterator behind feeds whose values are pushed. */
import { createEventQueue } from '../../src/sample/feeds/createEventQueue';

test('values are returned in the order in which they were pushed, before or after they are requested', async () => {
  const queue = createEventQueue<number>(10, () => {});
  const early = queue.next();
  for (const value of [1, 2, 3]) queue.push(value);
  expect(await early).toEqual({ done: false, value: 1 });
  expect((await queue.next()).value).toBe(2);
  expect((await queue.next()).value).toBe(3);
});

test('beyond the limit the oldest unread value is dropped', async () => {
  const queue = createEventQueue<number>(2, () => {});
  for (const value of [1, 2, 3, 4]) queue.push(value);
  expect((await queue.next()).value).toBe(3);
  expect((await queue.next()).value).toBe(4);
});

test('unread values are returned after its owner ends it, but not after its reader ends it', async () => {
  const ended = jest.fn();
  const queue = createEventQueue<number>(10, ended);
  queue.push(1);
  queue.end();
  queue.push(2);
  expect(await queue.next()).toEqual({ done: false, value: 1 });
  expect((await queue.next()).done).toBe(true);
  const other = createEventQueue<number>(10, ended);
  other.push(1);
  expect(await other.return?.()).toEqual({ done: true, value: undefined });
  expect((await other.next()).done).toBe(true);
  expect(ended).toHaveBeenCalledTimes(2);
});

test('waiting readers are released at the end, and the end is reported once', async () => {
  const ended = jest.fn();
  const queue = createEventQueue<number>(10, ended);
  const waiting = [queue.next(), queue.next()];
  await queue.return?.();
  queue.end();
  expect(await Promise.all(waiting)).toEqual(Array(2).fill({ done: true, value: undefined }));
  expect(ended).toHaveBeenCalledTimes(1);
  const broken = createEventQueue<number>(10, ended);
  await expect(broken.throw?.(new Error('reader broke'))).rejects.toThrow('reader broke');
  expect(ended).toHaveBeenCalledTimes(2);
});
