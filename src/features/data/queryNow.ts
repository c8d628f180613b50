/** Asks the server itself, past all that is cached: before something is changed, and to see what became of a change. */
import type { Client, OperationResult } from '@urql/core';

/** Asks once. Never rejects: what went wrong is in the result. */
export function queryNow(
  client: Client,
  { query, variables }: { query: string; variables: Record<string, unknown> },
): Promise<OperationResult<unknown>> {
  return client.query<unknown>(query, variables, { requestPolicy: 'network-only', screen: 'data' }).toPromise();
}
