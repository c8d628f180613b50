/**
 * The session holds the state of a connection that outlives a screen: transport, schema, token, drafts. Every screen gets the session of the
 * current connection as its `session` prop; sessions of other connections continue in the background (createApp.ts). No React here:
 * components subscribe to its stores with ui/useReadable.
 */
import type { Clock } from '../../lib/clock';
import type { DocumentStore } from '../../lib/documentStore';
import { type KeyValueStorage, memoryStorage } from '../../lib/storage';
import { createStore, type Readable, type Store } from '../../lib/store';
import type { SchemaModel } from '../../schema/model/schemaModel';
import type { TransportConfig } from '../../transport/config';
import type { Tap, TapEvent } from '../../transport/observe/tap';
import { pageOf } from '../../transport/socket/page';
import type { Transport, World, WorldEvents } from '../../transport/transport';
import { isExampleAddress } from '../exampleData/isExampleAddress';
import { createFormDrafts, type FormDrafts } from '../history/formDrafts';
import type { Navigation } from '../navigation/navigation';
import { createSchemaCache, type SchemaCache } from '../schema/schemaCache';
import type { InitialSchema } from '../schema/shownSchema';
import type { OpenIdWorld } from '../signIn/openIdWorld';
import { type ConnectionSettings, type Connections, normalAddress } from './connections';
import { createCookieAccount } from './cookieAccount';
import { keptDocuments } from './keptDocuments';
import { openTransport } from './openTransport';
import { createPreferences, type Preferences } from './preferences';
import { isSameTransport } from './sameTransport';
import { createSessionToken, type SessionToken } from './sessionToken';

/** An object that is disposed with its session. */
export interface SessionPart {
  dispose(): void;
  /** See `Session.underWay`; for parts that send mutations. */
  underWay?(): readonly string[];
}

/** The state of one connection. */
export interface Session {
  /** The present settings: the name can change during a session (sameTransport.ts). */
  readonly connection: ConnectionSettings;
  connections: Connections;
  transport: Transport;
  schema: SchemaCache;
  /** Applies the presentation to a schema. Set by presentation/presentationOf.ts, which is loaded only if there is a presentation. */
  present: Store<(schema: SchemaModel) => SchemaModel>;
  /** The user's language. */
  language: Readable<{ readonly tag: string }>;
  /** The transport's tap. The first listener also receives the events since the session began (wireLog.ts). */
  tap: Tap;
  navigation: Navigation;
  token: SessionToken;
  /** Removes and returns the token in the headers of the latest response to the mutation with that name; null if there was none. */
  takeHeaderToken(operationName: string): string | null;
  /**
   * Returns the part with that name, creating it on the first call; disposed with the session. For code that is loaded later: `feedsOf`,
   * `actionRunsOf`, `wireOf`.
   */
  part<T extends SessionPart>(name: string, make: () => T): T;
  /** Names of the mutations that were sent and have no result yet. */
  underWay(): string[];
  /** Number of open feeds, shown in the page frame. */
  feedCount: Store<number>;
  /** Small settings of this connection (column choices, drafts). */
  preferences: Preferences;
  /** Unsent input of this connection's forms. */
  drafts: FormDrafts;
  /** Larger documents of this connection (history, recent records); keys start with `documentKey('…')`. */
  documents: DocumentStore;
  /** Returns `connection id + ':' + name`, so that two connections never share a document. */
  documentKey(name: string): string;
  storage: KeyValueStorage;
  /** Storage of this tab (sessionStorage). */
  tabStorage: KeyValueStorage;
  /** Page events, such as going online or becoming visible. */
  pageEvents: WorldEvents;
  /** Page functions for signing in by OpenID Connect; null on the server. */
  openIdWorld: OpenIdWorld | null;
  clock: Clock;
  /** URL of the page, the base of relative addresses. */
  pageUrl: string;
  /** True while rendering on the server: only data of the first screen is requested. */
  isServer: boolean;
  /** Sets the function that renews a refused token. Called by code that is loaded later (openId.ts). */
  provideRenewal(renew: () => Promise<boolean>): void;
  /** The options that this session was created from. */
  readonly options: SessionOptions;
  /** Creates another session; the caller must dispose it. */
  open(options: SessionOptions): Session;
  /** Ends the transport, closes the socket, clears every timer. */
  dispose(): void;
}

