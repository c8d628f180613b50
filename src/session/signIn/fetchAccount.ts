/** Asks the server who is signed in, and signs out there. Loaded on demand. */
import { type Failure, failureOf } from '../../transport/observe/failure';
import type { Session } from '../connections/session';
import { accountIn, accountQuery, signOutMutation } from './accountFields';

/**
 * Who is signed in. `signedIn`: the server named an account; `signedOut`: the server says that no user is signed in; `unknown`: the server has
 * no query for this, or the query failed.
 */
export type AccountState = { state: 'signedIn'; name: string } | { state: 'signedOut' } | { state: 'unknown' };

/** Asks the server who is signed in. Never rejects. */
export async function fetchAccount(session: Session): Promise<AccountState> {
  const schema = session.schema.get();
  const prepared = schema.status === 'ready' ? accountQuery(schema.schema) : null;
  if (prepared === null) return { state: 'unknown' };
  const { data, error } = await session.transport.client
    .query(prepared.query, {}, { requestPolicy: 'network-only', screen: 'signIn' })
    .toPromise();
  const name = accountIn(data, prepared.field);
  if (name !== null) return { state: 'signedIn', name };
  if (error) return failureOf(error).tag === 'auth' ? { state: 'signedOut' } : { state: 'unknown' };
  return { state: 'signedOut' };
}

/** Ends the session at the server if it has a mutation for that. @returns the failure; null on success */
export async function signOutAtServer(session: Session): Promise<Failure | null> {
  const schema = session.schema.get();
  const mutation = schema.status === 'ready' ? signOutMutation(schema.schema) : null;
  if (mutation === null) return null;
  const { error } = await session.transport.client.mutation(mutation, {}, { screen: 'signIn' }).toPromise();
  return error ? failureOf(error) : null;
}
