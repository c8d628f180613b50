/**
 * The pipeline of the contract (CONTRACT.md): the exchanges in the order in which an operation passes through them on its way down. Results
 * pass through them in reverse. Each exchange is in a file with its name; `fetchExchange` is urql's own, unchanged. It sets the header Accept
 * (C12), except for incremental delivery (http/graphqlFetch.ts).
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

/** Options of the exchanges, documented in their files. */
export interface PipelineOptions {
  forceFetch: ForceFetchOptions;
  cache: CacheOptions;
  /** Undefined: no server-rendered results in the page, and no rendering on the server. */
  ssr: Ssr | undefined;
  boundary: Boundary;
  auth: AuthOptions;
  /** Undefined: no trusted documents. */
  trusted: TrustedDocumentOptions | undefined;
  /** Undefined: queries are sent as text. */
  persisted: (PersistedOptions & NormalizeOptions) | undefined;
  retry: SubscriptionRetryOptions;
  http: HttpOptions;
  subscription: SubscriptionOptions;
}

/** The exchanges of one client, in order. Stages without work are left out, because each one adds to the cost of every event. */
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
