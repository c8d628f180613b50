/**
 * All that belongs to a connection and outlives a screen. Every feature's screen gets that of the connection in use as its `session` prop;
 * the session of another connection goes on unseen (createApp.ts). No React here: components watch its parts with
 * ui/useReadable.
 */
import type { Clock } from '../../lib/clock';
import type { DocumentStore } from '../../lib/documentStore';
import { type KeyValueStorage, memoryStorage } from '../../lib/storage';
import { createStore, type Readable, type Store } from '../../lib/store';
import type { SchemaModel } from '../../schema/model/schemaModel';
import type { TransportConfig } from '../../transport/config';
import { createTransport } from '../../transport/createTransport';
import type { Tap, TapEvent } from '../../transport/observe/tap';
import { INIT_PAYLOADS } from '../../transport/socket/learned';
import { pageOf } from '../../transport/socket/page';
import type { Transport, World, WorldEvents } from '../../transport/transport';
import { isExampleAddress } from '../exampleData/isExampleAddress';
import { createFormDrafts, type FormDrafts } from '../history/formDrafts';
import type { Navigation } from '../navigation/navigation';
import { createSchemaCache, type InitialSchema, type SchemaCache } from '../schema/schemaCache';
import { createHeaderTokens } from '../signIn/headerTokens';
import type { OpenIdWorld } from '../signIn/openIdWorld';
import { type ConnectionSettings, type Connections, normalAddress } from './connections';
import { createCookieAccount } from './cookieAccount';
import { hostAddress } from './hostAddress';
import { keptDocuments } from './keptDocuments';
import { learnedEndpoint } from './learnedEndpoint';
import { createPreferences, type Preferences } from './preferences';
import { isSameTransport } from './sameTransport';
import { createSessionToken, type SessionToken } from './sessionToken';

/** What lives as long as a session. */
export interface SessionPart {
  dispose(): void;
  /** See `Session.underWay`; for parts that send what changes something. */
  underWay?(): readonly string[];
}

/** See the head of the file. */
export interface Session {
  /** As it is set now: its name may change during a session (sameTransport.ts). */
  readonly connection: ConnectionSettings;
  connections: Connections;
  transport: Transport;
  schema: SchemaCache;
  /** Shows a schema as its presentation says; set by code that is loaded where there is one (presentation/presentationOf.ts). */
  present: Store<(schema: SchemaModel) => SchemaModel>;
  /** The reader's language. */
  language: Readable<{ readonly tag: string }>;
  /** The transport's tap, from the session's first event on: its first listener gets the earlier events as well (wireLog.ts). */
  tap: Tap;
  navigation: Navigation;
  token: SessionToken;
  /** The token in the headers of the latest answer to the mutation of that name, once; null when there was none. */
  takeHeaderToken(operationName: string): string | null;
  /**
   * What lives as long as the session but is made by code that comes later: `feedsOf`, `actionRunsOf`, `wireOf`. Made once per name, and
   * ended with the session.
   */
  part<T extends SessionPart>(name: string, make: () => T): T;
  /** Names of what was sent to change something and has no answer yet. */
  underWay(): string[];
  /** How many feeds are open, for the frame. */
  feedCount: Store<number>;
  /** Small settings of this connection (column choices, drafts). */
  preferences: Preferences;
  /** What was typed into forms of this connection and not sent yet. */
  drafts: FormDrafts;
  /** Larger things kept for this connection (history, recent records): keys begin with `documentKey('…')`. */
  documents: DocumentStore;
  /** `connection id + ':' + name`, so that two connections never share a document. */
  documentKey(name: string): string;
  storage: KeyValueStorage;
  /** What lives as long as the tab (sessionStorage). */
  tabStorage: KeyValueStorage;
  /** Events of the page. */
  pageEvents: WorldEvents;
  /** What signing in by OpenID Connect needs of the page; null on the server. */
  openIdWorld: OpenIdWorld | null;
  clock: Clock;
  /** Address of the page, against which relative addresses are read. */
  pageUrl: string;
  /** True while rendering on the server: nothing is asked for that is not part of the first screen. */
  isServer: boolean;
  /** Sets what gets a new token when the server refuses the present one; code that comes later does (openId.ts). */
  provideRenewal(renew: () => Promise<boolean>): void;
  /** What it was made from, and the way to make another one beside it; who makes it ends it. */
  readonly options: SessionOptions;
  open(options: SessionOptions): Session;
  /** Ends the transport, closes the socket, clears every timer. */
  dispose(): void;
}

