/** The default connection, as the configuration of the page describes it. */
import type { PublicConfig } from '../lib/publicConfig';
import { type ConnectionSettings, DEFAULT_CONNECTION } from '../session/connections/connections';
import { readOidcSettings } from '../session/signIn/oidcSettings';
import { SUBSCRIPTION_PROTOCOLS } from '../transport/socket/learned';
import { hostOf } from './hostOf';

/** The connection of the page's configuration. `pageUrl`: what a relative endpoint is resolved against. */
export function configuredConnection(given: PublicConfig, pageUrl: string): ConnectionSettings {
  // Own keys only: what the configuration leaves out must not be found on a prototype.
  const config: PublicConfig = Object.assign(Object.create(null), given);
  // Beside the page, wherever that is.
  const httpEndpoint = config.httpEndpoint ?? 'graphql';
  const oidc = readOidcSettings(config.openId);
  const subscriptions = SUBSCRIPTION_PROTOCOLS.find(each => each === config.subscriptions);
  return {
    id: DEFAULT_CONNECTION,
    name: config.name ?? hostOf(httpEndpoint, pageUrl),
    httpEndpoint,
    wsEndpoint: config.wsEndpoint,
    tokenName: config.tokenName ?? 'apollo-token',
    ...(oidc ? { oidc } : {}),
    ...(config.queries ? { queries: config.queries } : {}),
    ...(config.views ? { views: config.views } : {}),
    ...(config.presentation ? { presentation: config.presentation } : {}),
    ...(config.signIn ? { signIn: config.signIn } : {}),
    headers: config.headers ?? {},
    ...(config.credentials ? { credentials: config.credentials } : {}),
    persistedQueries: config.persistedQueries ?? false,
    ...(config.readOnly ? { readOnly: true } : {}),
    ...(subscriptions ? { subscriptions } : {}),
    connectionParamsShape: 'both',
    customParams: '',
    uploadHeaders: {},
  };
}
