/**
 * Actions that the user is not allowed to run: those that the server refused with FORBIDDEN, by action id, and those that a record's own
 * fields exclude (`viewerCanUpdate: false`). They are forgotten when the signed-in user changes, and are not stored beyond the page.
 */
import { createStore, type Readable } from '../../../lib/store';
import type { Session } from '../../../session/connections/session';

/** The reason of each refused action, by action id. */
export interface RefusedOffers extends Readable<ReadonlyMap<string, string>> {
  refuse(actionId: string, reason: string): void;
}

const NONE: ReadonlyMap<string, string> = new Map();
const LONGEST_REASON = 200;

/** The refused actions of a session. */
export function refusedOffers(session: Pick<Session, 'part' | 'token'>): RefusedOffers {
  return session.part('refused offers', () => {
    const store = createStore(NONE);
    // Another user may be allowed to run them.
    const ends = [session.token.signedIn, session.token.cookie].map(account => account.subscribe(() => store.set(NONE)));
    return {
      get: store.get,
      subscribe: store.subscribe,
      rendered: store.rendered,
      refuse: (actionId: string, reason: string) =>
        store.update(now => new Map(now).set(actionId, reason.slice(0, LONGEST_REASON))),
      dispose() {
        for (const end of ends) end();
      },
    };
  });
}

const SAYS: Readonly<Record<'update' | 'delete', readonly string[]>> = {
  update: ['viewerCanUpdate', 'viewerCanEdit'],
  delete: ['viewerCanDelete'],
};

/** True if the record itself says that it must not be changed in this way. */
export function isDeniedByRecord(row: unknown, kind: 'update' | 'delete'): boolean {
  if (typeof row !== 'object' || row === null) return false;
  return SAYS[kind].some(name => Object.hasOwn(row, name) && (row as Readonly<Record<string, unknown>>)[name] === false);
}
