/** The content of a connection's form as texts and options, and its validation. */
import { regionOf } from '../../lib/network/appsyncAddress';
import { type AwsKeys, awsKeys as writeAwsKeys } from '../../lib/network/awsKeys';
import { isMixedContent } from '../../lib/network/isMixedContent';
import { type ConnectionSettings, DEFAULT_CONNECTION } from '../../session/connections/connections';
import {
  chosenEnvironment,
  type Environment,
  type Environments,
  environmentProblem,
  NO_ENVIRONMENTS,
  valuesOf,
} from '../../session/environments/environments';
import { fillTemplate } from '../../session/environments/fillTemplate';
import { isTemplate, resolveTemplate, type TemplateProblem, templateOf } from '../../session/environments/resolveConnection';
import { isExampleAddress } from '../../session/exampleData/isExampleAddress';
import { DEFAULT_SCOPE, isIssuer, readOidcSettings } from '../../session/signIn/oidcSettings';
import type { SubscriptionProtocol } from '../../transport/socket/learned';

/** One line of a list of headers. `key` identifies the line while it is edited. */
export interface HeaderLine {
  key: number;
  name: string;
  value: string;
}

/** The content of the form. */
export interface ConnectionDraft {
  name: string;
  httpEndpoint: string;
  websocket: 'derived' | 'own' | 'none';
  wsEndpoint: string;
  subscriptions: SubscriptionProtocol | 'auto';
  /** Name of the token, chosen by the user. */
  tokenName: string;
  /** A new token; '' keeps the stored one. */
  token: string;
  /** New AWS credentials, for AppSync; all empty keeps the stored ones. */
  awsKeys: AwsKeys;
  headers: readonly HeaderLine[];
  preflight: boolean;
  /** Send cookies to other origins too. */
  cookies: boolean;
  /** Seconds; '' for the transport's default. */
  timeout: string;
  /** OpenID Connect; not used if the issuer is empty. */
  issuer: string;
  clientId: string;
  scope: string;
  resource: string;
  keepSignedIn: boolean;
  persistedQueries: boolean;
  readOnly: boolean;
  queryMethod: 'post' | 'get' | 'query';
  /** Send a W3C trace context. */
  traceparent: boolean;
  shape: ConnectionSettings['connectionParamsShape'];
  customParams: string;
  /** Sets of variables, which the texts above can refer to. */
  environments: readonly Environment[];
  /** Name of the environment in use. */
  environment: string | null;
}

/** Problems by field. A string is a message of the platform. */
export interface DraftProblems {
  httpEndpoint?: AddressProblem;
  wsEndpoint?: AddressProblem;
  token?: true;
  /** The credential that is missing or contains invalid characters. */
  awsKeys?: keyof AwsKeys;
  headers?: HeaderProblem;
  customParams?: string;
  timeout?: true;
  issuer?: true;
  clientId?: true;
  environments?: TemplateProblem | NonNullable<ReturnType<typeof environmentProblem>>;
}

/**
 * `protocol`: not a valid URL of the expected kind; `password`: contains a user name or password; `insecure`: the browser blocks it on this
 * page.
 */
export type AddressProblem = 'protocol' | 'password' | 'insecure';

/**
 * An invalid header. `name`: not a valid header name; `twice`: duplicate; `value`: cannot be sent; `forbidden`: reserved for the browser.
 */
export interface HeaderProblem {
  what: 'name' | 'twice' | 'value' | 'forbidden';
  header: string;
}

const PREFLIGHT = 'apollo-require-preflight';

/** Returns the draft of a stored connection, with its variables unreplaced. */
export function draftOf(saved: ConnectionSettings, environments: Environments = NO_ENVIRONMENTS): ConnectionDraft {
  const connection = environments.template ? { ...saved, ...environments.template } : saved;
  const { wsEndpoint, headers, uploadHeaders } = connection;
  return {
    name: connection.name,
    httpEndpoint: connection.httpEndpoint,
    websocket: wsEndpoint === null ? 'none' : wsEndpoint === undefined ? 'derived' : 'own',
    wsEndpoint: wsEndpoint ?? '',
    subscriptions: connection.subscriptions ?? 'auto',
    tokenName: connection.id === DEFAULT_CONNECTION ? '' : connection.tokenName,
    token: '',
    awsKeys: { accessKeyId: '', secretAccessKey: '', sessionToken: '', region: '' },
    headers: Object.entries(headers).map(([name, value], key) => ({ key, name, value })),
    preflight: Object.hasOwn(uploadHeaders, PREFLIGHT),
    // Not for example data: the option has no effect there, and a new address must not inherit it.
    cookies: connection.credentials === 'include' && !isExampleAddress(connection.httpEndpoint),
    timeout: connection.requestTimeoutMs === undefined ? '' : String(connection.requestTimeoutMs / 1000),
    issuer: connection.oidc?.issuer ?? '',
    clientId: connection.oidc?.clientId ?? '',
    scope: connection.oidc?.scope ?? DEFAULT_SCOPE,
    resource: connection.oidc?.resource ?? '',
    keepSignedIn: connection.oidc?.keep === 'browser',
    persistedQueries: connection.persistedQueries,
    readOnly: connection.readOnly === true,
    traceparent: connection.traceparent === true,
    queryMethod: connection.queryMethod ?? 'post',
    shape: connection.connectionParamsShape,
    customParams: connection.customParams || '{ "Authorization": "Bearer {token}" }',
    environments: environments.list,
    environment: environments.chosen,
  };
}

