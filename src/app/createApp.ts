/**
 * The composition root: makes everything that lives as long as a page, or as long as the rendering of one request. Nothing of it is kept in
 * modules, so two requests rendered at once never meet. What lies outside (history, storage, network, clock) is handed in.
 */
import { firstEnglish } from '../i18n/firstEnglish';
import { deviceTimeZone } from '../i18n/formats';
import type { CatalogueSource } from '../i18n/language';
import { createLanguageStore, type LanguageStore } from '../i18n/languageStore';
import { type AnyLanguageTag, knownLanguage, matchLanguage } from '../i18n/languages';
import { loadCatalogue } from '../i18n/loadCatalogue';
import { type Clock, systemClock } from '../lib/clock';
import { type DocumentStore, memoryDocumentStore } from '../lib/documentStore';
import type { PublicConfig } from '../lib/publicConfig';
import type { Reader } from '../lib/reader';
import { type KeyValueStorage, memoryStorage } from '../lib/storage';
import { createStore, type Readable, type Store } from '../lib/store';
import { type Appearance, type AppearanceState, createAppearance } from '../session/connections/appearance';
import {
  type ConnectionSettings,
  type Connections,
  createConnections,
  DEFAULT_CONNECTION,
} from '../session/connections/connections';
import { openAddress } from '../session/connections/openAddress';
import { isSameTransport } from '../session/connections/sameTransport';
import { createSession, type Session } from '../session/connections/session';
import { createNavigation, type HistoryPort, type Navigation } from '../session/navigation/navigation';
import type { InitialSchema } from '../session/schema/schemaCache';
import type { PendingSignIn } from '../session/signIn/oidcReturn';
import { readOidcSettings } from '../session/signIn/oidcSettings';
import type { OpenIdWorld } from '../session/signIn/openIdWorld';
import type { TransportConfig } from '../transport/config';
import { SUBSCRIPTION_PROTOCOLS } from '../transport/socket/learned';
import type { World } from '../transport/transport';
import { endpointHistory, splitEndpoint } from './endpointHistory';

/** A link that was followed and names another endpoint than the one in use; nothing was sent there yet. */
export interface LinkedEndpoint {
  endpoint: string;
  /** The connection with that address, if there is one. */
  known: ConnectionSettings | null;
}

/** Everything of one page or one request. */
export interface App {
  connections: Connections;
  navigation: Navigation;
  language: LanguageStore;
  appearance: Appearance;
  /** The session of the connection in use; null while a link's endpoint is asked about. */
  session: Readable<Session | null>;
  /**
   * How often the person behind the token has changed, by signing out or by another token, here or in another tab. Each time a new session
   * begins: what the old one has cached may be another person's.
   */
  accountChanges: Readable<number>;
  /** Changes that were under way when their session ended, so that their outcome stays unknown; emptied once it was shown. */
  interrupted: Store<readonly string[]>;
  /** What is under way to change something, in whichever connection. */
  underWay(): string[];
  linked: Readable<LinkedEndpoint | null>;
  /** Answers that question: opens the endpoint (a connection is made for an unknown one), or stays and forgets the link. */
  answerLink(open: boolean): void;
  /** Takes the return from an identity provider. Resolves when there is a token, or `signInFailed` says why not; never rejects. */
  completeSignIn(pending: PendingSignIn, parameters: URLSearchParams): Promise<void>;
  /** Why the last return from a provider gave no token, in the words of the provider or of the check that failed; null once it was shown. */
  signInFailed: Store<string | null>;
  /** Takes a language and remembers it. */
  chooseLanguage(tag: AnyLanguageTag): Promise<boolean>;
  /** Takes a time zone (null: the device's) and remembers it; false for an unknown one. */
  chooseTimeZone(zone: string | null): boolean;
  /** The time zone that was chosen; null: the device's. */
  timeZone: Readable<string | null>;
  /** To be called with the key of a `storage` event: another tab changed something. null: everything was cleared. */
  storageChanged(key: string | null): void;
  /** Absolute address that relative addresses of endpoints are resolved against (`Site.url`). */
  pageUrl: string;
  /**
   * To be called once the page of a server render has been taken over: what is known in this browser alone (its language and time zone,
   * who is signed in) takes the place of what the server assumed. Does nothing where nothing differs.
   */
  settle(): void;
  dispose(): void;
}

