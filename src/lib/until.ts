/** Waits for a value. */
import type { Readable } from './store';

/** Kept with the value of `source` once `fits` holds of it; at once where it does already. */
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
