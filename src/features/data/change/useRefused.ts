/** Reads which actions are not offered, by action id, with the reasons. */
import { useEffect } from 'react';
import { useClient } from 'urql';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { useReadable } from '../../../ui/useReadable';
import { refusedOffers } from './refusedOffers';

/** The reasons of the refused actions of a session. Asks the API for the permissions of the signed-in user, if it tells them. */
export function useRefused(session: Session, model: SchemaModel): ReadonlyMap<string, string> {
  const client = useClient();
  const offers = refusedOffers(session);
  const account = [useReadable(session.token.signedIn), useReadable(session.token.cookie)];
  // Another account has other permissions.
  useEffect(() => offers.readPermissions(client, model), [offers, client, model, ...account]);
  return useReadable(offers);
}
