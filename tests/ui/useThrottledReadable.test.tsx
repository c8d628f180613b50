/** A value that changes often, in a component. */
import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createStore, type Readable } from '../../src/lib/store';
import { useThrottledReadable } from '../../src/ui/useThrottledReadable';

let renders = 0;
function Shown({ of, isThrottled }: { of: Readable<number>; isThrottled?: () => boolean }): ReactNode {
  renders++;
  return <p>{useThrottledReadable(of, isThrottled)}</p>;
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('shows the first change at once, further ones a few times per second, and always the last one', () => {
  const store = createStore(0);
  render(<Shown of={store} />);
  act(() => store.set(1));
  expect(screen.getByText('1')).toBeTruthy();
  renders = 0;
  for (let value = 2; value <= 100; value++) act(() => store.set(value));
  expect(renders).toBe(0);
  act(() => jest.advanceTimersByTime(1000));
  expect([renders, screen.getByText('100').textContent]).toEqual([1, '100']);
  act(() => store.set(101));
  expect(screen.getByText('101')).toBeTruthy();
});

it('shows each change at once while it is not throttled, and the last one that was', () => {
  const store = createStore(0);
  let isBusy = false;
  const isThrottled = (): boolean => isBusy;
  render(<Shown of={store} isThrottled={isThrottled} />);
  for (const value of [1, 2, 3]) {
    act(() => store.set(value));
    expect(screen.getByText(String(value))).toBeTruthy();
  }
  isBusy = true;
  for (const value of [4, 5, 6]) act(() => store.set(value));
  expect(screen.getByText('4')).toBeTruthy();
  isBusy = false;
  act(() => jest.advanceTimersByTime(1000));
  expect(screen.getByText('6')).toBeTruthy();
});
