/** The configured connection of a page: its endpoint, and defaults for all other settings. */
import { type ConnectionSettings, DEFAULT_CONNECTION } from '../../src/session/connections/connections';

/** Creates one. `change` overrides single settings. */
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
