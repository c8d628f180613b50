/** Decides when visible queries are re-executed while a job sends a series of changes. */
import type { Readable } from '../../lib/store';
import { until } from '../../lib/until';

/**
 * Returns a function that gives the current series: a promise that resolves when the job pauses or ends. A job can be paused for hours, and
 * its changes should be visible during that time.
 */
export function seriesOf<T>(job: Readable<T>, isRunning: (state: T) => boolean): () => Promise<unknown> {
  let series: Promise<unknown> | null = null;
  return () => {
    series ??= until(job, state => !isRunning(state)).then(() => {
      series = null;
    });
    return series;
  };
}
