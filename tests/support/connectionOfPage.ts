/** The connection that a page is configured with: its endpoint, and the defaults for the rest. */
import { type ConnectionSettings, DEFAULT_CONNECTION } from '../../src/session/connections/connections';

/** Makes one; `change` replaces single settings. */
export const connectionOfPage = (change: Partial<ConnectionSettings> = {}): ConnectionSettings => ({
  id: DEFAULT_CONNECTION,
  name: 'Harbour',
  httpEndpoint: '/graphql',
  wsEndpoint: undefined,
  tokenName: 'apollo-token',
  headers: {},
  persistedQueries: false,
  connectionParamsShape: 'both',
  customParams: '',
  uploadHeaders: {},
  ...change,
});
