/**
 * Renders a screen in jsdom: a session over the real transport, with `fetch` and websockets that the test controls, and with the schema
 * loaded.
 */
import { act, type RenderResult, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'urql';
import { english } from '../../src/i18n/english';
import { LanguageProvider } from '../../src/i18n/LanguageProvider';
import { createLanguageStore } from '../../src/i18n/languageStore';
import { systemClock } from '../../src/lib/clock';
import { type DocumentStore, memoryDocumentStore } from '../../src/lib/documentStore';
import { memoryStorage } from '../../src/lib/storage';
import { SignedInContext } from '../../src/parts/useIsAnonymous';
import { type ConnectionSettings, createConnections } from '../../src/session/connections/connections';
import { createSession, type Session } from '../../src/session/connections/session';
import { createNavigation } from '../../src/session/navigation/navigation';
import type { TransportConfig } from '../../src/transport/config';
import { Announcer } from '../../src/ui/frame/Announcer';
import { connectionOfPage } from './connectionOfPage';
import { type FakeNetwork, fakeNetwork, settle } from './fakeSockets';

/** Options of `renderScreen`. */
export interface ScreenOptions {
  /** Introspection result of the schema. */
  introspection: unknown;
  /** The initial address. Default '/'. */
  address?: string;
  fetch?: typeof fetch;
  /** Default: sockets that the test controls. */
  WebSocket?: typeof WebSocket;
  documents?: DocumentStore;
  /** Settings that override those of the usual connection. */
  connection?: Partial<ConnectionSettings>;
  /** Further options of the transport: time limits, the forced-fetch delay. */
  transportConfig?: TransportConfig;
}

/** A rendered screen. */
export interface ShownScreen extends RenderResult {
  session: Session;
  network: FakeNetwork;
  /** Runs everything that waits for promises, in `act`. */
  pass(ms?: number): Promise<void>;
  /** The current address. */
  address(): string;
}

/** Returns a list of screens that are disposed with their sessions after the test that added them. */
export function endingScreens(): ShownScreen[] {
  const shown: ShownScreen[] = [];
  afterEach(() => {
    for (const { unmount, session } of shown.splice(0)) {
      unmount();
      session.dispose();
    }
  });
  return shown;
}

/** Creates a session and renders the result of `screen`. The caller unmounts it and disposes the session. */
export function renderScreen(screen: (session: Session) => ReactNode, options: ScreenOptions): ShownScreen {
  const network = fakeNetwork();
  const storage = memoryStorage();
  let here = options.address ?? '/';
  const navigation = createNavigation({
    read: () => here,
    push: href => {
      here = href;
    },
    replace: href => {
      here = href;
    },
    listen: () => () => {},
  });
  const connection = createConnections({
    storage,
    defaultConnection: connectionOfPage({ name: 'Test', httpEndpoint: 'http://test/graphql', ...options.connection }),
  });
  const session = createSession({
    connection: connection.current.get(),
    connections: connection,
    navigation,
    storage,
    documents: options.documents ?? memoryDocumentStore(),
    clock: systemClock,
    world: {
      WebSocket: options.WebSocket ?? network.WebSocket,
      fetch: options.fetch ?? (() => Promise.reject(new TypeError('no HTTP here'))),
    },
    pageUrl: 'http://test/',
    schema: options.introspection === undefined ? undefined : { introspection: options.introspection, at: 0 },
    ...(options.transportConfig ? { transportConfig: options.transportConfig } : {}),
  });
  const language = createLanguageStore({ english, timeZone: 'UTC', load: async () => undefined });
  const result = render(
    <LanguageProvider language={language.current}>
      <Announcer>
        <Provider value={session.transport.client}>
          <SignedInContext.Provider value={session.token}>{screen(session)}</SignedInContext.Provider>
        </Provider>
      </Announcer>
    </LanguageProvider>,
  );
  return Object.assign(result, {
    session,
    network,
    address: () => here,
    pass: (ms = 0) =>
      act(async () => {
        if (ms > 0) await jest.advanceTimersByTimeAsync(ms);
        await settle();
      }),
  });
}
