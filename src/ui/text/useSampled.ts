/** A readable value in a component, for one that may change hundreds of times a second: each render costs a frame of the page. */
import { useCallback, useSyncExternalStore } from 'react';
import type { Readable } from '../../lib/store';

const EVERY_MS = 250;

/** As `useReadable`; the first change is shown at once, those that follow a few times a second, the last one always. */
export function useSampled<T>(readable: Readable<T>): T {
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
        if (timer === undefined) show();
        else hasMore = true;
      });
      return () => {
        stop();
        clearTimeout(timer);
      };
    },
    [readable],
  );
  const get = useCallback(() => readable.get(), [readable]);
  const rendered = useCallback(() => (readable.rendered ? readable.rendered() : readable.get()), [readable]);
  return useSyncExternalStore(subscribe, get, rendered);
}
