/** How far a running import is, and its pause, stop and end. What is done with the rows is in importJob.ts and checkImport.ts. */

import { createStore, type Readable } from '../../../lib/store';
import { until } from '../../../lib/until';
import { type ImportState, PIECE_ROWS } from './importStore';

/** A row that needs a look. */
export interface ImportTrouble {
  /** From 1. */
  readonly number: number;
  readonly state: ImportState;
  readonly message: string;
}

/** What is known of a running import. */
export interface ImportProgress {
  readonly phase: 'running' | 'paused' | 'offline' | 'stopped' | 'ended';
  readonly counts: Readonly<Record<ImportState, number>>;
  /** Nothing is under way any more, and how each row came out is written down. */
  readonly isAtRest: boolean;
  /** True where it stopped because the browser has no room to keep the states of its rows. */
  readonly isFull: boolean;
  /** The first rows that did not come through. */
  readonly troubles: readonly ImportTrouble[];
}

/** A job under way. */
export interface ImportJob extends Readable<ImportProgress> {
  pause(): void;
  resume(): void;
  /** Begins no further row; what is under way comes to its end. The import can go on later. */
  stop(): void;
  readonly ended: Promise<void>;
}

/** What is said of a row by its place. */
export function troubleAt(
  piece: number,
  at: number,
  { state, messages }: { state: ImportState; messages: ReadonlyMap<number, string> },
): ImportTrouble {
  return { number: piece * PIECE_ROWS + at + 1, state, message: messages.get(at) ?? '' };
}

const MOST_TROUBLES = 200;

/** No row yet. */
const NO_COUNTS: Readonly<Record<ImportState, number>> = {
  waiting: 0,
  sending: 0,
  sent: 0,
  refused: 0,
  unknown: 0,
  wrong: 0,
};

/** What a job writes down of its rows; all of them wait at first. */
export function createProgress(count: number) {
  const progress = createStore<ImportProgress>({
    phase: 'running',
    counts: { ...NO_COUNTS, waiting: count },
    isAtRest: false,
    isFull: false,
    troubles: [],
  });
  const phase = (): ImportProgress['phase'] => progress.get().phase;
  const go = (next: ImportProgress['phase']): void => progress.update(now => ({ ...now, phase: next }));
  return {
    phase,
    go,
    /** Stops, as the browser has no room. */
    full: () => progress.update(now => ({ ...now, phase: 'stopped', isFull: true })),
    /** Kept while nothing holds the job. */
    isOpen: () => until(progress, now => now.phase !== 'paused' && now.phase !== 'offline'),
    move: (from: ImportState, to: ImportState, trouble: ImportTrouble | null): void =>
      progress.update(now => ({
        ...now,
        counts: from === to ? now.counts : { ...now.counts, [from]: now.counts[from] - 1, [to]: now.counts[to] + 1 },
        troubles: trouble === null || now.troubles.length >= MOST_TROUBLES ? now.troubles : [...now.troubles, trouble],
      })),
    /** The job that does this. */
    job: (run: () => Promise<void>): ImportJob => ({
      get: progress.get,
      subscribe: progress.subscribe,
      rendered: progress.rendered,
      pause: () => void (phase() === 'running' && go('paused')),
      resume: () => void (phase() === 'paused' && go('running')),
      stop: () => void (phase() !== 'ended' && go('stopped')),
      ended: run().then(() =>
        progress.update(now => ({ ...now, phase: now.phase === 'stopped' ? 'stopped' : 'ended', isAtRest: true })),
      ),
    }),
  };
}
