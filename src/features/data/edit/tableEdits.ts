/** What is edited in a collection, kept as long as the session: the staged rows, the list of sent changes, the sending under way. */
import { createStore, type Store } from '../../../lib/store';
import type { Session } from '../../../session/connections/session';
import type { AnsweredRows } from './answeredRows';
import { type ChangeLog, createChangeLog } from './changeLog';
import type { SendJob } from './sendChanges';
import { createStagedEdits, type StagedEdits } from './stagedEdits';

/** See the head of the file. */
export interface TableEdits {
  readonly staged: StagedEdits;
  readonly log: ChangeLog;
  /** The last sending; null before the first. Only one is under way at a time. */
  readonly job: Store<SendJob | null>;
  /** What was answered to changes. */
  readonly answered: AnsweredRows;
}

/** The edits of a collection, made at first use. */
export function tableEdits(session: Session, collection: string): TableEdits {
  const { log } = session.part('changes', () => ({ log: createChangeLog(session), dispose() {} }));
  return session.part(`edits ${collection}`, () => {
    const job = createStore<SendJob | null>(null);
    return {
      staged: createStagedEdits(session.drafts, collection),
      log,
      job,
      answered: createStore<ReturnType<AnsweredRows['get']>>(new Map()),
      underWay: () => (isRunning(job.get()) ? [collection] : []),
      dispose: () => job.get()?.stop(),
    };
  });
}

/** True while rows are being sent. */
export function isRunning(job: SendJob | null): boolean {
  return job !== null && job.get() !== 'ended';
}
