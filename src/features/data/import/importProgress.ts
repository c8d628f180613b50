/** Progress of a running import, and its pause, stop and end. The rows are processed in importJob.ts and checkImport.ts. */

import { createStore, type Readable } from '../../../lib/store';
import { until } from '../../../lib/until';
import { type ImportPiece, type ImportState, NO_COUNTS, PIECE_ROWS } from './importStore';

/** A row that needs the user's attention. */
export interface ImportTrouble {
  /** Row number, from 1. */
  readonly number: number;
  readonly state: ImportState;
  readonly message: string;
  /** The values of the row, which help the user to find its record. */
  readonly cells: readonly string[];
}

/** Progress of a running import. */
export interface ImportProgress {
  readonly phase: 'running' | 'paused' | 'offline' | 'stopped' | 'ended';
  readonly counts: Readonly<Record<ImportState, number>>;
  /** True once nothing is in progress and the outcome of each row is stored. */
  readonly isAtRest: boolean;
  /** True when it stopped because the browser has no storage space left for the states of its rows. */
  readonly isFull: boolean;
  /** The first rows that failed. */
  readonly troubles: readonly ImportTrouble[];
}

/** A running job. */
export interface ImportJob extends Readable<ImportProgress> {
  pause(): void;
  resume(): void;
  /** Sends no further row; rows in progress are completed. The import can be continued later. */
  stop(): void;
  readonly ended: Promise<void>;
}

/** The entry for a row, by its piece and its index in the piece. */
export function troubleAt(
  piece: number,
  at: number,
  { rows, state, messages }: Pick<ImportPiece, 'rows' | 'messages'> & { state: ImportState },
): ImportTrouble {
  return { number: piece * PIECE_ROWS + at + 1, state, message: messages.get(at) ?? '', cells: rows[at] ?? [] };
}

const MOST_TROUBLES = 200;

/** Creates the progress of a job with `count` rows, all of them waiting. */
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
    /** Stops because the browser has no storage space left. */
    full: () => progress.update(now => ({ ...now, phase: 'stopped', isFull: true })),
    /** Resolves while the job is neither paused nor offline. */
    isOpen: () => until(progress, now => now.phase !== 'paused' && now.phase !== 'offline'),
    move: (from: ImportState, to: ImportState, trouble: ImportTrouble | null): void =>
      progress.update(now => ({
        ...now,
        counts: from === to ? now.counts : { ...now.counts, [from]: now.counts[from] - 1, [to]: now.counts[to] + 1 },
        troubles: trouble === null || now.troubles.length >= MOST_TROUBLES ? now.troubles : [...now.troubles, trouble],
      })),
    /** Creates the job that runs `run` and reports this progress. */
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