/** What `createApp` is made from. */
export interface AppOptions {
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
  /**
   * The language to begin with and its texts (`initialLanguage`, `loadCatalogue`). Default: English. `failed`: the one it should have been,
   * whose texts could not be had.
   */
  language?: { tag: AnyLanguageTag; catalogue?: CatalogueSource | undefined; failed?: AnyLanguageTag };
  /** The reader's languages in order (`navigator.languages`), for the variety of dates and numbers. */
  wishes?: readonly string[];
  /** Default: loadCatalogue. */
  loadLanguage?: (tag: AnyLanguageTag) => Promise<CatalogueSource | undefined>;
  /** More for the transport: time limits, retries. */
  transportConfig?: TransportConfig;
  /** What is known of the default connection's schema already. */
  schema?: InitialSchema | undefined;
  /**
   * What a server render took the reader to be, or takes them to be. Until `settle` the page is shown so. `isChosen`: the language is one
   * that was chosen, not guessed.
   */
  rendered?: { timeZone: string; isChosen: boolean; appearance: AppearanceState };
  /** Keeps what the next server render has to know of the reader. Called by `settle` and after every change. Default: nothing. */
  keepReader?: (reader: Reader) => void;
}

/** What a session gets that was not there when the page came. */
const NO_SERVER_STATE: Pick<AppOptions, 'schema'> & { world: Pick<World, 'ssrState'> } = { schema: undefined, world: {} };

const LANGUAGE_KEY = 'oriel:language';
const TIME_ZONE_KEY = 'oriel:time-zone';

/** The language to begin with: the one chosen before, else what fits the reader's wishes (`navigator.languages`) best. */
export function initialLanguage(storage: KeyValueStorage, wishes: readonly string[]): AnyLanguageTag {
  const chosen = storage.getItem(LANGUAGE_KEY);
  return (chosen !== null && knownLanguage(chosen)) || matchLanguage(wishes);
}

