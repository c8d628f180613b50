/**
 * Reads the server's configuration from environment variables. Everything is checked before anything starts. A wrong value causes an error
 * that names the variable and the expected value, so that a server never runs with an unintended default. A misspelt name causes an error
 * too.
 */
import { readFileSync } from 'node:fs';
import { checkPresentationFile } from '../lib/page/presentation';
import { type PublicConfig, readPublicConfig } from '../lib/page/publicConfig';
import { textOfBytes } from '../lib/text/textOfBytes';
import { readUpstreamHeaders } from './gateway/readUpstreamHeaders';
import { refuse } from './settingsError';
import { readSignIn, SIGN_IN_VARIABLES, type SignInSettings } from './signIn/readSignIn';
import { unknownVariables } from './unknownVariables';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** How much is logged. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The settings of the server. */
export interface Settings {
  /** 0 to 65535; 0 lets the system choose. Default 4000. */
  port: number;
  /** Address to listen on. Default '127.0.0.1'. */
  host: string;
  /** The configuration of every page. */
  publicConfig: PublicConfig;
  /** Replaces the wide default of the policy's `connect-src`; null keeps it. */
  connectSources: readonly string[] | null;
  /** The URL that the gateway forwards to; null: no gateway. */
  upstream: URL | null;
  /** Longest wait for the start of the upstream's response, and longest silence within it, in ms. Default 60000. */
  upstreamTimeoutMs: number;
  /** Headers added to requests to the upstream, by lower-case name; secret. */
  upstreamHeaders: Readonly<Record<string, string>>;
  /** How the gateway signs its users in; null: it does not. Contains secrets. */
  signIn: SignInSettings | null;
  /** Host names of this server, besides the loopback names and its own IP address. */
  allowedHosts: readonly string[];
  /** Whether a proxy in front sets `X-Forwarded-Host`, `-Proto` and `-For`. Default false. */
  trustProxy: boolean;
  /** The embedded harbour back end; set if there is neither an endpoint nor an upstream. */
  harbour: { dataDir: string; databaseUrl?: string } | null;
  /** Default 'info', or 'warn' if the log goes to a terminal. */
  logLevel: LogLevel;
  /** Unknown variables that start with ORIEL and have no effect. */
  unknown: readonly string[];
}

/** Defaults that depend on where the server was started. */
export interface SettingsDefaults {
  /** Folder of the embedded database. */
  dataDir: string;
  logLevel: LogLevel;
}

/**
 * Reads the settings. An empty variable counts as not set.
 * @throws SettingsError
 */
export function readSettings(env: NodeJS.ProcessEnv, defaults: SettingsDefaults): Settings {
  const get = (name: string): string | undefined => env[name]?.trim() || undefined;
  const upstream = readUpstream(get('ORIEL_UPSTREAM'));
  const publicConfig = readPublic(get);
  if (upstream !== null && publicConfig.httpEndpoint !== undefined) {
    refuse(
      'ORIEL_UPSTREAM',
      nameOf =>
        `cannot be set together with ${nameOf('ORIEL_HTTP_ENDPOINT')}: either the browser talks to the API or this server does.`,
    );
  }
  const presentation = get('ORIEL_PRESENTATION');
  if (presentation !== undefined) publicConfig.presentation = readPresented(presentation);
  const signIn = readSignIn(get, upstream !== null);
  const upstreamHeaders = readAddedHeaders(get('ORIEL_UPSTREAM_HEADERS'), upstream);
  if (signIn !== null) {
    if (Object.hasOwn(upstreamHeaders, 'authorization'))
      refuse('ORIEL_UPSTREAM_HEADERS', 'cannot set authorization together with ORIEL_OIDC_ISSUER, which puts the token there.');
    publicConfig.signIn = 'gateway';
  }
  const embedded = upstream === null && publicConfig.httpEndpoint === undefined;
  if (embedded) publicConfig.name ??= 'Harbour';
  return {
    port: readWhole('PORT', get('PORT'), 4000, 0, 65_535),
    host: get('HOST') ?? '127.0.0.1',
    publicConfig,
    connectSources: readSources(get('ORIEL_CONNECT_SRC')),
    upstream,
    upstreamTimeoutMs: readWhole('ORIEL_UPSTREAM_TIMEOUT_MS', get('ORIEL_UPSTREAM_TIMEOUT_MS'), 60_000, 1, 3_600_000),
    upstreamHeaders,
    signIn,
    allowedHosts: readHosts(get('ORIEL_ALLOWED_HOSTS'), get('HOST')),
    trustProxy: readSwitch('ORIEL_TRUST_PROXY', get('ORIEL_TRUST_PROXY')),
    harbour: embedded ? { dataDir: get('ORIEL_DATA_DIR') ?? defaults.dataDir, ...readDatabase(get('DATABASE_URL')) } : null,
    logLevel: readLevel(get('ORIEL_LOG_LEVEL'), defaults.logLevel),
    unknown: readUnknown(env),
  };
}

