/** Queries the server directly, without any cache: before a change, and to check the outcome of a change. */
import type { Client, OperationResult } from '@urql/core';

/** Executes the query once. Never rejects: the result contains the error. */
export function queryNow(
  client: Client,
  { query, variables }: { query: string; variables: Record<string, unknown> },
): Promise<OperationResult<unknown>> {
  return client.query<unknown>(query, variables, { requestPolicy: 'network-only', screen: 'data' }).toPromise();
}
