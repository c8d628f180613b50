/** The fetch of a connection with `credentials`: it sends cookies along; where the connection is one of example data nothing is sent at all. */
import type { DocumentStore } from '../../lib/documentStore';
import { isExampleAddress } from '../exampleData/exampleAddress';
import type { ConnectionSettings } from './connections';

/** Makes it. `inner` sends. */
export function fetchWithCredentials(
  inner: typeof fetch,
  { credentials, httpEndpoint }: Pick<ConnectionSettings, 'credentials' | 'httpEndpoint'>,
  documents: DocumentStore,
): typeof fetch {
  if (!isExampleAddress(httpEndpoint)) return (input, init) => inner(input, { ...init, ...(credentials ? { credentials } : {}) });
  let own: Promise<typeof fetch> | undefined;
  return async (input, init) => {
    own ??= import(/* webpackChunkName: "example-data" */ '../exampleData/exampleFetch').then(({ exampleFetch }) =>
      exampleFetch({ address: httpEndpoint, documents }),
    );
    own.catch(() => {
      own = undefined;
    });
    return (await own)(input, init);
  };
}
