/** All stages at hand. */
import { persistedQueriesExchange } from './exchanges/persistedQueriesExchange';
import { createRendered } from './exchanges/renderedExchange';
import { streamedExchange } from './exchanges/streamedExchange';
import { uploadExchange } from './exchanges/uploadExchange';
import { sha256 } from './sha256';
import type { TransportParts } from './transportParts';
import { xhrFetch } from './xhrFetch';

export const wholeParts: TransportParts = {
  persistedQueriesExchange: options => persistedQueriesExchange({ ...options, generateHash: sha256 }),
  uploadExchange,
  streamedExchange,
  createRendered,
  xhrFetch,
};
