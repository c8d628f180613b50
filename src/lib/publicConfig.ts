/**
 * The configuration of a page, given by the server in `<script type="application/json" id="oriel-config">` or by a static host in
 * config.json. Nothing in it is secret. Every value is checked once, here, and an error names the key that is wrong.
 */

/** Settings of the client at run time. Every key may be left out; the transport's defaults then hold. */
export interface PublicConfig {
  /**
   * Where queries and mutations are posted to: '.' (the address of the page), an address relative to it ('./graphql'), a path of this origin
   * ('/graphql') or an http(s) address. Default 'graphql'.
   */
  httpEndpoint?: string;
  /** The websocket: a path of this origin or a ws(s) address. Default: derived from `httpEndpoint`. null: there is none. */
  wsEndpoint?: string | null;
  /** Storage key of the bearer token. Default 'apollo-token'. */
  tokenName?: string;
  /** Send queries by hash first. Default false. */
  persistedQueries?: boolean;
  /** Offer nothing that changes data, and refuse mutations. Default false. */
  readOnly?: boolean;
  /** What carries subscriptions: 'websocket', 'legacy-websocket', 'appsync-websocket', 'sse', 'sse-single', 'multipart'. Default: what the endpoint answers to. */
  subscriptions?: string;
  /** What the connection is called on the screen. Default: the endpoint's host. */
  name?: string;
  /** Sent with every request. Not for secrets: the page shows them to everybody. Default: none. */
  headers?: Record<string, string>;
  /** `include`: cookies go along to another origin too. Default: to the own origin only. */
  credentials?: 'include';
  /** `hash`: the host answers the page's own address only, so that screens are behind the fragment. Default: `path` in pages of the server. */
  addresses?: 'path' | 'hash';
  /** Sign-in by OpenID Connect: `issuer` and `clientId`; `scope`, `resource` and `keep` ('tab' or 'browser') may be left out. */
  openId?: Record<string, string>;
  /** Operations to begin with in Query; starterQueries.ts reads them where they are shown. Default: none. */
  queries?: readonly unknown[];
  /** Views that everyone finds in the rail, as an exported file of views lists them; savedViews.ts reads them. Default: none. */
  views?: readonly unknown[];
  /** Labels, order, formats and more for this API; presentation.ts reads it where it is used. Default: none. */
  presentation?: object;
  /** 'gateway': the server of this page signs people in and keeps the tokens (server/signIn/). Default: the page does. */
  signIn?: 'gateway';
}

const SUBSCRIPTIONS: readonly string[] = ['websocket', 'legacy-websocket', 'appsync-websocket', 'sse', 'sse-single', 'multipart'];

/** The id of the script element that carries the configuration in a page of the server. */
export const PUBLIC_CONFIG_ID = 'oriel-config';

/**
 * Checks a parsed JSON value.
 * @returns a new object that holds the known keys which were given
 * @throws TypeError that names the wrong key; an unknown key is wrong too, so that a typing error is not taken for a default.
 */
export function readPublicConfig(json: unknown): PublicConfig {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new TypeError('The configuration must be a JSON object.');
  // Without a prototype: a key that is not given is never found elsewhere.
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
    throw new Error(cause instanceof SyntaxError ? `config.json is no valid JSON: ${reason}` : `config.json: ${reason}`, {
      cause,
    });
  }
}

function refuse(key: string, value: unknown, wanted: string): never {
  throw new TypeError(`${key} must be ${wanted}, not ${JSON.stringify(value)}.`);
}

/** Names and values that a request can carry. */
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
  if (typeof value !== 'string' || value.trim() === '') refuse(key, value, 'a text that is not empty');
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

/** A path of the page's own origin, or an absolute address with one of the schemes. An address with a password is refused. */
function address(key: string, value: unknown, schemes: readonly string[]): string {
  const wanted = `a path that begins with / or ./ or an address with ${schemes.join(' or ')}`;
  if (typeof value !== 'string') refuse(key, value, wanted);
  // The address of the page itself, a path from the host's root, or one relative to the page.
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
