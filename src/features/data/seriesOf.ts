/** When what is in view is to be asked for again, where a job sends one change after the other. */
import type { Readable } from '../../lib/store';
import { until } from '../../lib/until';

/** Gives the series that a change belongs to, kept when the job pauses or ends: it may be held for hours, and what it has sent is seen meanwhile. */
export function seriesOf<T>(job: Readable<T>, isRunning: (state: T) => boolean): () => Promise<unknown> {
  let series: Promise<unknown> | null = null;
  return () => {
    series ??= until(job, state => !isRunning(state)).then(() => {
      series = null;
    });
    return series;
  };
}
