/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** The URL of Query and its tabs, over reloads. */
import { act, renderHook } from '@testing-library/react';
import { createQueryTabs, type QueryTabsState } from '../../../../src/features/query/tabs/queryTabs';
import { useTabAddress } from '../../../../src/features/query/tabs/useTabAddress';
import { systemClock } from '../../../../src/lib/clock';
import { memoryStorage } from '../../../../src/lib/storage';
import { createStore } from '../../../../src/lib/store';
import type { Session } from '../../../../src/session/connections/session';
import { type Address, readAddress } from '../../../../src/session/navigation/navigation';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Loads the page at its current URL, with what the browser keeps. */
function browser() {
  const kept = createStore<QueryTabsState | null>(null);
  const tabStorage = memoryStorage();
  const address = createStore<Address>(readAddress('/query'));
  const load = () => {
    const tabs = createQueryTabs({ kept, clock: systemClock });
    const parts = new Map<string, unknown>();
    const session = {
      navigation: { address, go: (next: string) => address.set(readAddress(next)) },
      clock: systemClock,
      tabStorage,
      part: (name: string, make: () => unknown) => parts.get(name) ?? parts.set(name, make()).get(name),
    } as unknown as Session;
    const hook = renderHook(() => useTabAddress(session, tabs, () => undefined));
    const leave = (): void => {
      window.dispatchEvent(new Event('pagehide'));
      tabs.flush();
      hook.unmount();
    };
    const texts = (): string[] => tabs.get().tabs.map(({ query }) => query);
    return { tabs, leave, texts };
  };
  return { load, address, tabStorage };
}

it('a reload directly after typing shows what was typed, in the same tab', () => {
  const { load, address } = browser();
  const first = load();
  act(() => first.tabs.change(first.tabs.current().id, { query: '{ ships }' }));
  act(() => void jest.advanceTimersByTime(1000));
  expect(address.get().query.get('query')).toBe('{ ships }');
  act(() => first.tabs.change(first.tabs.current().id, { query: '{ ships { id } }' }));
  first.leave();
  const second = load();
  expect([second.texts(), second.tabs.current().query]).toEqual([['{ ships { id } }'], '{ ships { id } }']);
  act(() => void jest.advanceTimersByTime(1000));
  expect(address.get().query.get('query')).toBe('{ ships { id } }');
  second.leave();
});

it('another URL is opened, also if the page was left directly after typing', () => {
  const { load, address } = browser();
  const first = load();
  act(() => first.tabs.change(first.tabs.current().id, { query: '{ ships }' }));
  act(() => void jest.advanceTimersByTime(1000));
  act(() => first.tabs.change(first.tabs.current().id, { query: '{ ships { id } }' }));
  first.leave();
  address.set(readAddress('/query?query=%7B+visits+%7D'));
  const second = load();
  expect(second.texts()).toEqual(['{ ships { id } }', '{ visits }']);
  expect(second.tabs.current().query).toBe('{ visits }');
  second.leave();
});

it('a stored URL of another form is ignored', () => {
  const { load, tabStorage } = browser();
  tabStorage.setItem('oriel:query-left', '[{"toString":1},{"toString":1}]');
  const page = load();
  expect(page.texts()).toEqual(['']);
  page.leave();
});