/** Returns the environments of a form. `connection` is the connection of the form, with its variables unreplaced. */
export function environmentsOfDraft(draft: ConnectionDraft, connection: ConnectionSettings): Environments {
  const template = templateOf(connection);
  return { chosen: draft.environment, list: draft.environments, template: isTemplate(template) ? template : null };
}

/** Returns the connection of a form with its variables replaced, or the variable that prevents it. */
export function resolvedConnection(
  draft: ConnectionDraft,
  connection: ConnectionSettings,
): { connection: ConnectionSettings; trouble: TemplateProblem | null } {
  const { settings, trouble } = resolveTemplate(
    templateOf(connection),
    chosenEnvironment(environmentsOfDraft(draft, connection)),
  );
  return { connection: settings ? { ...connection, ...settings } : connection, trouble };
}

/** Validates a form whose texts can contain variables. */
export function problemsWithVariables(draft: ConnectionDraft, base: ConnectionSettings, pageUrl: string): DraftProblems {
  const wrong = environmentProblem(draft.environments);
  if (wrong) return { environments: wrong };
  const { connection, trouble } = resolvedConnection(draft, connectionOf(draft, base, pageUrl));
  if (trouble) return { environments: trouble };
  const values = valuesOf(chosenEnvironment(environmentsOfDraft(draft, connection)));
  return problemsOf(
    {
      ...draft,
      httpEndpoint: connection.httpEndpoint,
      wsEndpoint: connection.wsEndpoint ?? draft.wsEndpoint,
      headers: draft.headers.map(line => ({ ...line, value: fillTemplate(line.value, values).text })),
    },
    pageUrl,
  );
}

/** Returns the connection of a form. Settings that the form does not show are taken from `base`. */
export function connectionOf(draft: ConnectionDraft, base: ConnectionSettings, pageUrl: string): ConnectionSettings {
  const { [PREFLIGHT]: _, ...otherUploadHeaders } = base.uploadHeaders;
  const {
    credentials: _credentials,
    requestTimeoutMs: _timeout,
    oidc: _oidc,
    signIn: _signIn,
    queries: _queries,
    views: _views,
    subscriptions: _protocol,
    readOnly: _readOnly,
    traceparent: _traceparent,
    queryMethod: _queryMethod,
    ...rest
  } = base;
  const oidc = readOidcSettings({ ...draft, keep: draft.keepSignedIn ? 'browser' : 'tab' });
  const httpEndpoint = draft.httpEndpoint.trim();
  return {
    ...rest,
    ...(draft.readOnly ? { readOnly: true } : {}),
    ...(draft.queryMethod === 'post' ? {} : { queryMethod: draft.queryMethod }),
    ...(draft.traceparent ? { traceparent: true } : {}),
    ...(draft.cookies ? { credentials: 'include' } : {}),
    ...(draft.timeout.trim() === '' ? {} : { requestTimeoutMs: Number(draft.timeout) * 1000 }),
    ...(oidc ? { oidc } : {}),
    ...(draft.subscriptions === 'auto' || draft.websocket === 'none' ? {} : { subscriptions: draft.subscriptions }),
    name: draft.name.trim() || hostOf(httpEndpoint, pageUrl),
    httpEndpoint,
    wsEndpoint: draft.websocket === 'none' ? null : draft.websocket === 'derived' ? undefined : draft.wsEndpoint.trim(),
    tokenName: draft.tokenName.trim(),
    headers: Object.fromEntries(
      draft.headers.filter(line => line.name.trim() !== '').map(line => [line.name.trim(), line.value.trim()]),
    ),
    uploadHeaders: draft.preflight ? { ...otherUploadHeaders, [PREFLIGHT]: 'true' } : otherUploadHeaders,
    persistedQueries: draft.persistedQueries,
    connectionParamsShape: draft.shape,
    customParams: draft.shape === 'custom' ? draft.customParams : '',
  };
}

