/**
 * The composition root: makes everything that lives as long as a page, or as long as the rendering of one request. Nothing of it is kept in
 * modules, so two requests that are rendered at the same time share nothing. What lies outside (history, storage, network, clock) is passed in.
 */
import { type Clock, systemClock } from '../lib/clock';
import { type DocumentStore, memoryDocumentStore } from '../lib/documentStore';
import type { PublicConfig } from '../lib/publicConfig';
import { type KeyValueStorage, memoryStorage } from '../lib/storage';
import { createStore, type Readable, type Store } from '../lib/store';
import { type Connections, createConnections, DEFAULT_CONNECTION } from '../session/connections/connections';
import { isSameTransport } from '../session/connections/sameTransport';
import { createSession, type Session } from '../session/connections/session';
import type { HistoryPort } from '../session/navigation/navigation';
import type { InitialSchema } from '../session/schema/schemaCache';
import type { PendingSignIn } from '../session/signIn/oidcReturn';
import type { OpenIdWorld } from '../session/signIn/openIdWorld';
import type { TransportConfig } from '../transport/config';
import type { World } from '../transport/transport';
import { configuredConnection } from './configuredConnection';
import { createLinkedNavigation, type LinkedNavigation } from './createLinkedNavigation';
import { createReaderSettings, type ReaderSettings, type ReaderSettingsOptions } from './createReaderSettings';
import { createSessions, type Sessions } from './createSessions';
import { lazyFrameCutter } from './frameCutter';

/** Everything of one page or one request. */
export interface App
  extends Pick<LinkedNavigation, 'navigation' | 'linked' | 'answerLink'>,
    Pick<ReaderSettings, 'language' | 'appearance' | 'timeZone' | 'chooseLanguage' | 'chooseTimeZone'> {
  connections: Connections;
  /** The session of the connection in use; null while a link's endpoint is asked about. */
  session: Readable<Session | null>;
  /**
   * How often the person behind the token has changed, by signing out or by another token, here or in another tab. Each time a new session
   * begins: what the old one has cached may be another person's.
   */
  accountChanges: Readable<number>;
  /** Changes that were under way when their session ended, so that their outcome stays unknown; emptied once it was shown. */
  interrupted: Store<readonly string[]>;
  /** What is under way to change something, in any connection. */
  underWay(): string[];
  /** Takes the return from an identity provider. Resolves when there is a token, or `signInFailed` says why not; never rejects. */
  completeSignIn(pending: PendingSignIn, parameters: URLSearchParams): Promise<void>;
  /** Why the last return from a provider gave no token, in the words of the provider or of the check that failed; null once it was shown. */
  signInFailed: Store<string | null>;
  /** To be called with the key of a `storage` event: another tab changed something. null: everything was cleared. */
  storageChanged(key: string | null): void;
  /** Absolute address that relative addresses of endpoints are resolved against (`Site.url`). */
  pageUrl: string;
  /**
   * To be called after hydration: what only this browser knows (its language and time zone, who is signed in) replaces what the server
   * assumed. Does nothing where nothing differs.
   */
  settle(): void;
  dispose(): void;
}

/** What `createApp` is made from. */
export interface AppOptions extends ReaderSettingsOptions {
  config: PublicConfig;
  history: HistoryPort;
  /** Absolute address that relative addresses of endpoints are resolved against (`Site.url`). */
  pageUrl: string;
  /** Default: memory. */
  storage?: KeyValueStorage;
  /** What lives as long as the tab (sessionStorage). Default: memory. */
  tabStorage?: KeyValueStorage;
  /** Default: memory. */
  documents?: DocumentStore;
  /** What signing in by OpenID Connect needs of the page. Default: it is not offered. */
  openIdWorld?: OpenIdWorld;
  /** Default: the platform's. */
  clock?: Clock;
  /** What lies outside the transport. Default: the globals. */
  world?: Omit<World, 'storage' | 'ssrState'>;
  /** Answers that the server render put into the page; of the default connection. */
  ssrState?: unknown;
  /** More for the transport: time limits, retries. */
  transportConfig?: TransportConfig;
  /** Shows the API as its presentation says; there where a connection has one. */
  presenting?: typeof import('../session/presentation/presentationOf') | undefined;
  /** What is known of the default connection's schema already. */
  schema?: InitialSchema | undefined;
}

/** Makes the App and opens its session. */
export function createApp(options: AppOptions): App {
  const { config, pageUrl, history } = options;
  const storage = options.storage ?? memoryStorage();
  const connections = createConnections({ storage, pageUrl, defaultConnection: configuredConnection(config, pageUrl) });
  const settings = createReaderSettings(storage, options);
  const links = createLinkedNavigation({ history, connections, pageUrl, onReady: () => sessions.openMissing() });
  const { navigation, linked, answerLink } = links;
  const openSession = sessionMaker(options, storage, connections, links, settings);
  const sessions = createSessions({ connections, open: openSession, mayOpen: () => linked.get() === null });
  const { current, accountChanges, interrupted } = sessions;
  const stopWatching = watchConnections(connections, sessions, links);
  const signInFailed = createStore<string | null>(null);
  let isSettled = options.rendered === undefined;

  return {
    connections,
    navigation,
    linked,
    answerLink,
    language: settings.language,
    appearance: settings.appearance,
    timeZone: settings.timeZone,
    chooseLanguage: settings.chooseLanguage,
    chooseTimeZone: settings.chooseTimeZone,
    session: current,
    accountChanges,
    interrupted,
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
        const { reasonOf } = await import(/* webpackChunkName: "open-id" */ '../transport/observe/saysNoAnswer');
        signInFailed.set(reasonOf(error));
      }
    },
    storageChanged(key) {
      for (const each of sessions.all()) each.token.reload();
      if (key === null || key.startsWith('oriel:')) connections.reload();
      settings.storageChanged(key);
    },
    settle() {
      if (isSettled) return;
      isSettled = true;
      settings.settle();
      const now = current.get();
      // The server asked without a token; a signed-in user may see more.
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

/** What a session gets that was not there when the page came. */
const NO_SERVER_STATE: Pick<AppOptions, 'schema'> & { world: Pick<World, 'ssrState'> } = { schema: undefined, world: {} };

/** Makes sessions with what lies outside the page. What the page brought with it is used by the first session alone. */
function sessionMaker(
  options: AppOptions,
  storage: KeyValueStorage,
  connections: Connections,
  { navigation }: LinkedNavigation,
  { language }: ReaderSettings,
): (connection: Session['connection']) => Session {
  const tabStorage = options.tabStorage ?? memoryStorage();
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
      tabStorage,
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

/** Keeps sessions and address in step with the connections, until the returned function is called. */
function watchConnections(connections: Connections, sessions: Sessions, links: LinkedNavigation): () => void {
  const stopWatching = connections.current.subscribe(() => {
    const before = sessions.current.get();
    const now = connections.current.get();
    // Only its name changed.
    if (before && isSameTransport(before.connection, now)) return;
    const isOther = before !== null && before.connection.id !== now.id;
    if (isOther) sessions.switchOver();
    else sessions.reopen();
    if (before !== null && !links.isFollowing()) links.begin(!isOther);
  });
  const stopListing = connections.list.subscribe(() => {
    sessions.endChanged();
    // A connection may have been saved with another token.
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
