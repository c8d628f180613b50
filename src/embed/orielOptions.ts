/** The options of an embedded Oriel. Each is checked when the server starts, and a wrong one is refused by its name. */
import { readPresentation } from '../lib/presentation';
import { type PublicConfig, readPublicConfig } from '../lib/publicConfig';
import { readStarterQueries, type StarterQuery } from '../lib/starterQueries';
import { type GivenViews, readGivenViews } from './givenViews';

/** What `createOriel` takes. Every key may be left out. */
export interface OrielOptions {
  /** Where the API is: a path of this host ('/graphql'), one relative to the page ('./graphql') or an http(s) address. Default '/graphql'. */
  endpoint?: string;
  /** Where the websocket is. Default: the endpoint's. null: the API has none. */
  wsEndpoint?: string | null;
  /** Sent with every request of the page. Everybody who opens the page can read them: no secrets. Default: none. */
  headers?: Readonly<Record<string, string>>;
  /** 'include': cookies go along to an endpoint of another origin too. Default: to the own origin only. */
  credentials?: 'same-origin' | 'include';
  /** What the connection is called on the screen. Default: the endpoint's host. */
  name?: string;
  /** Storage key of the bearer token in the browser. Default 'apollo-token'. */
  tokenName?: string;
  /** Send queries by hash first (automatic persisted queries). Default false. */
  persistedQueries?: boolean;
  /** Offer nothing that changes data, and refuse mutations in the page. Default false. */
  readOnly?: boolean;
  /** What carries subscriptions. Default: what the endpoint answers to. */
  subscriptions?: 'websocket' | 'legacy-websocket' | 'appsync-websocket' | 'sse' | 'sse-single' | 'multipart';
  /** Operations that Query offers to begin with, at most 50. Everybody who opens the page can read them. Default: none. */
  queries?: readonly StarterQuery[];
  /** Views that everyone finds in the rail: an exported file of views, parsed, or the list in it. Everybody can read them. Default: none. */
  views?: GivenViews;
  /** Labels, order, formats and more for this API: the content of a presentation.json. Default: none. */
  presentation?: object;
  /** Which pages may show this one in a frame: none, those of this origin, or the origins given. Default false. */
  allowFraming?: boolean | readonly string[];
  /** The one path of the page ('/oriel'). Default: whatever path the host hands over. */
  path?: string;
  /** false: nothing is answered, so that the line can stay where Oriel is not wanted (production). Default true. */
  enabled?: boolean;
}

/** The options with their defaults. */
export interface ReadOptions {
  config: PublicConfig;
  frameAncestors: readonly string[];
  path: string | null;
  enabled: boolean;
}

const KEYS: ReadonlySet<string> = new Set([
  ...[
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
  ],
]);
const ORIGIN = /^https?:\/\/[\w.-]+(?::\d{1,5})?$/;

/**
 * Reads the options.
 * @throws TypeError that names the option
 */
export function readOrielOptions(options: OrielOptions = {}): ReadOptions {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new TypeError('createOriel: the options must be an object.');
  for (const key of Object.keys(options)) if (!KEYS.has(key)) throw new TypeError(`createOriel: ${key} is no option.`);
  const { endpoint = '/graphql', allowFraming = false, path, enabled = true, credentials = 'same-origin' } = options;
  const shared: Record<string, unknown> = { addresses: 'hash' };
  for (const key of ['wsEndpoint', 'headers', 'name', 'tokenName', 'persistedQueries', 'readOnly', 'subscriptions'] as const) {
    if (options[key] !== undefined) shared[key] = options[key];
  }
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

/** Checks a presentation; the page gets it as it was given. */
function readShown(presentation: object): object {
  try {
    readPresentation(presentation);
  } catch (error) {
    throw new TypeError(`createOriel: presentation: ${(error as Error).message}`);
  }
  return presentation;
}

/** The check of the configuration speaks of `httpEndpoint`. */
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

function refuse(option: string, wanted: string, given: unknown): never {
  throw new TypeError(`createOriel: ${option} must be ${wanted}, not ${JSON.stringify(given)}.`);
}