/** The region of the AppSync API of a form: '' for a custom domain, null for an API that is not AppSync. */
export function appSyncRegion({ subscriptions, websocket }: ConnectionDraft, httpEndpoint: string): string | null {
  const region = regionOf(httpEndpoint.trim());
  return region !== '' || (subscriptions === 'appsync-websocket' && websocket !== 'none') ? region : null;
}

/** The token typed into the form, or the AWS credentials typed instead; '' keeps the stored ones. */
export function typedToken(draft: ConnectionDraft, httpEndpoint: string): string {
  const region = appSyncRegion(draft, httpEndpoint);
  const keys = trimmedKeys(draft);
  if (region === null || Object.values(keys).join('') === '') return draft.token.trim();
  return writeAwsKeys(region === '' ? keys : { ...keys, region: '' });
}

const trimmedKeys = ({ awsKeys }: ConnectionDraft): AwsKeys => ({
  accessKeyId: awsKeys.accessKeyId.trim(),
  secretAccessKey: awsKeys.secretAccessKey.trim(),
  sessionToken: awsKeys.sessionToken.trim(),
  region: awsKeys.region.trim(),
});

/** The first typed credential that is missing or contains invalid characters. */
function keysProblem(draft: ConnectionDraft): keyof AwsKeys | undefined {
  const region = appSyncRegion(draft, draft.httpEndpoint);
  const keys = trimmedKeys(draft);
  if (region === null || Object.values(keys).join('') === '') return undefined;
  const isBad = (name: keyof AwsKeys): boolean => !/^[!-~]{1,8000}$/.test(keys[name]);
  if (isBad('accessKeyId')) return 'accessKeyId';
  if (isBad('secretAccessKey')) return 'secretAccessKey';
  if (keys.sessionToken !== '' && isBad('sessionToken')) return 'sessionToken';
  return region === '' && isBad('region') ? 'region' : undefined;
}

/** Validates a form; returns an empty object if it can be saved. */
export function problemsOf(draft: ConnectionDraft, pageUrl: string): DraftProblems {
  const http = addressProblem(draft.httpEndpoint, pageUrl, ['http:', 'https:']);
  const ws = draft.websocket === 'own' ? addressProblem(draft.wsEndpoint, pageUrl, ['ws:', 'wss:', 'http:', 'https:']) : null;
  const headers = headerProblem(draft.headers);
  const awsKeys = keysProblem(draft);
  const custom = draft.websocket !== 'none' && draft.shape === 'custom' ? objectProblem(draft.customParams) : null;
  return {
    ...(http ? { httpEndpoint: http } : {}),
    ...(ws ? { wsEndpoint: ws } : {}),
    ...(/^[\x20-\x7e]*$/.test(draft.token.trim()) ? {} : { token: true }),
    ...(awsKeys ? { awsKeys } : {}),
    ...(headers ? { headers } : {}),
    ...(custom === null ? {} : { customParams: custom }),
    ...(/^\d{0,4}$/.test(draft.timeout.trim()) ? {} : { timeout: true }),
    ...(draft.issuer.trim() === '' || isIssuer(draft.issuer.trim()) ? {} : { issuer: true }),
    ...(draft.issuer.trim() === '' || draft.clientId.trim() !== '' ? {} : { clientId: true }),
  };
}

function addressProblem(address: string, pageUrl: string, protocols: readonly string[]): AddressProblem | null {
  try {
    const url = new URL(address.trim(), pageUrl);
    if (address.trim() === '' || !protocols.includes(url.protocol)) return 'protocol';
    if (url.username !== '' || url.password !== '') return 'password';
    return isMixedContent(url, new URL(pageUrl)) ? 'insecure' : null;
  } catch {
    return 'protocol';
  }
}

/** Header names that browsers reserve for themselves (Fetch, section 2.2.2). */
const FORBIDDEN_HEADER =
  /^(accept-(charset|encoding)|access-control-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/i;

/**
 * A name has to be a token (RFC 9110, section 5.1) and unique. A value has to be sendable by a page: Latin-1 characters without line
 * breaks.
 */
function headerProblem(lines: readonly HeaderLine[]): HeaderProblem | null {
  const seen = new Set<string>();
  for (const line of lines) {
    const header = line.name.trim();
    const value = line.value.trim();
    if (header === '' && value === '') continue;
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(header)) return { what: 'name', header };
    if (FORBIDDEN_HEADER.test(header)) return { what: 'forbidden', header };
    if (seen.has(header.toLowerCase())) return { what: 'twice', header };
    if (!/^[\t\x20-\x7e\xa0-\xff]*$/.test(value)) return { what: 'value', header };
    seen.add(header.toLowerCase());
  }
  return null;
}

function objectProblem(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? null : text.trim().slice(0, 40);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function hostOf(address: string, pageUrl: string): string {
  try {
    return new URL(address, pageUrl).host;
  } catch {
    return address;
  }
}
