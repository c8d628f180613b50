/**
 * The configuration of a page. The server puts it into `<script type="application/json" id="oriel-config">`, a static host serves it as
 * config.json. Nothing in it is secret. All values are checked here, once; an error names the wrong key.
 */

/** The client's settings. All keys are optional; the transport has the defaults. */
export interface PublicConfig {
  /**
   * URL that queries and mutations are posted to: '.' (the page's URL), a URL relative to the page ('./graphql'), a path on this origin
   * ('/graphql') or an http(s) URL. Default 'graphql'.
   */
  httpEndpoint?: string;
  /** URL of the websocket: a path on this origin or a ws(s) URL. Default: derived from `httpEndpoint`. Null: no websocket. */
  wsEndpoint?: string | null;
  /** Storage key of the bearer token. Default 'apollo-token'. */
  tokenName?: string;
  /** Send queries by hash first. Default false. */
  persistedQueries?: boolean;
  /** Offer no changes of data, and refuse mutations. Default false. */
  readOnly?: boolean;
  /**
   * Protocol of subscriptions: 'websocket', 'legacy-websocket', 'appsync-websocket', 'sse', 'sse-single', 'multipart'. Default: detected at
   * the endpoint.
   */
  subscriptions?: string;
  /** Name of the connection in the UI. Default: the endpoint's host. */
  name?: string;
  /** Headers of every request. Not for secrets, because the page shows them to everyone. Default: none. */
  headers?: Record<string, string>;
  /** `include`: send cookies to other origins too. Default: to the page's own origin only. */
  credentials?: 'include';
  /** `hash`: the host serves a single URL, so the screens are in the fragment. Default: `path` in pages of the server. */
  addresses?: 'path' | 'hash';
  /** Sign-in by OpenID Connect: `issuer` and `clientId`; `scope`, `resource` and `keep` ('tab' or 'browser') are optional. */
  openId?: Record<string, string>;
  /** Sample operations in Query, read by starterQueries.ts. Default: none. */
  queries?: readonly unknown[];
  /** Views that everyone sees in the rail, in the format of an exported views file; read by savedViews.ts. Default: none. */
  views?: readonly unknown[];
  /** Labels, order, formats and more for this API, read by presentation.ts. Default: none. */
  presentation?: object;
  /** 'gateway': the page's server signs users in and keeps the tokens (server/signIn/). Default: the page does. */
  signIn?: 'gateway';
}

const SUBSCRIPTIONS: readonly string[] = ['websocket', 'legacy-websocket', 'appsync-websocket', 'sse', 'sse-single', 'multipart'];

/** The id of the script element with the configuration in a page of the server. */
export const PUBLIC_CONFIG_ID = 'oriel-config';

/**
 * Checks a parsed JSON value.
 * @returns a new object with the known keys that are set
 * @throws TypeError that names the wrong key. An unknown key is an error too, so that a typo does not silently select a default.
 */
export function readPublicConfig(json: unknown): PublicConfig {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new TypeError('The configuration must be a JSON object.');
  // Without a prototype, a missing key is never found there.
  const config: PublicConfig = Object.create(null);
  for (const [key, value] of Object.entries(json)) {
    switch (key) {
      case 'httpEndpoint':
        config.httpEndpoint = address(key, value, ['http:', 'https:']);
        break;
      case 'wsEndpoint':
        config.wsEndpoint = value === null ? null : address(key, value, ['ws:', 'wss:']);
        break;
      case 'tokenName':
      case 'name':
        config[key] = text(key, value);
        break;
      case 'persistedQueries':
      case 'readOnly':
        if (typeof value !== 'boolean') refuse(key, value, 'true or false');
        config[key] = value;
        break;
      case 'subscriptions':
        if (!SUBSCRIPTIONS.includes(value as string)) refuse(key, value, `one of ${SUBSCRIPTIONS.join(', ')}`);
        config.subscriptions = value as string;
        break;
      case 'headers':
        config.headers = headers(key, value);
        break;
      case 'credentials':
        if (value !== 'include') refuse(key, value, '"include"');
        config.credentials = value;
        break;
      case 'addresses':
        if (value !== 'path' && value !== 'hash') refuse(key, value, '"path" or "hash"');
        config.addresses = value;
        break;
      case 'openId':
        config.openId = openId(key, value);
        break;
      case 'queries':
        if (!Array.isArray(value)) refuse(key, value, 'a list of operations');
        config.queries = value;
        break;
      case 'views':
        if (!Array.isArray(value)) refuse(key, value, 'a list of views');
        config.views = value;
        break;
      case 'presentation':
        if (typeof value !== 'object' || value === null) refuse(key, value, 'an object');
        config.presentation = value;
        break;
      case 'signIn':
        if (value !== 'gateway') refuse(key, value, '"gateway"');
        config.signIn = value;
        break;
      default:
        throw new TypeError(`${key} is not a key of the configuration.`);
    }
  }
  return config;
}

