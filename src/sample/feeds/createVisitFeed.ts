/** Changes of visits, published to every instance on the same database through LISTEN and NOTIFY. */
import type { Database, Queryable } from '../database/database';
import { createEventQueue } from './createEventQueue';

/** As the API's enum spells it. */
export type VisitChangeKind = 'BOOKED' | 'CHANGED' | 'CANCELLED' | 'DOCUMENT_ATTACHED';

/** What travels between the instances: rows are read afresh where they are needed. */
export interface VisitNotice {
  kind: VisitChangeKind;
  at: string;
  visitId: number;
  /** The berth, and the one it left for this one. */
  berthIds: number[];
}

export interface VisitFeed {
  /** Tells a change; heard when the transaction `tx` belongs to is through. */
  announce(tx: Queryable, notice: VisitNotice): Promise<void>;
  /** The changes from now on; of one berth when `berthId` is given. */
  subscribe(berthId: number | null): AsyncIterableIterator<VisitNotice>;
  close(): Promise<void>;
}

const CHANNEL = 'harbour_visit';
/** Unread changes a slow reader may pile up before the oldest are dropped. */
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

/** Anyone with access to the database can notify; what is not ours is let pass. */
function parseNotice(payload: string): VisitNotice | null {
  try {
    const notice = JSON.parse(payload) as VisitNotice;
    return Number.isInteger(notice.visitId) && Array.isArray(notice.berthIds) ? notice : null;
  } catch {
    return null;
  }
}