/** Refuses misspelt names, which would otherwise have no effect without notice. Returns the other unknown names. */
function readUnknown(env: NodeJS.ProcessEnv): string[] {
  const unknown = unknownVariables(env, VARIABLES);
  for (const { name, meant } of unknown) if (meant !== null) refuse(name, `is not known. Did you mean ${meant}?`);
  return unknown.map(({ name }) => name);
}

function readWhole(variable: string, value: string | undefined, fallback: number, least: number, most: number): number {
  if (value === undefined) return fallback;
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= least && number <= most))
    refuse(variable, `must be a whole number from ${least} to ${most}, not ${JSON.stringify(value)}.`);
  return number;
}

/** The environment variable of each key of the public configuration. */
const PUBLIC_VARIABLES = {
  httpEndpoint: 'ORIEL_HTTP_ENDPOINT',
  wsEndpoint: 'ORIEL_WS_ENDPOINT',
  tokenName: 'ORIEL_TOKEN_NAME',
  persistedQueries: 'ORIEL_PERSISTED_QUERIES',
  readOnly: 'ORIEL_READ_ONLY',
  subscriptions: 'ORIEL_SUBSCRIPTIONS',
  name: 'ORIEL_NAME',
} as const satisfies Record<
  Exclude<
    keyof PublicConfig,
    'addresses' | 'headers' | 'credentials' | 'openId' | 'signIn' | 'queries' | 'views' | 'presentation'
  >,
  string
>;

/** All variables that start with ORIEL. */
const VARIABLES = [
  ...Object.values(PUBLIC_VARIABLES),
  'ORIEL_PRESENTATION',
  'ORIEL_CONNECT_SRC',
  'ORIEL_UPSTREAM',
  'ORIEL_UPSTREAM_TIMEOUT_MS',
  'ORIEL_UPSTREAM_HEADERS',
  'ORIEL_ALLOWED_HOSTS',
  'ORIEL_TRUST_PROXY',
  'ORIEL_DATA_DIR',
  ...SIGN_IN_VARIABLES,
  'ORIEL_LOG_LEVEL',
];

function readPublic(get: (name: string) => string | undefined): PublicConfig {
  const config: PublicConfig = {};
  for (const [key, variable] of Object.entries(PUBLIC_VARIABLES)) {
    const value = get(variable);
    if (value === undefined) continue;
    try {
      Object.assign(config, readPublicConfig({ [key]: fromText(key, value) }));
    } catch (error) {
      // The error names the key, but the operator has set a variable.
      refuse(variable, (error as Error).message.replace(`${key} `, ''));
    }
  }
  return config;
}

/** Converts the text of a variable: 'true' and 'false' to booleans, 'none' to null for the websocket. Other values stay strings. */
function fromText(key: string, value: string): unknown {
  if (key === 'persistedQueries' || key === 'readOnly') return value === 'true' ? true : value === 'false' ? false : value;
  return key === 'wsEndpoint' && value === 'none' ? null : value;
}

/** Reads the presentation from a file. */
function readPresented(file: string): object {
  try {
    return checkPresentationFile(textOfBytes(readFileSync(file))) ?? {};
  } catch (error) {
    return refuse('ORIEL_PRESENTATION', `must be the path of a presentation: ${(error as Error).message}`);
  }
}

