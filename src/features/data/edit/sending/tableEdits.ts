/** The editing state of a collection, kept as long as the session: the staged rows, the change log, the running send. */
import { createStore, type Store } from '../../../../lib/store';
import type { Session } from '../../../../session/connections/session';
import type { ChangeEntry } from '../review/changeEntry';
import { type ChangeLog, createChangeLog } from '../review/changeLog';
import type { SendJob } from './sendChanges';
import type { SentResults } from './sentResults';
import { createStagedEdits, type StagedEdits } from './stagedEdits';

/** Editing state of a collection. */
export interface TableEdits {
  readonly staged: StagedEdits;
  readonly log: ChangeLog;
  /** The last send; null before the first one. Only one runs at a time. */
  readonly job: Store<SendJob | null>;
  /** Results of changes. */
  readonly sentResults: SentResults;
  /** The creations or deletions that the user wants to undo; null: none. */
  readonly undoing: Store<readonly ChangeEntry[] | null>;
}

/** The editing state of a collection, created on first use. */
export function tableEdits(session: Session, collection: string): TableEdits {
  const { log } = session.part('changes', () => ({ log: createChangeLog(session), dispose() {} }));
  return session.part(`edits ${collection}`, () => {
    const job = createStore<SendJob | null>(null);
    return {
      staged: createStagedEdits(session.drafts, collection),
      log,
      job,
      sentResults: createStore<ReturnType<SentResults['get']>>(new Map()),
      undoing: createStore<readonly ChangeEntry[] | null>(null),
      underWay: () => (isRunning(job.get()) ? [collection] : []),
      dispose: () => job.get()?.stop(),
    };
  });
}

/** True while rows are being sent. */
export function isRunning(job: SendJob | null): boolean {
  return job !== null && job.get() !== 'ended';
}
