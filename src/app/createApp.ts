/**
 * The composition root: makes everything that lives as long as a page, or as long as the rendering of one request. Nothing of it is kept in
 * modules, so two requests rendered at once never meet. What lies outside (history, storage, network, clock) is handed in.
 */
import { firstEnglish } from '../i18n/firstEnglish';
import type { CatalogueSource } from '../i18n/language';
import { createLanguageStore, type LanguageStore } from '../i18n/languageStore';
import { type AnyLanguageTag, knownLanguage, matchLanguage } from '../i18n/languages';
import { loadCatalogue } from '../i18n/loadCatalogue';
import { type Clock, systemClock } from '../lib/clock';
import { type DocumentStore, memoryDocumentStore } from '../lib/documentStore';
import type { PublicConfig } from '../lib/publicConfig';
import { type KeyValueStorage, memoryStorage } from '../lib/storage';
import { createStore, type Readable } from '../lib/store';
import { type Appearance, createAppearance } from '../session/appearance';
import { type ConnectionSettings, type Connections, createConnections, DEFAULT_CONNECTION } from '../session/connections';
import { createNavigation, type HistoryPort, type Navigation } from '../session/navigation';
import { openAddress } from '../session/openAddress';
import { createSession, type Session } from '../session/session';
import type { TransportConfig } from '../transport/config';
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
  linked: Readable<LinkedEndpoint | null>;
  /** Answers that question: opens the endpoint (a connection is made for an unknown one), or stays and forgets the link. */
  answerLink(open: boolean): void;
  /** Takes a language and remembers it. */
  chooseLanguage(tag: AnyLanguageTag): Promise<boolean>;
  /** Takes a time zone (null: the device's) and remembers it; false for an unknown one. */
  chooseTimeZone(zone: string | null): boolean;
  /** The time zone that was chosen; null: the device's. */
  timeZone: Readable<string | null>;
  /** To be called with the key of a `storage` event: another tab changed something. null: everything was cleared. */
  storageChanged(key: string | null): void;
  /** Address of the page's own origin, for links to be copied. */
  pageUrl: string;
  dispose(): void;
}

/** What `createApp` is made from. */
export interface AppOptions {
  config: PublicConfig;
  history: HistoryPort;
  /** Address of the page. */
  pageUrl: string;
  /** Default: memory. */
  storage?: KeyValueStorage;
  /** Default: memory. */
  documents?: DocumentStore;
  /** Default: the platform's. */
  clock?: Clock;
  /** What lies outside the transport. Default: the globals. */
  world?: Omit<World, 'storage'>;
  /** The language to begin with and its texts (`initialLanguage`, `loadCatalogue`). Default: English. */
  language?: { tag: AnyLanguageTag; catalogue?: CatalogueSource | undefined };
  /** The reader's languages in order (`navigator.languages`), for the variety of dates and numbers. */
  wishes?: readonly string[];
  /** Default: loadCatalogue. */
  loadLanguage?: (tag: AnyLanguageTag) => Promise<CatalogueSource | undefined>;
  /** More for the transport: time limits, retries. */
  transportConfig?: TransportConfig;
  /** An introspection answer of the default connection that is there already. */
  introspection?: unknown;
}

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
  const documents = options.documents ?? memoryDocumentStore();
  const clock = options.clock ?? systemClock;
  const connections = createConnections({ storage, pageUrl, defaultConnection: configuredConnection(config, pageUrl) });
  const timeZone = createStore(storage.getItem(TIME_ZONE_KEY));
  const language = createLanguageStore({
    ...options.language,
    english: firstEnglish,
    timeZone: timeZone.get(),
    wishes: options.wishes,
    load: options.loadLanguage ?? loadCatalogue,
  });
  const appearance = createAppearance(storage);

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

  const history = endpointHistory(options.history, () => {
    const asked = linked.get();
    if (asked) return openAddress(asked.endpoint, pageUrl);
    const current = connections.current.get();
    return current.id === DEFAULT_CONNECTION ? null : openAddress(current.httpEndpoint, pageUrl);
  });
  const navigation = createNavigation(history);

  const open = (): Session | null => {
    if (linked.get()) return null;
    const connection = connections.current.get();
    return createSession({
      connection,
      connections,
      navigation,
      storage,
      documents,
      clock,
      pageUrl,
      ...(options.world ? { world: options.world } : {}),
      ...(options.transportConfig ? { transportConfig: options.transportConfig } : {}),
      ...(connection.id === DEFAULT_CONNECTION && options.introspection !== undefined
        ? { introspection: options.introspection }
        : {}),
    });
  };
  const session = createStore<Session | null>(open());
  const reopen = (): void => {
    const before = session.get();
    session.set(open());
    before?.dispose();
  };
  const stopWatching = connections.current.subscribe(() => {
    // The same address in another connection is another place: begin at its first screen, unless a link led here.
    const before = session.get();
    const other = before !== null && before.connection.id !== connections.current.get().id;
    reopen();
    if (other && !before.navigation.address.get().path.startsWith('/connections')) navigation.go('/');
    // Where one stays on the screen the address is of the connection in use now: a reload and a link lead to it.
    else if (before !== null) history.replace(history.read());
  });

  return {
    connections,
    navigation,
    language,
    appearance,
    session,
    linked,
    timeZone,
    pageUrl,
    answerLink(accept) {
      const asked = linked.get();
      if (!asked) return;
      linked.set(null);
      if (!accept) {
        navigation.go('/', { replace: true });
        reopen();
        return;
      }
      const connection =
        asked.known ?? connections.draft({ name: hostOf(asked.endpoint, pageUrl), httpEndpoint: asked.endpoint });
      try {
        if (!asked.known) connections.save(connection);
      } catch {
        // Not an http(s) address: there is nothing to open.
        navigation.go('/', { replace: true });
        reopen();
        return;
      }
      connections.select(connection.id);
      if (!session.get()) reopen();
    },
    async chooseLanguage(tag) {
      const taken = await language.choose(tag);
      if (taken) storage.setItem(LANGUAGE_KEY, tag);
      return taken;
    },
    chooseTimeZone(zone) {
      if (!language.setTimeZone(zone)) return false;
      if (zone === null) storage.removeItem(TIME_ZONE_KEY);
      else storage.setItem(TIME_ZONE_KEY, zone);
      timeZone.set(zone);
      return true;
    },
    storageChanged(key) {
      session.get()?.token.reload();
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
    dispose() {
      stopWatching();
      session.get()?.dispose();
      navigation.dispose();
    },
  };
}

/** The connection of the page's configuration. */
function configuredConnection(config: PublicConfig, pageUrl: string): ConnectionSettings {
  const httpEndpoint = config.httpEndpoint ?? '/graphql';
  return {
    id: DEFAULT_CONNECTION,
    name: config.name ?? hostOf(httpEndpoint, pageUrl),
    httpEndpoint,
    wsEndpoint: config.wsEndpoint,
    tokenName: config.tokenName ?? 'apollo-token',
    headers: {},
    persistedQueries: config.persistedQueries ?? false,
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
