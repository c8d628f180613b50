/** Changes of visits, published to all instances on the same database through LISTEN and NOTIFY. */
import type { Database, Queryable } from '../database/database';
import { createEventQueue } from './createEventQueue';

/** The same names as in the API's enum. */
export type VisitChangeKind = 'BOOKED' | 'CHANGED' | 'CANCELLED' | 'DOCUMENT_ATTACHED';

/** The payload of a notification. Each instance reads the rows itself. */
export interface VisitNotice {
  kind: VisitChangeKind;
  at: string;
  visitId: number;
  /** The current berth, and the previous one if it changed. */
  berthIds: number[];
}

export interface VisitFeed {
  /** Publishes a change. It is delivered when the transaction of `tx` commits. */
  announce(tx: Queryable, notice: VisitNotice): Promise<void>;
  /** Returns the changes from now on; only those of one berth if `berthId` is not null. */
  subscribe(berthId: number | null): AsyncIterableIterator<VisitNotice>;
  close(): Promise<void>;
}

const CHANNEL = 'harbour_visit';
/** Maximum number of unread changes before the oldest are dropped. */
const MOST_UNREAD = 1000;

export async function createVisitFeed(database: Database): Promise<VisitFeed> {
  const listeners = new Map<(notice: VisitNotice) => void, () => void>();
  const unlisten = await database.listen(CHANNEL, payload => {
    const notice = parseNotice(payload);
    if (notice) for (const listener of [...listeners.keys()]) listener(notice);
  });
  return {
    async announce(tx, notice) {
      await tx.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(notice)]);
    },
    subscribe(berthId) {
      const listener = (notice: VisitNotice): void => {
        if (berthId === null || notice.berthIds.includes(berthId)) queue.push(notice);
      };
      const queue = createEventQueue<VisitNotice>(MOST_UNREAD, () => listeners.delete(listener));
      listeners.set(listener, queue.end);
      return queue;
    },
    async close() {
      for (const end of [...listeners.values()]) end();
      await unlisten();
    },
  };
}

/** Any user of the database can send notifications, so invalid ones are ignored. */
function parseNotice(payload: string): VisitNotice | null {
  try {
    const notice = JSON.parse(payload) as VisitNotice;
    return Number.isInteger(notice.visitId) && Array.isArray(notice.berthIds) ? notice : null;
  } catch {
    return null;
  }
}