function readUpstream(value: string | undefined): URL | null {
  if (value === undefined) return null;
  const wanted = 'must be an address with http: or https:, such as https://api.example.com/graphql';
  let url: URL;
  try {
    url = new URL(value);
  } catch {
    return refuse('ORIEL_UPSTREAM', `${wanted}.`);
  }
  // The value is not repeated in the message, because it may contain a password.
  if (url.username !== '' || url.password !== '') refuse('ORIEL_UPSTREAM', `${wanted}, without a user name or a password.`);
  if ((url.protocol !== 'http:' && url.protocol !== 'https:') || url.hash !== '') refuse('ORIEL_UPSTREAM', `${wanted}.`);
  return url;
}

function readAddedHeaders(value: string | undefined, upstream: URL | null): Readonly<Record<string, string>> {
  if (value === undefined) return {};
  if (upstream === null)
    refuse('ORIEL_UPSTREAM_HEADERS', nameOf => `has an effect only together with ${nameOf('ORIEL_UPSTREAM')}.`);
  try {
    return readUpstreamHeaders(value);
  } catch (error) {
    return refuse('ORIEL_UPSTREAM_HEADERS', (error as Error).message);
  }
}

const HOST_NAME = /^(?:\*|\.?[a-z0-9_](?:[a-z0-9_.-]{0,252})|\[[0-9a-f:.]+\])$/;

/** The allowed host names. The address to listen on is one of them, unless it stands for all addresses. */
function readHosts(value: string | undefined, host: string | undefined): readonly string[] {
  const names = (value ?? '').split(/[\s,]+/).filter(name => name !== '');
  const hosts = names.map(name => name.toLowerCase());
  for (const [at, name] of hosts.entries()) {
    if (!HOST_NAME.test(name))
      refuse(
        'ORIEL_ALLOWED_HOSTS',
        `must be a list of host names without a port, such as oriel.example.com, and ${JSON.stringify(names[at])} is none.`,
      );
  }
  if (host === undefined || host === '0.0.0.0' || host === '::') return hosts;
  return [...hosts, host.includes(':') ? `[${host.toLowerCase()}]` : host.toLowerCase()];
}

function readSwitch(variable: string, value: string | undefined): boolean {
  if (value !== undefined && value !== 'true' && value !== 'false')
    refuse(variable, `must be true or false, not ${JSON.stringify(value)}.`);
  return value === 'true';
}

/** A scheme (`https:`) or a host with optional scheme, port and path. Keywords such as 'unsafe-eval' are not allowed here. */
const SOURCE =
  /^(?:[a-z][a-z0-9+.-]*:|(?:(?:https?|wss?):\/\/)?(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::(?:\d{1,5}|\*))?(?:\/[^\s;,'"]*)?)$/i;

function readSources(value: string | undefined): readonly string[] | null {
  if (value === undefined) return null;
  // 'self' is always allowed, because the page must reach its own back end.
  const sources = value.split(/[\s,]+/).filter(source => source !== '' && source !== "'self'");
  for (const source of sources) {
    if (!SOURCE.test(source))
      refuse(
        'ORIEL_CONNECT_SRC',
        `must be a list of origins such as https://api.example.com, and ${JSON.stringify(source)} is none.`,
      );
  }
  return sources;
}

function readDatabase(value: string | undefined): { databaseUrl?: string } {
  if (value === undefined) return {};
  // Not repeated in the message either, because it usually contains a password.
  if (!/^postgres(?:ql)?:\/\/\S+$/.test(value))
    refuse('DATABASE_URL', 'must be an address that begins with postgres:// or postgresql://.');
  return { databaseUrl: value };
}

function readLevel(value: string | undefined, fallback: LogLevel): LogLevel {
  if (value === undefined) return fallback;
  const level = LOG_LEVELS.find(name => name === value);
  return level ?? refuse('ORIEL_LOG_LEVEL', `must be one of ${LOG_LEVELS.join(', ')}, not ${JSON.stringify(value)}.`);
}
