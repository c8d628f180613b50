/**
 * Runs one mutation for each of many rows, at most four at a time. Nothing is retried automatically: a row whose response was lost ends as
 * `unknown`, and only rows that were never sent can be started again. A lost response pauses the job, because the connection may be down.
 */

import { createStore, type Readable } from '../../../../lib/store';
import { until } from '../../../../lib/until';

/** State of a row. `notSent`: no request was sent. */
export type JobState = 'waiting' | 'sending' | 'sent' | 'refused' | 'unknown' | 'notSent';

/** State of a change that has been started. */
export type SentState = Exclude<JobState, 'waiting'>;

/** A row of the job. */
export interface JobRow {
  readonly id: string;
  readonly title: string;
  readonly state: JobState;
  /** The server's message; '' if there is none. */
  readonly message: string;
}

/** Outcome of one row. */
export interface RowEnd {
  readonly state: Exclude<SentState, 'sending'>;
  readonly message: string;
  /** There was no response. */
  readonly isLost?: boolean;
}

/** State of a job. */
export interface RowJobState {
  readonly phase: 'running' | 'paused' | 'stopped' | 'ended';
  readonly rows: readonly JobRow[];
}

/** A running job. */
export interface RowJob extends Readable<RowJobState> {
  /** Starts no further row until `resume`. */
  pause(): void;
  resume(): void;
  /** Starts no further row at all; rows in progress are completed. */
  stop(): void;
  /** Resolves when no row is in progress any more. */
  readonly ended: Promise<void>;
}

const AT_ONCE = 4;

/**
 * Starts the job.
 * @param run sends the request for the row at an index; it is called at most once per row, and may throw
 */
export function startRowJob(
  rows: ReadonlyArray<{ readonly id: string; readonly title: string }>,
  run: (at: number) => Promise<RowEnd>,
): RowJob {
  const store = createStore<RowJobState>({
    phase: 'running',
    rows: rows.map(({ id, title }) => ({ id, title, state: 'waiting', message: '' })),
  });
  const put = (at: number, change: Partial<JobRow>): void =>
    store.update(now => ({ ...now, rows: now.rows.with(at, { ...(now.rows[at] as JobRow), ...change }) }));
  const go = (phase: RowJobState['phase']): void => store.update(now => ({ ...now, phase }));
  const phase = (): RowJobState['phase'] => store.get().phase;
  let next = 0;
  const work = async (): Promise<void> => {
    for (;;) {
      await until(store, now => now.phase !== 'paused');
      const at = next++;
      if (at >= rows.length) return;
      if (phase() === 'stopped') {
        put(at, { state: 'notSent' });
        continue;
      }
      put(at, { state: 'sending' });
      // A request may have been sent before the error was thrown.
      const end = await run(at).catch((error: unknown): RowEnd => ({ state: 'unknown', message: String(error) }));
      const { state, message, isLost } = end;
      put(at, { state, message });
      if (isLost === true && phase() === 'running' && next < rows.length) go('paused');
    }
  };
  const ended = Promise.all(Array.from({ length: Math.min(AT_ONCE, rows.length) }, work)).then(() => go('ended'));
  return {
    get: store.get,
    subscribe: store.subscribe,
    rendered: store.rendered,
    pause: () => phase() === 'running' && go('paused'),
    resume: () => phase() === 'paused' && go('running'),
    stop: () => phase() !== 'ended' && go('stopped'),
    ended,
  } as RowJob;
}

/** Counts the rows in each state. */
export function countRows(rows: readonly JobRow[]): Readonly<Record<JobState, number>> {
  const counts = { waiting: 0, sending: 0, sent: 0, refused: 0, unknown: 0, notSent: 0 };
  for (const row of rows) counts[row.state]++;
  return counts;
}
