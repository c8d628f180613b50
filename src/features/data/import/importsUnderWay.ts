/** Imports whose dialog was closed while rows were on their way: one that is opened again begins when these have come to their end. */
import { until } from '../../../lib/until';
import type { Session } from '../../../session/connections/session';
import type { ImportJob } from './importProgress';

/** The imports of a session. */
export interface ImportsUnderWay {
  add(collection: string, job: ImportJob): void;
  /** Kept once no row of the collection's last import is on its way. */
  settled(collection: string): Promise<void>;
  dispose(): void;
}

/** The imports of a session. */
export function importsUnderWay(session: Session): ImportsUnderWay {
  return session.part('importsUnderWay', createImportsUnderWay);
}

/** Makes it; there are none. */
export function createImportsUnderWay(): ImportsUnderWay {
  const jobs = new Map<string, ImportJob>();
  return {
    add: (collection, job) => void jobs.set(collection, job),
    async settled(collection) {
      const job = jobs.get(collection);
      if (job) await until(job, ({ counts }) => counts.sending === 0);
    },
    dispose: () => jobs.clear(),
  };
}