/** Makes the App and opens its session. */
export function createApp(options: AppOptions): App {
  const { config, pageUrl } = options;
  const storage = options.storage ?? memoryStorage();
  const tabStorage = options.tabStorage ?? memoryStorage();
  const documents = options.documents ?? memoryDocumentStore();
  const clock = options.clock ?? systemClock;
  const connections = createConnections({ storage, pageUrl, defaultConnection: configuredConnection(config, pageUrl) });
  const timeZone = createStore(storage.getItem(TIME_ZONE_KEY), null);
  const language = createLanguageStore({
    ...options.language,
    english: firstEnglish,
    timeZone: options.rendered?.timeZone ?? timeZone.get(),
    wishes: options.wishes,
    load: options.loadLanguage ?? loadCatalogue,
  });
  const appearance = createAppearance(storage, options.rendered?.appearance);
  const keepReader = (): void => {
    const chosen = knownLanguage(storage.getItem(LANGUAGE_KEY) ?? '');
    options.keepReader?.({
      ...(chosen ? { language: chosen } : {}),
      timeZone: language.current.get().formats.timeZone,
      ...appearance.get(),
    });
  };
  let isSettled = options.rendered === undefined;
  const stopKeeping = appearance.subscribe(keepReader);

  const linked = createStore<LinkedEndpoint | null>(null);
  const arrival = options.history.read();
  const named = splitEndpoint(arrival).endpoint;
  if (named !== null) {
    const known = connections.findByEndpoint(named) ?? null;
    if (known?.id !== connections.current.get().id) linked.set({ endpoint: named, known });
  } else if (arrival.split('?')[0] !== '/' && connections.current.get().id !== DEFAULT_CONNECTION) {
    // A link without an endpoint is of the default connection; the bare address is of the one used last.
    connections.select(DEFAULT_CONNECTION);
  }

  const endpointInUse = (): string | null => {
    const asked = linked.get();
    if (asked) return openAddress(asked.endpoint, pageUrl);
    const current = connections.current.get();
    return current.id === DEFAULT_CONNECTION ? null : openAddress(current.httpEndpoint, pageUrl);
  };
  let isFollowing = false;
  const takeFollowed = (id: string): void => {
    isFollowing = true;
    connections.select(id);
    isFollowing = false;
  };
  /**
   * Back and Forward lead to where one was, in whichever connection that was. What is no connection any longer is asked about; a question
   * that was open is one of the place that was left.
   */
  const follow = (): void => {
    const { endpoint, rest } = splitEndpoint(options.history.read());
    // The bare address is of the connection used last, as on arrival.
    if (endpoint === null && rest === '/') linked.set(null);
    else {
      const known = endpoint === null ? connections.list.get()[0] : connections.findByEndpoint(endpoint);
      linked.set(known || endpoint === null ? null : { endpoint, known: null });
      if (known) takeFollowed(known.id);
    }
    if (!session.get()) session.set(open());
  };
  const history = endpointHistory(options.history, endpointInUse, follow);
  const navigation = createNavigation(history);

  const interrupted = createStore<readonly string[]>([]);
  const signInFailed = createStore<string | null>(null);
  const end = (ended: Session | null | undefined): void => {
    const names = ended?.underWay() ?? [];
    ended?.dispose();
    if (names.length > 0) interrupted.update(before => [...before, ...names]);
  };
  /** Sessions of other connections that were in use, by id: what was begun there goes on. */
  const left = new Map<string, Session>();
  const sessions = (): Session[] => [session.get(), ...left.values()].filter(each => each !== null);
  /** Ends those whose connection is gone or another one now. */
  const endChanged = (): void => {
    for (const [id, other] of left) {
      const now = connections.list.get().find(connection => connection.id === id);
      if (now && isSameTransport(now, other.connection)) continue;
      left.delete(id);
      end(other);
    }
  };

  let brought: typeof NO_SERVER_STATE = { schema: options.schema, world: { ssrState: options.ssrState } };
  const open = (): Session | null => {
    if (linked.get()) return null;
    const connection = connections.current.get();
    const known = left.get(connection.id);
    if (known) {
      left.delete(connection.id);
      // As a first visit does: it may have changed meanwhile.
      void known.schema.refresh();
      return known;
    }
    // What a page brought with it is of its first session; who comes back later asks anew.
    const { schema, world } = connection.id === DEFAULT_CONNECTION ? brought : NO_SERVER_STATE;
    brought = NO_SERVER_STATE;
    const opened = createSession({
      connection,
      connections,
      navigation,
      storage,
      tabStorage,
      openIdWorld: options.openIdWorld,
      documents,
      clock,
      pageUrl,
      schema,
      world: { ...options.world, ...world },
      ...(options.transportConfig ? { transportConfig: options.transportConfig } : {}),
    });
    const { signedIn, replaced } = opened.token;
    const endAccount = (): void => {
      if (left.get(connection.id) === opened) {
        left.delete(connection.id);
        end(opened);
      }
      if (session.get() !== opened) return;
      reopen();
      accountChanges.update(count => count + 1);
    };
    replaced.subscribe(endAccount);
    signedIn.subscribe(() => {
      if (!signedIn.get()) endAccount();
    });
    return opened;
  };
  const accountChanges = createStore(0);
  // Begun with what it opens: that is what a page rendered on the server shows, and the first pass over it.
  const session: Store<Session | null> = createStore(open());
  const reopen = (): void => {
    const before = session.get();
    session.set(open());
    end(before);
  };
  const stopWatching = connections.current.subscribe(() => {
    const before = session.get();
    const now = connections.current.get();
    const other = before !== null && before.connection.id !== now.id;
    // Only its name changed.
    if (before && isSameTransport(before.connection, now)) return;
    if (other) {
      left.set(before.connection.id, before);
      // What is there of a removed one ends here.
      endChanged();
      session.set(open());
    } else reopen();
    if (before === null || isFollowing) return;
    // The same address in another connection is another place: begin at its first screen, unless a link led here.
    if (!other || navigation.address.get().path.startsWith('/connections')) {
      // Where one stays on the screen the address is of the connection in use now: a reload and a link lead to it.
      history.replace(history.read());
    } else if (history.read() === '/') history.push('/');
    else navigation.go('/');
  });
  const stopListing = connections.list.subscribe(() => {
    endChanged();
    // A connection may have been saved with another token.
    for (const each of sessions()) {
      const now = connections.list.get().find(connection => connection.id === each.connection.id);
      if (now && isSameTransport(now, each.connection)) each.token.reload();
    }
  });

  return {
    connections,
    navigation,
    language,
    appearance,
    session,
    accountChanges,
    interrupted,
    underWay: () => sessions().flatMap(each => each.underWay()),
    linked,
    timeZone,
    pageUrl,
    answerLink(accept) {
      const asked = linked.get();
      if (!asked) return;
      linked.set(null);
      const stay = (): void => {
        navigation.go('/', { replace: true });
        // Also where this was the address already: without the endpoint behind it.
        history.replace('/');
        if (!session.get()) session.set(open());
      };
      if (!accept) return stay();
      const connection =
        asked.known ?? connections.draft({ name: hostOf(asked.endpoint, pageUrl), httpEndpoint: asked.endpoint });
      try {
        if (!asked.known) connections.save(connection);
      } catch {
        // Not an http(s) address: there is nothing to open.
        return stay();
      }
      takeFollowed(connection.id);
      if (!session.get()) session.set(open());
    },
    signInFailed,
    async completeSignIn(pending, parameters) {
      try {
        const now = session.get();
        if (now?.connection.id !== pending.connectionId) throw new Error('The connection that was to be signed in is not in use');
        const { openIdOf } = await import(/* webpackChunkName: "open-id" */ '../session/signIn/openId');
        await openIdOf(now)?.complete(pending, parameters);
      } catch (error) {
        const { reasonOf } = await import(/* webpackChunkName: "open-id" */ '../transport/observe/saysNoAnswer');
        signInFailed.set(reasonOf(error));
      }
    },
    async chooseLanguage(tag) {
      const taken = await language.choose(tag);
      if (!taken) return false;
      storage.setItem(LANGUAGE_KEY, tag);
      keepReader();
      return true;
    },
    chooseTimeZone(zone) {
      if (!language.setTimeZone(zone)) return false;
      if (zone === null) storage.removeItem(TIME_ZONE_KEY);
      else storage.setItem(TIME_ZONE_KEY, zone);
      timeZone.set(zone);
      keepReader();
      return true;
    },
    storageChanged(key) {
      for (const each of sessions()) each.token.reload();
      if (key === null || key.startsWith('oriel:')) {
        connections.reload();
        appearance.reload();
      }
      if (key === null || key === LANGUAGE_KEY) {
        const chosen = knownLanguage(storage.getItem(LANGUAGE_KEY) ?? '');
        if (chosen && chosen !== language.current.get().tag) void language.choose(chosen);
      }
      if (key === null || key === TIME_ZONE_KEY) {
        const zone = storage.getItem(TIME_ZONE_KEY);
        if (zone !== timeZone.get() && language.setTimeZone(zone)) timeZone.set(zone);
      }
    },
    settle() {
      if (isSettled) return;
      isSettled = true;
      const zone = timeZone.get();
      const before = language.current.get();
      if ((zone ?? deviceTimeZone()) !== before.formats.timeZone) language.setTimeZone(zone);
      // Where nothing is stored the cookie is all there is, and it is copied back.
      if (options.rendered?.isChosen && storage.getItem(LANGUAGE_KEY) === null) storage.setItem(LANGUAGE_KEY, before.tag);
      const chosen = initialLanguage(storage, options.wishes ?? []);
      if (chosen !== before.tag || (chosen !== 'en' && !options.language?.catalogue)) void language.choose(chosen);
      const now = session.get();
      // The server asked without a token; a signed-in user may see more.
      if (now?.connection.id === DEFAULT_CONNECTION && options.schema && now.token.signedIn.get()) void now.schema.refresh();
      keepReader();
    },
    dispose() {
      stopListing();
      stopWatching();
      stopKeeping();
      for (const each of sessions()) each.dispose();
      navigation.dispose();
    },
  };
}

