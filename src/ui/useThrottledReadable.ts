/** Subscribes a component to a store that can change hundreds of times per second, with throttled renders. */
import { useCallback, useSyncExternalStore } from 'react';
import type { Readable } from '../lib/store';

const EVERY_MS = 250;

const always = (): boolean => true;

/**
 * Like `useReadable`, but renders at most four times per second. The first change renders at once, and the last one always renders.
 * @param isThrottled if false when a change happens, it renders at once; must be the same function in all renders. Default: always true
 */
export function useThrottledReadable<T>(readable: Readable<T>, isThrottled: () => boolean = always): T {
  const subscribe = useCallback(
    (listener: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      let hasMore = false;
      const show = (): void => {
        hasMore = false;
        timer = setTimeout(() => {
          timer = undefined;
          if (hasMore) show();
        }, EVERY_MS);
        listener();
      };
      const stop = readable.subscribe(() => {
        if (!isThrottled()) listener();
        else if (timer === undefined) show();
        else hasMore = true;
      });
      return () => {
        stop();
        clearTimeout(timer);
      };
    },
    [readable, isThrottled],
  );
  const get = useCallback(() => readable.get(), [readable]);
  const rendered = useCallback(() => (readable.rendered ? readable.rendered() : readable.get()), [readable]);
  return useSyncExternalStore(subscribe, get, rendered);
}
