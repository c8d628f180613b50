/** The options of an embedded Oriel. They are validated when the server starts; an error names the invalid option. */
import { readPresentation } from '../lib/page/presentation';
import { type PublicConfig, readPublicConfig, valueInError } from '../lib/page/publicConfig';
import { readStarterQueries, type StarterQuery } from '../lib/page/starterQueries';
import { type GivenViews, readGivenViews } from './givenViews';

/** Options of `createOriel`. All are optional. */
export interface OrielOptions {
  /** URL of the API: a path on this host ('/graphql'), one relative to the page ('./graphql') or an http(s) URL. Default '/graphql'. */
  endpoint?: string;
  /** URL of the websocket. Default: derived from the endpoint. Null: the API has none. */
  wsEndpoint?: string | null;
  /** Headers of every request that the page sends. Every visitor can read them, so they must not be secret. Default: none. */
  headers?: Readonly<Record<string, string>>;
  /** 'include': send cookies to a cross-origin endpoint too. Default: to the page's own origin only. */
  credentials?: 'same-origin' | 'include';
  /** Name of the connection in the UI. Default: the endpoint's host. */
  name?: string;
  /** Storage key of the bearer token in the browser. Default 'apollo-token'. */
  tokenName?: string;
  /** Send queries by hash first (automatic persisted queries). Default false. */
  persistedQueries?: boolean;
  /** Offer no changes of data, and refuse mutations in the page. Default false. */
  readOnly?: boolean;
  /** Protocol of subscriptions. Default: detected at the endpoint. */
  subscriptions?: 'websocket' | 'legacy-websocket' | 'appsync-websocket' | 'sse' | 'sse-single' | 'multipart';
  /** Sample operations in Query, at most 50. Every visitor can read them. Default: none. */
  queries?: readonly StarterQuery[];
  /** Views that every visitor sees in the rail: the parsed JSON of an exported views file, or the list in it. Default: none. */
  views?: GivenViews;
  /** Labels, order, formats and more for this API: the content of a presentation.json. Default: none. */
  presentation?: object;
  /** Which pages may embed the page in a frame: none, those of this origin, or those of the given origins. Default false. */
  allowFraming?: boolean | readonly string[];
  /** The path of the page ('/oriel'). Default: any path that the host passes on; with Yoga, its endpoint. */
  path?: string;
  /** False: respond to nothing, so that the code can stay where Oriel is not wanted (production). Default true. */
  enabled?: boolean;
}

/** The options with defaults applied. */
export interface ReadOptions {
  config: PublicConfig;
  frameAncestors: readonly string[];
  path: string | null;
  enabled: boolean;
}

const KEYS: ReadonlySet<string> = new Set([
  'endpoint',
  'wsEndpoint',
  'headers',
  'credentials',
  'name',
  'tokenName',
  'persistedQueries',
  'readOnly',
  'subscriptions',
  'queries',
  'views',
  'presentation',
  'allowFraming',
  'path',
  'enabled',
]);
const ORIGIN = /^https?:\/\/[\w.-]+(?::\d{1,5})?$/;

/**
 * Reads the options.
 * @throws TypeError that names the invalid option
 */
export function readOrielOptions(options: OrielOptions = {}): ReadOptions {
  if (!isPlain(options)) throw new TypeError('createOriel: the options must be an object.');
  for (const key of Object.keys(options)) if (!KEYS.has(key)) throw new TypeError(`createOriel: ${key} is not an option.`);
  const { endpoint = '/graphql', allowFraming = false, path, enabled = true, credentials = 'same-origin' } = options;
  const shared: Record<string, unknown> = { addresses: 'hash' };
  for (const key of ['wsEndpoint', 'headers', 'name', 'tokenName', 'persistedQueries', 'readOnly', 'subscriptions'] as const) {
    if (options[key] !== undefined) shared[key] = options[key];
  }
  // The entries of a Headers or a Map are not its properties, so it would be read as empty.
  for (const key of ['headers', 'presentation'] as const)
    if (options[key] !== undefined && !isPlain(options[key])) refuse(key, 'a plain object', options[key]);
  if (credentials === 'include') shared.credentials = credentials;
  else if (credentials !== 'same-origin') refuse('credentials', "'same-origin' or 'include'", credentials);
  if (options.queries !== undefined)
    shared.queries = readStarterQueries(options.queries, (where, wanted) => {
      throw new TypeError(`createOriel: ${where} must be ${wanted}.`);
    });
  if (options.views !== undefined)
    shared.views = readGivenViews(options.views, (where, wanted) => {
      throw new TypeError(`createOriel: ${where} must be ${wanted}.`);
    });
  if (options.presentation !== undefined) shared.presentation = readShown(options.presentation);
  if (typeof enabled !== 'boolean') refuse('enabled', 'true or false', enabled);
  if (path !== undefined && (typeof path !== 'string' || !/^(?:\/[\w.~-]+)*\/?$/.test(path)))
    refuse('path', "a path such as '/oriel'", path);
  return {
    config: readConfig({ ...shared, httpEndpoint: endpoint }),
    frameAncestors: readAncestors(allowFraming),
    path: path === undefined ? null : path.replace(/\/$/, ''),
    enabled,
  };
}

const isPlain = (value: unknown): boolean => Object.prototype.toString.call(value) === '[object Object]';

/** Validates a presentation and returns it unchanged. */
function readShown(presentation: object): object {
  try {
    readPresentation(presentation);
  } catch (error) {
    throw new TypeError(`createOriel: presentation: ${(error as Error).message}`);
  }
  return presentation;
}

/** Reads the configuration. Its errors say `httpEndpoint`, which is called `endpoint` here. */
function readConfig(config: unknown): PublicConfig {
  try {
    return readPublicConfig(config);
  } catch (error) {
    throw new TypeError(`createOriel: ${(error as Error).message.replace('httpEndpoint', 'endpoint')}`);
  }
}

function readAncestors(allowed: unknown): readonly string[] {
  if (allowed === false) return ["'none'"];
  if (allowed === true) return ["'self'"];
  if (Array.isArray(allowed) && allowed.length > 0 && allowed.every(origin => typeof origin === 'string' && ORIGIN.test(origin)))
    return allowed;
  return refuse('allowFraming', "true, false or a list of origins such as ['https://intranet.example.com']", allowed);
}

function refuse(option: string, wanted: string, value: unknown): never {
  throw new TypeError(`createOriel: ${option} must be ${wanted}, not ${valueInError(value)}.`);
}