/**
 * Reads the text of config.json.
 * @throws Error that names the file and what is wrong in it.
 */
export function readConfigFile(text: string): PublicConfig {
  try {
    return readPublicConfig(JSON.parse(text));
  } catch (cause) {
    const reason = (cause as Error).message;
    throw new Error(cause instanceof SyntaxError ? `config.json is not valid JSON: ${reason}` : `config.json: ${reason}`, {
      cause,
    });
  }
}

function refuse(key: string, value: unknown, wanted: string): never {
  throw new TypeError(`${key} must be ${wanted}, not ${valueInError(value)}.`);
}

/** A wrong value in the text of an error. Some values have no JSON, such as a BigInt: then their type. */
export function valueInError(value: unknown): string {
  try {
    return JSON.stringify(value) ?? typeof value;
  } catch {
    return typeof value;
  }
}

/** Checks that names and values are valid in an HTTP request. */
function headers(key: string, value: unknown): Record<string, string> {
  const wanted = 'an object of header names and texts';
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(key, value, wanted);
  const entries = Object.entries(value).filter(([name]) => name !== '__proto__');
  for (const [name, content] of entries) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || typeof content !== 'string' || /[^\t\x20-\x7e\x80-\xff]/.test(content))
      refuse(key, value, wanted);
  }
  return Object.fromEntries(entries);
}

function text(key: string, value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '') refuse(key, value, 'a non-empty string');
  return value;
}

const OPEN_ID_KEYS: ReadonlySet<string> = new Set(['issuer', 'clientId', 'scope', 'resource', 'keep']);

function openId(key: string, value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(key, value, 'an object');
  const settings: Record<string, string> = Object.create(null);
  for (const [name, part] of Object.entries(value)) {
    if (!OPEN_ID_KEYS.has(name)) throw new TypeError(`${key}.${name} is not a key of the configuration.`);
    settings[name] = text(`${key}.${name}`, part);
  }
  address(`${key}.issuer`, settings.issuer, ['http:', 'https:']);
  text(`${key}.clientId`, settings.clientId);
  return settings;
}

/** Checks a path on the page's origin, or an absolute URL with one of the schemes. A URL with a user name or password is refused. */
function address(key: string, value: unknown, schemes: readonly string[]): string {
  const wanted = `a path that begins with / or ./ or an address with ${schemes.join(' or ')}`;
  if (typeof value !== 'string') refuse(key, value, wanted);
  // The page's own URL, a path from the host's root, or one relative to the page.
  if (value === '.' || /^\/(?![/\\])\S*$/.test(value) || /^\.{1,2}\/[^\s\\]*$/.test(value)) return value;
  const url = parseAddress(value);
  if (url === null || !schemes.includes(url.protocol) || url.hash !== '') refuse(key, value, wanted);
  if (url.username !== '' || url.password !== '') throw new TypeError(`${key} must not hold a user name or a password.`);
  return value;
}

function parseAddress(value: string): URL | null {
  try {
    return new URL(value);
  } catch {
    return null;
  }
}