/** What `createSession` is made from. */
export interface SessionOptions {
  connection: ConnectionSettings;
  connections: Connections;
  navigation: Navigation;
  storage: KeyValueStorage;
  /** What lives as long as the tab (sessionStorage). Default: memory. */
  tabStorage?: KeyValueStorage | undefined;
  documents: DocumentStore;
  /** What signing in by OpenID Connect needs of the page. Default: it is not offered. */
  openIdWorld?: OpenIdWorld | undefined;
  clock: Clock;
  /** What lies outside the transport (fetch, WebSocket, …); its storage is the session's. */
  world?: Omit<World, 'storage'>;
  /** Address of the page, against which relative addresses are read. */
  pageUrl: string;
  /** What the configuration says beyond the connection (retries, time limits). */
  transportConfig?: TransportConfig;
  /** What is known of the schema already. */
  schema?: InitialSchema | undefined;
  /** How the schema is shown to begin with. Default: as it is. */
  present?: (schema: SchemaModel) => SchemaModel;
  /** The reader's language. Default: English. */
  language?: Readable<{ readonly tag: string }>;
}

/** Makes the websocket's init payload; its code comes with the websocket's. */
function paramsOf(connection: ConnectionSettings): TransportConfig['connectionParams'] {
  return async token => {
    const { connectionParamsFor } = await import(/* webpackChunkName: "socket" */ './connectionParams');
    return connectionParamsFor(connection)(token);
  };
}

/** The fetch of a connection: one that sends cookies, or makes example data, has code of its own. */
function fetchOf(inner: typeof fetch, connection: ConnectionSettings, documents: DocumentStore): typeof fetch {
  let own: typeof fetch | undefined;
  return connection.credentials === undefined
    ? inner
    : async (input, init) => {
        const { fetchWithCredentials } = await import(/* webpackChunkName: "socket" */ './fetchWithCredentials');
        own ??= fetchWithCredentials(inner, connection, documents);
        return own(input, init);
      };
}

/** Where cookies go along, files are sent by fetch as well: XMLHttpRequest would not send them. */
function worldOf(
  { credentials }: ConnectionSettings,
  { XMLHttpRequest, ...world }: Omit<World, 'storage'>,
): Omit<World, 'storage'> {
  return credentials === undefined && XMLHttpRequest ? { ...world, XMLHttpRequest } : world;
}

