/**
 * The navigation of a page with several connections. An address names the endpoint that its view is of, so a link, Back and Forward may lead to
 * another connection. An endpoint that belongs to no connection is asked about before anything is sent to it.
 */
import { createStore, type Readable } from '../lib/store';
import { type ConnectionSettings, type Connections, DEFAULT_CONNECTION } from '../session/connections/connections';
import { openAddress } from '../session/connections/openAddress';
import { createNavigation, type HistoryPort, type Navigation } from '../session/navigation/navigation';
import { endpointHistory, splitEndpoint } from './endpointHistory';
import { hostOf } from './hostOf';

/** A link that was followed and names another endpoint than the one in use; nothing was sent there yet. */
export interface LinkedEndpoint {
  endpoint: string;
  /** The connection with that address, if there is one. */
  known: ConnectionSettings | null;
}

/** What `createLinkedNavigation` is made from. */
export interface LinkedNavigationOptions {
  history: HistoryPort;
  connections: Connections;
  /** What relative addresses of endpoints are resolved against. */
  pageUrl: string;
  /** Called when the page may open the session of the connection in use, where none is open yet. */
  onReady: () => void;
}

/** See the head of the file. */
export interface LinkedNavigation {
  navigation: Navigation;
  /** The endpoint that is asked about; null: none. */
  linked: Readable<LinkedEndpoint | null>;
  /** Answers that question: opens the endpoint (a connection is made for an unknown one), or stays and forgets the link. */
  answerLink(open: boolean): void;
  /** True while a link, Back or Forward selects the connection: the address is already that of the place to show. */
  isFollowing(): boolean;
  /** Goes to the place to begin at, after another connection was selected. `stays`: the same connection was changed. */
  begin(stays: boolean): void;
}

/** Reads the address of the page and selects the connection that it names. */
export function createLinkedNavigation({ history, connections, pageUrl, onReady }: LinkedNavigationOptions): LinkedNavigation {
  const linked = createStore<LinkedEndpoint | null>(null);
  const arrival = history.read();
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
  const select = (id: string): void => {
    isFollowing = true;
    connections.select(id);
    isFollowing = false;
  };
  /**
   * Back and Forward lead to the place and the connection one was in. An endpoint that is no connection any longer is asked about; an open
   * question belongs to the place that was left.
   */
  const follow = (): void => {
    const { endpoint, rest } = splitEndpoint(history.read());
    // The bare address is of the connection used last, as on arrival.
    if (endpoint === null && rest === '/') linked.set(null);
    else {
      const known = endpoint === null ? connections.list.get()[0] : connections.findByEndpoint(endpoint);
      linked.set(known || endpoint === null ? null : { endpoint, known: null });
      if (known) select(known.id);
    }
    onReady();
  };
  const withEndpoint = endpointHistory(history, endpointInUse, follow);
  const navigation = createNavigation(withEndpoint);
  return {
    navigation,
    linked,
    isFollowing: () => isFollowing,
    answerLink(accept) {
      const asked = linked.get();
      if (!asked) return;
      linked.set(null);
      const stay = (): void => {
        navigation.go('/', { replace: true });
        // Also where this was the address already: without the endpoint behind it.
        withEndpoint.replace('/');
        onReady();
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
      select(connection.id);
      onReady();
    },
    begin(stays) {
      // The same address in another connection is another place: begin at its first screen.
      if (stays || navigation.address.get().path.startsWith('/connections')) {
        // Where one stays on the screen the address is of the connection in use now: a reload and a link lead to it.
        withEndpoint.replace(withEndpoint.read());
      } else if (withEndpoint.read() === '/') withEndpoint.push('/');
      else navigation.go('/');
    },
  };
}
