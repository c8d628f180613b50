/** The fetch of a connection with `credentials`: it sends cookies along; where the connection is one of example data nothing is sent at all. */
import type { DocumentStore } from '../../lib/documentStore';
import { isExampleAddress } from '../exampleData/isExampleAddress';
import type { ConnectionSettings } from './connections';

/** Makes it. `inner` sends. */
export function fetchWithCredentials(
  inner: typeof fetch,
  { credentials, httpEndpoint }: Pick<ConnectionSettings, 'credentials' | 'httpEndpoint'>,
  documents: DocumentStore,
): typeof fetch {
  if (!isExampleAddress(httpEndpoint)) return (input, init) => inner(input, { ...init, ...(credentials ? { credentials } : {}) });
  let own: typeof fetch | undefined;
  return async (input, init) => {
    const { exampleFetch } = await import(/* webpackChunkName: "example-data" */ '../exampleData/exampleFetch');
    // One for all: it keeps what was changed.
    own ??= exampleFetch({ address: httpEndpoint, documents });
    return own(input, init);
  };
}
