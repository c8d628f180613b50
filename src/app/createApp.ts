/**
 * The composition root: creates everything that lives as long as a page, or as long as the render of one request. No module has state, so
 * two requests that are rendered at the same time share nothing. The environment (history, storage, network, clock) is passed in.
 */
import { type Clock, systemClock } from '../lib/clock';
import { type DocumentStore, memoryDocumentStore } from '../lib/documentStore';
import type { PublicConfig } from '../lib/page/publicConfig';
import { type KeyValueStorage, memoryStorage } from '../lib/storage';
import { createStore, type Readable, type Store } from '../lib/store';
import { type Connections, createConnections, DEFAULT_CONNECTION } from '../session/connections/connections';
import { isSameTransport } from '../session/connections/sameTransport';
import { createSession, type Session } from '../session/connections/session';
import type { HistoryPort } from '../session/navigation/navigation';
import type { InitialSchema } from '../session/schema/shownSchema';
import type { OpenIdWorld } from '../session/signIn/openIdWorld';
import type { PendingSignIn } from '../session/signIn/pendingSignIn';
import type { TransportConfig } from '../transport/config';
import type { World } from '../transport/transport';
import { configuredConnection } from './configuredConnection';
import { createLinkedNavigation, type LinkedNavigation } from './createLinkedNavigation';
import { createReaderSettings, type ReaderSettings, type ReaderSettingsOptions } from './createReaderSettings';
import { createSessions, type Sessions } from './createSessions';
import { lazyFrameCutter } from './frameCutter';

/** Everything that belongs to one page or one request. */
export interface App
  extends Pick<LinkedNavigation, 'navigation' | 'linked' | 'confirmLink'>,
    Pick<ReaderSettings, 'language' | 'appearance' | 'timeZone' | 'chooseLanguage' | 'chooseTimeZone'> {
  connections: Connections;
  /** The session of the current connection; null while the user is asked about a link's endpoint. */
  session: Readable<Session | null>;
  /**
   * How often the user behind the token has changed, by signing out or by another token, in this tab or another. A new session starts each
   * time, because the cache of the old one may contain another user's data.
   */
  accountChanges: Readable<number>;
  /** Changes that were in flight when their session ended, so that their outcome is unknown. Emptied after they are shown. */
  interrupted: Store<readonly string[]>;
  /** Name of the connection in use that another tab removed, so that this one shows another. Null after it is shown. */
  removed: Store<string | null>;
  /** Names of the changes in flight, in all connections. */
  underWay(): string[];
  /** Handles the redirect from an identity provider. Resolves when there is a token or `signInFailed` says why not; never rejects. */
  completeSignIn(pending: PendingSignIn, parameters: URLSearchParams): Promise<void>;
  /** Why the last redirect from a provider gave no token: the provider's message, or that of the failed check. Null after it is shown. */
  signInFailed: Store<string | null>;
  /** Call it with the key of a `storage` event: another tab changed something. Null: the whole storage was cleared. */
  storageChanged(key: string | null): void;
  /** Absolute URL that relative endpoints are resolved against (`Site.url`). */
  pageUrl: string;
  /**
   * Call it after hydration: replaces what the server assumed by what only this browser knows (language, time zone, sign-in). Does nothing
   * if there is no difference.
   */
  settle(): void;
  dispose(): void;
}

/** Options of `createApp`. */
export interface AppOptions extends ReaderSettingsOptions {
  config: PublicConfig;
  history: HistoryPort;
  /** Absolute URL that relative endpoints are resolved against (`Site.url`). */
  pageUrl: string;
  /** Default: memory. */
  storage?: KeyValueStorage;
  /** Storage for the lifetime of the tab (sessionStorage). Default: memory. */
  tabStorage?: KeyValueStorage;
  /** Default: memory. */
  documents?: DocumentStore;
  /** The browser APIs for signing in by OpenID Connect. Default: OpenID Connect is not offered. */
  openIdWorld?: OpenIdWorld;
  /** Default: the platform's. */
  clock?: Clock;
  /** The environment of the transport. Default: the globals. */
  world?: Omit<World, 'storage' | 'ssrState'>;
  /** Results that the server render put into the page, for the default connection. */
  ssrState?: unknown;
  /** Further options of the transport, such as timeouts and retries. */
  transportConfig?: TransportConfig;
  /** The module that applies a presentation to the schema; loaded only if a connection has one. */
  presenting?: typeof import('../session/presentation/presentationOf') | undefined;
  /** The schema of the default connection, if it is already known. */
  schema?: InitialSchema | undefined;
}

