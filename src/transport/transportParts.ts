/** The stages of the pipeline that not every page needs, each as the function that makes it: all at hand, or fetched when they are wanted. */
import type { Exchange } from '@urql/core';
import type { PersistedQueriesOptions } from './exchanges/persistedQueriesExchange';
import type { Rendered, RenderedOptions } from './exchanges/renderedExchange';
import type { UploadOptions } from './exchanges/uploadExchange';
import type { xhrFetch } from './xhrFetch';

/** What `assembleTransport` puts together; each documented where it stands. */
export interface TransportParts {
  persistedQueriesExchange(options: Omit<PersistedQueriesOptions, 'generateHash'>): Exchange;
  uploadExchange(options: UploadOptions): Exchange;
  streamedExchange(): Exchange;
  /** Left out: what a server render left is asked for like everything else. */
  createRendered?(options: RenderedOptions): Rendered;
  xhrFetch: typeof xhrFetch;
}
