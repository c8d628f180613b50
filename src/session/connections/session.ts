/**
 * All that belongs to a connection and outlives a screen. Every feature's screen gets that of the connection in use as its `session` prop;
 * that of another one goes on unseen until somebody comes back to it (createApp.ts). No React here: components watch its parts with
 * ui/useReadable.
 */
import type { Clock } from '../../lib/clock';
import type { DocumentStore } from '../../lib/documentStore';
import type { KeyValueStorage } from '../../lib/storage';
import { createStore, type Readable, type Store } from '../../lib/store';
import { assembleTransport } from '../../transport/assembleTransport';
import type { TransportConfig } from '../../transport/config';
import { laterParts } from '../../transport/laterParts';
import type { Tap, TapEvent } from '../../transport/tap';
import type { Transport, World } from '../../transport/transport';
import type { TransportParts } from '../../transport/transportParts';
import type { Navigation } from '../navigation/navigation';
import { createSchemaCache, type InitialSchema, type SchemaCache } from '../schema/schemaCache';
import { type ConnectionSettings, type Connections, normalAddress } from './connections';
import { createPreferences, type Preferences } from './preferences';

/** The token of the connection. Its value is read by the transport alone; screens learn whether there is one. */
export interface SessionToken {
  /** True while a token is kept. */
  signedIn: Readable<boolean>;
  /** Keeps a token (trimmed, a leading "Bearer " taken off) and tells the transport; an empty one signs out. */
  set(token: string): void;
  /** Signs out. */
  clear(): void;
  /** Looks again: another tab signed in or out. The transport hears that by itself. */
  reload(): void;
  /** Asks the frame to open its sign-in window; for screens, when the server says that nobody is signed in. */
  ask(): void;
  /** How often it was asked for. */
  asked: Readable<number>;
  /** The tokens that were kept in this session, to hold them back from whatever is recorded. In memory only. */
  known: Readable<readonly string[]>;
}

/** What lives as long as a session. */
export interface SessionPart {
  dispose(): void;
  /** See `Session.underWay`; for parts that send what changes something. */
  underWay?(): readonly string[];
}

/** See the head of the file. */
export interface Session {
  connection: ConnectionSettings;
  connections: Connections;
  transport: Transport;
  schema: SchemaCache;
  /** The transport's tap, from the session's first event on: its first listener is told what came before (wireLog.ts). */
  tap: Tap;
  navigation: Navigation;
  token: SessionToken;
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
  /** Larger things kept for this connection (history, recent records): keys begin with `documentKey('…')`. */
  documents: DocumentStore;
  /** `connection id + ':' + name`, so that two connections never share a document. */
  documentKey(name: string): string;
  storage: KeyValueStorage;
  clock: Clock;
  /** Address of the page, against which relative addresses are read. */
  pageUrl: string;
  /** True while rendering on the server: nothing is asked for that is not part of the first screen. */
  isServer: boolean;
  /** Ends the transport, closes the socket, clears every timer. */
  dispose(): void;
}

/** What `createSession` is made from. */
export interface SessionOptions {
  connection: ConnectionSettings;
  connections: Connections;
  navigation: Navigation;
  storage: KeyValueStorage;
  documents: DocumentStore;
  clock: Clock;
  /** What lies outside the transport (fetch, WebSocket, …); its storage is the session's. */
  world?: Omit<World, 'storage'>;
  /** Address of the page, against which relative addresses are read. */
  pageUrl: string;
  /** What the configuration says beyond the connection (retries, time limits). */
  transportConfig?: TransportConfig;
  /** What is known of the schema already. */
  schema?: InitialSchema | undefined;
  /** Parts of the transport that are there already. Default: those that come when they are wanted. */
  parts?: Partial<TransportParts> | undefined;
}

/** Makes the websocket's init payload; its code comes with the websocket's. */
function paramsOf(connection: ConnectionSettings): TransportConfig['connectionParams'] {
  return async token => {
    const { connectionParamsFor } = await import(/* webpackChunkName: "socket" */ './connectionParams');
    return connectionParamsFor(connection)(token);
  };
}

/** Opens a session: makes the transport and begins to load the schema. */
export function createSession(options: SessionOptions): Session {
  const { connection, connections, navigation, storage, documents, clock, world = {} } = options;
  const isServer = world.isServer ?? false;
  const tokenKey = connections.tokenKey(connection);
  const transport = assembleTransport(
    {
      ...options.transportConfig,
      httpEndpoint: connection.httpEndpoint,
      ...(connection.wsEndpoint === undefined ? {} : { wsEndpoint: connection.wsEndpoint }),
      tokenName: tokenKey,
      persistedQueries: connection.persistedQueries,
      headers: connection.headers,
      uploadHeaders: connection.uploadHeaders,
      // The usual one is the transport's own.
      ...(connection.connectionParamsShape === 'both' ? {} : { connectionParams: paramsOf(connection) }),
    },
    { ...world, storage },
    { ...laterParts, ...options.parts },
  );
  const tap = isServer ? transport.tap : recorded(transport.tap);
  const parts = new Map<string, SessionPart>();
  const first = isServer ? null : storage.getItem(tokenKey);
  const known = createStore<readonly string[]>(first ? [first] : []);
  const signedIn = createStore(!isServer && Boolean(storage.getItem(tokenKey)), false);
  const reload = (): void => signedIn.set(Boolean(storage.getItem(tokenKey)));
  const keep = (token: string): void => {
    const bare = token.trim().replace(/^bearer\s+/i, '');
    if (bare !== '') known.update(tokens => [...tokens, bare]);
    if (bare === '') storage.removeItem(tokenKey);
    else storage.setItem(tokenKey, bare);
    transport.notifyTokenChanged();
    reload();
  };
  const asked = createStore(0);
  const documentKey = (name: string): string => `${connection.id}:${name}`;
  const schema = createSchemaCache({
    client: transport.client,
    documents,
    storage,
    // With the address, so that a connection that was pointed elsewhere does not show the old schema.
    key: documentKey(`schema:${normalAddress(connection.httpEndpoint, options.pageUrl)}`),
    clock,
    initial: options.schema,
    isServer,
  });
  // An endpoint may tell its schema only to those who are signed in.
  const stopWatching = signedIn.subscribe(() => {
    const state = schema.get();
    const refused = state.status === 'failed' || (state.status === 'ready' && state.refreshFailure !== null);
    if (signedIn.get() && refused) void schema.refresh();
  });
  return {
    connection,
    connections,
    transport,
    schema,
    tap,
    navigation,
    token: { signedIn, set: keep, clear: () => keep(''), reload, known, asked, ask: () => asked.update(count => count + 1) },
    feedCount: createStore(0),
    part<T extends SessionPart>(name: string, make: () => T): T {
      const made = parts.get(name) ?? make();
      parts.set(name, made);
      return made as T;
    },
    underWay: () => [...parts.values()].flatMap(part => part.underWay?.() ?? []),
    preferences: createPreferences(storage, connection.id),
    documents,
    documentKey,
    storage,
    clock,
    pageUrl: options.pageUrl,
    isServer,
    dispose() {
      stopWatching();
      for (const part of parts.values()) part.dispose();
      schema.dispose();
      transport.dispose();
    },
  };
}

/** Events kept for the first listener; beyond them the frames of feeds are let go, not what says how a request came out. */
const EARLY_EVENTS = 1000;

/** A tap whose first listener is told what came before it. */
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