/** Options of `createSession`. */
export interface SessionOptions {
  connection: ConnectionSettings;
  connections: Connections;
  navigation: Navigation;
  storage: KeyValueStorage;
  /** Storage of this tab (sessionStorage). Default: memory. */
  tabStorage?: KeyValueStorage | undefined;
  documents: DocumentStore;
  /** Page functions for signing in by OpenID Connect. Default: not offered. */
  openIdWorld?: OpenIdWorld | undefined;
  clock: Clock;
  /** Platform functions for the transport (fetch, WebSocket, …); the session adds the storage. */
  world?: Omit<World, 'storage'>;
  /** URL of the page, the base of relative addresses. */
  pageUrl: string;
  /** Transport settings beyond those of the connection (retries, time limits). */
  transportConfig?: TransportConfig;
  /** A schema that is already known, for example from the server's render. */
  schema?: InitialSchema | undefined;
  /** The initial value of `Session.present`. Default: the schema unchanged. */
  present?: (schema: SchemaModel) => SchemaModel;
  /** The user's language. Default: English. */
  language?: Readable<{ readonly tag: string }>;
}

/** Opens a session: creates the transport and starts to load the schema. */
export function createSession(options: SessionOptions): Session {
  const { connections, navigation, storage, documents, clock, pageUrl, world = {} } = options;
  // Example data never leaves the page, whatever else the settings contain: `credentials` selects the fetch that generates the responses.
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
  const tabStorage = options.tabStorage ?? memoryStorage();
  const preferences = createPreferences(storage, connection.id);
  const trusted = isServer ? null : keptDocuments(preferences);
  // The account at the gateway is not remembered: the gateway is asked each time.
  const cookies = createCookieAccount(connection.signIn ? memoryStorage() : storage, connection.id, address);
  const { transport, takeHeaderToken } = openTransport(connection, {
    address,
    pageUrl,
    config: options.transportConfig,
    world,
    storage,
    documents,
    tokenKey,
    readToken: tokens.read,
    refreshToken: () => renewal.then(renew => renew()),
    sendsCookies: () => Boolean(connection.credentials ?? cookies.read()),
    trustedDocuments: trusted?.get,
  });
  const tap = isServer ? transport.tap : recorded(transport.tap);
  const parts = sessionParts();
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
    // The key contains the address, so that a connection with a new address does not show the old schema.
    key: documentKey(`schema:${address}`),
    clock,
    initial: options.schema,
    isServer,
    readOnly: connection.readOnly ?? false,
  });
  // Some endpoints return their schema, or more of it, only to signed-in users.
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
    takeHeaderToken,
    feedCount: createStore(0),
    ...parts,
    preferences,
    drafts: createFormDrafts(tabStorage, `${connection.id}:${address}`),
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
      parts.dispose();
      schema.dispose();
      transport.dispose();
    },
  };
}

/** The parts of a session, created when code that is loaded later needs them. */
function sessionParts(): Pick<Session, 'part' | 'underWay' | 'dispose'> {
  const parts = new Map<string, SessionPart>();
  return {
    part<T extends SessionPart>(name: string, make: () => T): T {
      const made = parts.get(name) ?? make();
      parts.set(name, made);
      return made as T;
    },
    underWay: () => [...parts.values()].flatMap(part => part.underWay?.() ?? []),
    dispose() {
      for (const part of parts.values()) part.dispose();
    },
  };
}

/** Number of events recorded for the first listener. After that only frames of feeds are dropped, never events of requests. */
const EARLY_EVENTS = 1000;

/** Wraps a tap so that its first listener also receives the earlier events. */
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