/** Opens a session: makes the transport and begins to load the schema. */
export function createSession(options: SessionOptions): Session {
  const { connections, navigation, storage, documents, clock, pageUrl, world = {} } = options;
  // Of example data nothing leaves the page, whatever the connection says besides: `credentials` leads to the fetch that makes the answers.
  const connection: ConnectionSettings = isExampleAddress(options.connection.httpEndpoint)
    ? { ...options.connection, wsEndpoint: null, subscriptions: 'sse', credentials: 'include' }
    : options.connection;
  const address = normalAddress(connection.httpEndpoint, pageUrl);
  const isServer = world.isServer ?? false;
  const tokenKey = connections.tokenKey(connection);
  const tokens = connections.tokens(connection);
  let provideRenewal: Session['provideRenewal'] = () => {};
  const renewal = new Promise<() => Promise<boolean>>(resolve => {
    provideRenewal = resolve;
  });
  const headerTokens = isServer || !world.fetch ? null : createHeaderTokens(fetchOf(world.fetch, connection, documents));
  const tabStorage = options.tabStorage ?? memoryStorage();
  const preferences = createPreferences(storage, connection.id);
  const trusted = isServer ? null : keptDocuments(preferences);
  // Who is signed in at the gateway is asked there each time.
  const cookies = createCookieAccount(connection.signIn ? memoryStorage() : storage, connection.id, address);
  const transport = createTransport(
    {
      ...options.transportConfig,
      httpEndpoint: hostAddress(connection.httpEndpoint, pageUrl),
      wsEndpoint: connection.wsEndpoint && hostAddress(connection.wsEndpoint, pageUrl),
      tokenName: tokenKey,
      ...(connection.requestTimeoutMs === undefined ? {} : { requestTimeoutMs: connection.requestTimeoutMs }),
      ...(connection.oidc ? { refreshToken: () => renewal.then(renew => renew()) } : {}),
      persistedQueries: connection.persistedQueries,
      ...(trusted ? { trustedDocuments: trusted.get } : {}),
      readOnly: connection.readOnly ?? false,
      queryMethod: connection.queryMethod ?? 'post',
      traceparent: connection.traceparent ?? false,
      headers: connection.headers,
      uploadHeaders: connection.uploadHeaders,
      // The usual one is the transport's own.
      ...(connection.connectionParamsShape === 'both' ? {} : { connectionParams: paramsOf(connection) }),
      // Where there is no websocket a subscription fails at once, unless something else is chosen.
      subscriptions: connection.subscriptions ?? (connection.wsEndpoint === null ? 'websocket' : 'auto'),
      // A payload that a person wrote is the only one sent.
      initPayloads: INIT_PAYLOADS.filter(
        shape => connection.connectionParamsShape !== 'custom' && shape !== connection.connectionParamsShape,
      ),
    },
    {
      ...worldOf(connection, world),
      ...(headerTokens ? { fetch: headerTokens.fetch } : {}),
      sendsCookies: () => Boolean(connection.credentials ?? cookies.read()),
      learned: learnedEndpoint(storage, `oriel:learned:${connection.id}`, `${address} ${connection.wsEndpoint}`),
      storage: { getItem: key => (key === tokenKey ? tokens.read() : storage.getItem(key)) },
    },
  );
  const tap = isServer ? transport.tap : recorded(transport.tap);
  const parts = new Map<string, SessionPart>();
  let isDisposed = false;
  const token = createSessionToken({
    tokens,
    cookies,
    isServer,
    onChange() {
      if (!isDisposed) transport.notifyTokenChanged();
    },
  });
  const { signedIn } = token;
  const documentKey = (name: string): string => `${connection.id}:${name}`;
  const present = createStore(options.present ?? (model => model));
  const schema = createSchemaCache({
    present,
    client: transport.client,
    documents,
    storage,
    // With the address, so that a connection that was pointed elsewhere does not show the old schema.
    key: documentKey(`schema:${address}`),
    clock,
    initial: options.schema,
    isServer,
    readOnly: connection.readOnly ?? false,
  });
  // Some endpoints show their schema, or more of it, only to those who are signed in.
  const stopWatching = signedIn.subscribe(() => {
    if (signedIn.get()) void schema.refresh();
  });
  let latest = options.connection;
  return {
    get connection() {
      const found = connections.list.get().find(each => each.id === connection.id);
      if (found && isSameTransport(found, options.connection)) latest = found;
      return latest;
    },
    connections,
    transport,
    schema,
    present,
    language: options.language ?? createStore({ tag: 'en' }),
    tap,
    navigation,
    token,
    takeHeaderToken: name => headerTokens?.take(name) ?? null,
    feedCount: createStore(0),
    part<T extends SessionPart>(name: string, make: () => T): T {
      const made = parts.get(name) ?? make();
      parts.set(name, made);
      return made as T;
    },
    underWay: () => [...parts.values()].flatMap(part => part.underWay?.() ?? []),
    preferences,
    drafts: createFormDrafts(tabStorage, connection.id),
    documents,
    documentKey,
    storage,
    tabStorage,
    pageEvents: isServer ? {} : (world.events ?? pageOf(globalThis)),
    openIdWorld: isServer ? null : (options.openIdWorld ?? null),
    clock,
    pageUrl,
    isServer,
    provideRenewal,
    options,
    open: createSession,
    dispose() {
      isDisposed = true;
      stopWatching();
      for (const part of parts.values()) part.dispose();
      schema.dispose();
      transport.dispose();
    },
  };
}

/** Events kept for the first listener. Beyond them only frames of feeds are dropped, not the outcome of requests. */
const EARLY_EVENTS = 1000;

/** A tap whose first listener gets the earlier events as well. */
function recorded(tap: Tap): Tap {
  let early: TapEvent[] | null = [];
  const stop = tap.subscribe(event => {
    if (early && (early.length < EARLY_EVENTS || event.type !== 'frame')) early.push(event);
  });
  return {
    subscribe(listener) {
      const before = early ?? [];
      early = null;
      stop();
      for (const event of before) listener(event);
      return tap.subscribe(listener);
    },
  };
}
