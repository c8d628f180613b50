/** Subscribes a component to a store. */
import { useCallback, useSyncExternalStore } from 'react';
import type { Readable } from '../lib/store';

/** Returns the current value and re-renders when it changes. `get` must return the same reference until the value changes. */
export function useReadable<T>(readable: Readable<T>): T {
  const subscribe = useCallback((listener: () => void) => readable.subscribe(listener), [readable]);
  const get = useCallback(() => readable.get(), [readable]);
  const rendered = useCallback(() => (readable.rendered ? readable.rendered() : readable.get()), [readable]);
  return useSyncExternalStore(subscribe, get, rendered);
}