/** The connection of the page's configuration. */
function configuredConnection(given: PublicConfig, pageUrl: string): ConnectionSettings {
  // Own keys only: what the configuration leaves out must not be found on a prototype.
  const config: PublicConfig = Object.assign(Object.create(null), given);
  // Beside the page, wherever that is.
  const httpEndpoint = config.httpEndpoint ?? 'graphql';
  const oidc = readOidcSettings(config.openId);
  const subscriptions = SUBSCRIPTION_PROTOCOLS.find(each => each === config.subscriptions);
  return {
    id: DEFAULT_CONNECTION,
    name: config.name ?? hostOf(httpEndpoint, pageUrl),
    httpEndpoint,
    wsEndpoint: config.wsEndpoint,
    tokenName: config.tokenName ?? 'apollo-token',
    ...(oidc ? { oidc } : {}),
    headers: config.headers ?? {},
    ...(config.credentials ? { credentials: config.credentials } : {}),
    persistedQueries: config.persistedQueries ?? false,
    ...(config.readOnly ? { readOnly: true } : {}),
    ...(subscriptions ? { subscriptions } : {}),
    connectionParamsShape: 'both',
    customParams: '',
    uploadHeaders: {},
  };
}

function hostOf(address: string, pageUrl: string): string {
  try {
    return new URL(address, pageUrl).host || address;
  } catch {
    return address;
  }
}
