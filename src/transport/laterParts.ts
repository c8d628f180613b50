/**
 * The stages as a page wants them that is to begin with little code: what subscriptions, files, answers in parts and persisted queries need
 * comes with the first operation of that kind. What cannot be fetched is told as the failure of that operation, which was not sent (one with an
 * answer in parts was); only persisting is done without.
 */
import { laterExchange } from './exchanges/laterExchange';
import { RefusedError } from './failure';
import { hasFiles } from './files';
import { contextOf } from './trace';
import type { TransportParts } from './transportParts';

export const laterParts: TransportParts = {
  persistedQueriesExchange: options =>
    laterExchange({
      isWanted: ({ kind, variables }) => kind === 'query' && !hasFiles(variables),
      async load() {
        const [{ persistedQueriesExchange }, { sha256 }] = await Promise.all([
          import(/* webpackChunkName: "persisted" */ './exchanges/persistedQueriesExchange'),
          import(/* webpackChunkName: "persisted" */ './sha256'),
        ]);
        return persistedQueriesExchange({ ...options, generateHash: sha256 });
      },
      onMissing() {
        options.status.set({ state: 'off' });
        return null;
      },
    }),
  uploadExchange: options =>
    laterExchange({
      isWanted: operation => contextOf(operation).multipart === true,
      load: async () => (await import(/* webpackChunkName: "uploads" */ './exchanges/uploadExchange')).uploadExchange(options),
      onMissing: () => new RefusedError('The code for sending files could not be loaded; nothing was sent'),
    }),
  // An operation gets here with its answer: not to have the code for it is told as an answer that broke off.
  streamedExchange: () =>
    laterExchange({
      isWanted: ({ kind }) => kind !== 'subscription',
      load: async () => (await import(/* webpackChunkName: "streamed" */ './exchanges/streamedExchange')).streamedExchange(),
      onMissing: () => new Error('The code for answers in parts could not be loaded'),
    }),
  xhrFetch: async (...request) => (await import(/* webpackChunkName: "uploads" */ './xhrFetch')).xhrFetch(...request),
};
