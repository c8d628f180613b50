/** The `fetch` of a connection with `credentials`: sends cookies. For a connection to example data it sends no request at all. */
import type { DocumentStore } from '../../lib/documentStore';
import { isExampleAddress } from '../exampleData/isExampleAddress';
import type { ConnectionSettings } from './connections';

/** Wraps `inner`, which sends the requests. */
export function fetchWithCredentials(
  inner: typeof fetch,
  { credentials, httpEndpoint }: Pick<ConnectionSettings, 'credentials' | 'httpEndpoint'>,
  documents: DocumentStore,
): typeof fetch {
  if (!isExampleAddress(httpEndpoint)) return (input, init) => inner(input, { ...init, ...(credentials ? { credentials } : {}) });
  let own: typeof fetch | undefined;
  return async (input, init) => {
    const { exampleFetch } = await import(/* webpackChunkName: "example-data" */ '../exampleData/exampleFetch');
    // One instance for all requests, because it holds the changes made so far.
    own ??= exampleFetch({ address: httpEndpoint, documents });
    return own(input, init);
  };
}
