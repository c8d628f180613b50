/** The stages of the pipeline that not every page needs, each as the function that makes it: all at hand, or fetched when they are wanted. */
import type { Exchange } from '@urql/core';
import type { EventsOptions } from './exchanges/eventsExchange';
import type { PersistedQueriesOptions } from './exchanges/persistedQueriesExchange';
import type { Rendered, RenderedOptions } from './exchanges/renderedExchange';
import type { SubscriptionRetryOptions } from './exchanges/subscriptionRetryExchange';
import type { UploadOptions } from './exchanges/uploadExchange';
import type { Socket, SocketOptions } from './socket';
import type { xhrFetch } from './xhrFetch';

/** What `assembleTransport` puts together; each documented where it stands. */
export interface TransportParts {
  createSocket(options: SocketOptions): Socket;
  persistedQueriesExchange(options: Omit<PersistedQueriesOptions, 'generateHash'>): Exchange;
  subscriptionRetryExchange(options: SubscriptionRetryOptions): Exchange;
  uploadExchange(options: UploadOptions): Exchange;
  streamedExchange(): Exchange;
  eventsExchange(options: EventsOptions): Exchange;
  /** Left out: what a server render left is asked for like everything else. */
  createRendered?(options: RenderedOptions): Rendered;
  xhrFetch: typeof xhrFetch;
}
