/** Waits for the value of a store. */
import type { Readable } from './store';

/** Resolves with the value of `source` as soon as `fits` returns true for it. */
export function until<T>(source: Readable<T>, fits: (value: T) => boolean): Promise<T> {
  return new Promise(resolve => {
    if (fits(source.get())) return resolve(source.get());
    const stop = source.subscribe(() => {
      if (!fits(source.get())) return;
      stop();
      resolve(source.get());
    });
  });
}
