/**
 * The pipeline of the contract (CONTRACT.md): the exchanges in the order an operation passes them on its way down; its result passes them in the
 * opposite one. Each stands in a file of its own, named as in the list; `fetchExchange` is urql's own, as it is.
 */
import { type Exchange, fetchExchange } from '@urql/core';
import { type AuthOptions, authExchange } from './exchanges/authExchange';
import type { Boundary } from './exchanges/boundaryExchange';
import { type CacheOptions, cacheExchange } from './exchanges/cacheExchange';
import { type ForceFetchOptions, forceFetchExchange } from './exchanges/forceFetchExchange';
import { multipartFetchExchange } from './exchanges/multipartFetchExchange';
import { type NormalizeOptions, normalizePersistedErrors } from './exchanges/normalizePersistedErrors';
import { type PersistedOptions, persistedExchange } from './exchanges/persistedExchange';
import { responseErrorsExchange } from './exchanges/responseErrorsExchange';
import type { Ssr } from './exchanges/ssrExchange';
import { type SubscriptionOptions, subscriptionExchange } from './exchanges/subscriptionExchange';
import { type SubscriptionRetryOptions, subscriptionRetryExchange } from './exchanges/subscriptionRetryExchange';
import { type TrustedDocumentOptions, trustedDocumentExchange } from './exchanges/trustedDocumentExchange';
import type { HttpOptions } from './http/graphqlFetch';

/** What the stages are made from; each documented where it stands. */
export interface PipelineOptions {
  forceFetch: ForceFetchOptions;
  cache: CacheOptions;
  /** undefined: there is nothing that a server rendered, and nothing is rendered. */
  ssr: Ssr | undefined;
  boundary: Boundary;
  auth: AuthOptions;
  /** undefined: no server knows a document beforehand. */
  trusted: TrustedDocumentOptions | undefined;
  /** undefined: queries are sent as text. */
  persisted: (PersistedOptions & NormalizeOptions) | undefined;
  retry: SubscriptionRetryOptions;
  http: HttpOptions;
  subscription: SubscriptionOptions;
}

/** The exchanges of one client, in order. A stage that would have nothing to do is left out: each costs something for every event of a feed. */
export function pipeline({
  forceFetch,
  cache,
  ssr,
  boundary,
  auth,
  trusted,
  persisted,
  retry,
  http,
  subscription,
}: PipelineOptions): Exchange[] {
  return [
    forceFetchExchange(forceFetch),
    cacheExchange(cache),
    ...(ssr ? [ssr.exchange] : []),
    boundary.exchange,
    authExchange(auth),
    ...(trusted ? [trustedDocumentExchange(trusted)] : []),
    ...(persisted ? [persistedExchange(persisted), normalizePersistedErrors(persisted)] : []),
    subscriptionRetryExchange(retry),
    responseErrorsExchange(http),
    multipartFetchExchange(),
    fetchExchange,
    subscriptionExchange(subscription),
  ];
}
