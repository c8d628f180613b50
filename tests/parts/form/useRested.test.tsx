/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
import { act, renderHook } from '@testing-library/react';
import { useRested } from '../../../src/parts/form/useRested';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('follows a typed text once no letter was typed for 200 ms', () => {
  const { result, rerender } = renderHook(useRested, { initialProps: 's1' });
  expect(result.current).toBe('s1');
  for (const text of ['s12', 's123']) {
    rerender(text);
    act(() => void jest.advanceTimersByTime(199));
    expect(result.current).toBe('s1');
  }
  act(() => void jest.advanceTimersByTime(1));
  expect(result.current).toBe('s123');
});

it('is empty at once', () => {
  const { result, rerender } = renderHook(useRested, { initialProps: 's1' });
  rerender('');
  expect(result.current).toBe('');
});
