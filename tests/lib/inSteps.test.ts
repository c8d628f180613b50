/** Long work in steps: the event loop runs between them, and the result is the same. */
import { atOnce, inSteps } from '../../src/lib/inSteps';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
});

function* counting(to: number, did: string[], busyMs = 0): Generator<void, string> {
  for (let at = 1; at <= to; at++) {
    jest.advanceTimersByTime(busyMs);
    did.push(`step ${at}`);
    yield;
  }
  return `counted to ${to}`;
}

function turns(did: string[]) {
  return {
    now: () => 0,
    after(ms: number, action: () => void) {
      did.push(`turn after ${ms}`);
      queueMicrotask(action);
      return 0;
    },
    cancel: () => undefined,
  };
}

it('yields to the event loop whenever the time of a step is over', async () => {
  const did: string[] = [];
  await expect(inSteps(counting(4, did, 6), turns(did), 10)).resolves.toBe('counted to 4');
  expect(did).toEqual(['step 1', 'step 2', 'turn after 0', 'step 3', 'step 4', 'turn after 0']);
});

it('does short work without a pause', async () => {
  const did: string[] = [];
  await expect(inSteps(counting(3, did), turns(did), 1000)).resolves.toBe('counted to 3');
  expect(did).toEqual(['step 1', 'step 2', 'step 3']);
});

it('rejects with what a step throws', async () => {
  const steps = (function* (): Generator<void, never> {
    yield;
    throw new Error('not this one');
  })();
  await expect(inSteps(steps, turns([]))).rejects.toThrow('not this one');
});

it('runs synchronously on request', () => {
  expect(atOnce(counting(3, []))).toBe('counted to 3');
});