/** Creates the App and opens its session. */
export function createApp(options: AppOptions): App {
  const { config, pageUrl, history } = options;
  const storage = options.storage ?? memoryStorage();
  const { tabStorage = memoryStorage() } = options;
  const defaultConnection = configuredConnection(config, pageUrl);
  const connections = createConnections({ storage, tabStorage, pageUrl, defaultConnection });
  const settings = createReaderSettings(storage, options);
  const links = createLinkedNavigation({ history, connections, pageUrl, onReady: () => sessions.openMissing() });
  const { navigation, linked, confirmLink } = links;
  const openSession = sessionMaker({ ...options, tabStorage }, storage, connections, links, settings);
  const sessions = createSessions({ connections, open: openSession, mayOpen: () => linked.get() === null });
  const { current, accountChanges, interrupted } = sessions;
  const stopWatching = watchConnections(connections, sessions, links);
  const signInFailed = createStore<string | null>(null);
  const removed = createStore<string | null>(null);
  let isSettled = options.rendered === undefined;

  return {
    connections,
    navigation,
    linked,
    confirmLink,
    language: settings.language,
    appearance: settings.appearance,
    timeZone: settings.timeZone,
    chooseLanguage: settings.chooseLanguage,
    chooseTimeZone: settings.chooseTimeZone,
    session: current,
    accountChanges,
    interrupted,
    removed,
    underWay: () => sessions.all().flatMap(each => each.underWay()),
    pageUrl,
    signInFailed,
    async completeSignIn(pending, parameters) {
      try {
        const now = current.get();
        if (now?.connection.id !== pending.connectionId) throw new Error('The connection that was to be signed in is not in use');
        const { openIdOf } = await import(/* webpackChunkName: "open-id" */ '../session/signIn/openId');
        await openIdOf(now)?.complete(pending, parameters);
      } catch (error) {
        const { reasonOf } = await import(/* webpackChunkName: "open-id" */ '../transport/observe/isNoResponseMessage');
        signInFailed.set(reasonOf(error));
      }
    },
    storageChanged(key) {
      for (const each of sessions.all()) each.token.reload();
      const { id, name } = connections.current.get();
      if (key === null || key.startsWith('oriel:')) connections.reload();
      if (connections.list.get().every(each => each.id !== id)) removed.set(name);
      settings.storageChanged(key);
    },
    settle() {
      if (isSettled) return;
      isSettled = true;
      settings.settle();
      const now = current.get();
      // The server rendered without a token; a signed-in user may see more.
      if (now?.connection.id === DEFAULT_CONNECTION && options.schema && now.token.signedIn.get()) void now.schema.refresh();
    },
    dispose() {
      stopWatching();
      settings.dispose();
      sessions.dispose();
      navigation.dispose();
    },
  };
}

/** The initial state of a session without server-rendered data. */
const NO_SERVER_STATE: Pick<AppOptions, 'schema'> & { world: Pick<World, 'ssrState'> } = { schema: undefined, world: {} };

/** Returns a function that creates sessions. Only the first session uses the data that the server rendered into the page. */
function sessionMaker(
  options: AppOptions,
  storage: KeyValueStorage,
  connections: Connections,
  { navigation }: LinkedNavigation,
  { language }: ReaderSettings,
): (connection: Session['connection']) => Session {
  const documents = options.documents ?? memoryDocumentStore();
  const clock = options.clock ?? systemClock;
  const cutFrame = lazyFrameCutter();
  let brought: typeof NO_SERVER_STATE = { schema: options.schema, world: { ssrState: options.ssrState } };
  return connection => {
    const { schema, world } = connection.id === DEFAULT_CONNECTION ? brought : NO_SERVER_STATE;
    brought = NO_SERVER_STATE;
    const { presenting } = options;
    const session = createSession({
      connection,
      language: language.current,
      ...(presenting ? { present: presenting.configuredPresenter(connection, language.current.get().tag) } : {}),
      connections,
      navigation,
      storage,
      tabStorage: options.tabStorage,
      openIdWorld: options.openIdWorld,
      documents,
      clock,
      pageUrl: options.pageUrl,
      schema,
      world: { cutFrame, ...options.world, ...world },
      ...(options.transportConfig ? { transportConfig: options.transportConfig } : {}),
    });
    presenting?.presentationOf(session);
    return session;
  };
}

/** Keeps sessions and address in sync with the connections, until the returned function is called. */
function watchConnections(connections: Connections, sessions: Sessions, links: LinkedNavigation): () => void {
  const stopWatching = connections.current.subscribe(() => {
    const before = sessions.current.get();
    const now = connections.current.get();
    // Only the name of the connection changed.
    if (before && isSameTransport(before.connection, now)) return;
    const isOther = before !== null && before.connection.id !== now.id;
    if (isOther) sessions.switchOver();
    else sessions.reopen();
    if (before !== null && !links.isFollowing()) links.begin(!isOther);
  });
  const stopListing = connections.list.subscribe(() => {
    sessions.endChanged();
    // A connection may have been saved with a new token.
    for (const each of sessions.all()) {
      const now = connections.list.get().find(connection => connection.id === each.connection.id);
      if (now && isSameTransport(now, each.connection)) each.token.reload();
    }
  });
  return () => {
    stopListing();
    stopWatching();
  };
}
