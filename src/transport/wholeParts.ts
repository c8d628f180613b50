/** All stages at hand. */
import { eventsExchange } from './exchanges/eventsExchange';
import { persistedQueriesExchange } from './exchanges/persistedQueriesExchange';
import { createRendered } from './exchanges/renderedExchange';
import { streamedExchange } from './exchanges/streamedExchange';
import { subscriptionRetryExchange } from './exchanges/subscriptionRetryExchange';
import { uploadExchange } from './exchanges/uploadExchange';
import { sha256 } from './sha256';
import { createSocket } from './socket';
import type { TransportParts } from './transportParts';
import { xhrFetch } from './xhrFetch';

export const wholeParts: TransportParts = {
  createSocket,
  persistedQueriesExchange: options => persistedQueriesExchange({ ...options, generateHash: sha256 }),
  subscriptionRetryExchange,
  uploadExchange,
  streamedExchange,
  eventsExchange,
  createRendered,
  xhrFetch,
};
