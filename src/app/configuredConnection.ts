/** The default connection, built from the page's configuration. */
import type { PublicConfig } from '../lib/page/publicConfig';
import { type ConnectionSettings, DEFAULT_CONNECTION } from '../session/connections/connections';
import { readOidcSettings } from '../session/signIn/oidcSettings';
import { SUBSCRIPTION_PROTOCOLS } from '../transport/socket/learned';
import { hostOf } from './hostOf';

/** The connection of the page's configuration. `pageUrl`: the base of a relative endpoint. */
export function configuredConnection(publicConfig: PublicConfig, pageUrl: string): ConnectionSettings {
  // Own keys only: a missing key must not be found on a prototype.
  const config: PublicConfig = Object.assign(Object.create(null), publicConfig);
  // The default is relative to the page, wherever it is.
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
