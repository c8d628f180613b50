/**
 * Actions that the user is not allowed to run: those that the server refused with FORBIDDEN, by action id, those that the API's permissions
 * exclude (permissions.ts), and those that a record's own fields exclude (`viewerCanUpdate: false`). They are forgotten when the signed-in
 * user changes, and are not stored beyond the page.
 */
import type { Client } from '@urql/core';
import { createStore, type Readable } from '../../../lib/store';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import { permissionsQuery } from '../../../schema/mutations/permissions';
import type { Session } from '../../../session/connections/session';
import { queryNow } from '../queryNow';

/** The reason of each refused action, by action id. */
export interface RefusedOffers extends Readable<ReadonlyMap<string, string>> {
  refuse(actionId: string, reason: string): void;
  /** Reads the permissions that the API tells, once for each signed-in user. If that fails, the server's answers to changes decide. */
  readPermissions(client: Client, model: SchemaModel): void;
}

const NONE: ReadonlyMap<string, string> = new Map();
const LONGEST_REASON = 200;

/** The refused actions of a session. */
export function refusedOffers(session: Pick<Session, 'part' | 'token'>): RefusedOffers {
  return session.part('refused offers', () => {
    const store = createStore(NONE);
    const refuse = (actionId: string, reason: string): void =>
      store.update(now => new Map(now).set(actionId, reason.slice(0, LONGEST_REASON)));
    let read: object | null = null;
    // Another user may be allowed to run them.
    const ends = [session.token.signedIn, session.token.cookie].map(account =>
      account.subscribe(() => {
        read = null;
        store.set(NONE);
      }),
    );
    return {
      get: store.get,
      subscribe: store.subscribe,
      rendered: store.rendered,
      refuse,
      readPermissions(client: Client, model: SchemaModel) {
        const permissions = read === null ? permissionsQuery(model) : null;
        if (permissions === null) return;
        const own = {};
        read = own;
        void queryNow(client, { query: permissions.query, variables: {} }).then(({ data }) => {
          // Nothing about a previous user is kept.
          if (read === own) for (const { actionId, source } of permissions.read(data)) refuse(actionId, source);
        });
      },
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
