/**
 * Navigation on a page with several connections. An address contains the endpoint of its view, so a link, Back and Forward may lead to
 * another connection. If no connection has that endpoint, the user is asked before anything is sent to it.
 */
import { createStore, type Readable } from '../lib/store';
import { type ConnectionSettings, type Connections, DEFAULT_CONNECTION } from '../session/connections/connections';
import { openAddress } from '../session/connections/openAddress';
import { createNavigation, type HistoryPort, type Navigation } from '../session/navigation/navigation';
import { endpointHistory, splitEndpoint } from './endpointHistory';
import { hostOf } from './hostOf';

/** A link to another endpoint than the current one. Nothing has been sent there yet. */
export interface LinkedEndpoint {
  endpoint: string;
  /** The connection with that endpoint, if there is one. */
  known: ConnectionSettings | null;
}

/** Options of `createLinkedNavigation`. */
export interface LinkedNavigationOptions {
  history: HistoryPort;
  connections: Connections;
  /** Base URL of relative endpoints. */
  pageUrl: string;
  /** Called when the page may open the session of the current connection, if none is open yet. */
  onReady: () => void;
}

/** The navigation, and the endpoint of a link that the user has to confirm. */
export interface LinkedNavigation {
  navigation: Navigation;
  /** The endpoint to confirm; null if there is none. */
  linked: Readable<LinkedEndpoint | null>;
  /** Opens the endpoint (creating a connection for an unknown one), or ignores the link. */
  confirmLink(open: boolean): void;
  /** True while a link, Back or Forward selects the connection. The address is then already the one to show. */
  isFollowing(): boolean;
  /** Navigates to the initial screen after another connection was selected. `stays`: the same connection was changed. */
  begin(stays: boolean): void;
}

/** Reads the page's address and selects its connection. */
export function createLinkedNavigation({ history, connections, pageUrl, onReady }: LinkedNavigationOptions): LinkedNavigation {
  const linked = createStore<LinkedEndpoint | null>(null);
  const arrival = history.read();
  const named = splitEndpoint(arrival).endpoint;
  if (named !== null) {
    const connection = connections.findByEndpoint(named) ?? null;
    if (connection?.id !== connections.current.get().id) linked.set({ endpoint: named, known: connection });
  } else if (arrival.split('?')[0] !== '/' && connections.current.get().id !== DEFAULT_CONNECTION) {
    // A link without an endpoint is for the default connection; the bare address shows the connection that was used last.
    connections.select(DEFAULT_CONNECTION);
  }

  const endpointInUse = (): string | null => {
    const link = linked.get();
    if (link) return openAddress(link.endpoint, pageUrl);
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
   * Handles Back and Forward: selects the connection of the address. If it does not exist any more, the user is asked. An endpoint
   * that is still to be confirmed is dropped, because it belongs to the previous address.
   */
  const follow = (): void => {
    const { endpoint, rest } = splitEndpoint(history.read());
    // The bare address shows the connection that was used last, as on page load.
    if (endpoint === null && rest === '/') linked.set(null);
    else {
      const connection = endpoint === null ? connections.list.get()[0] : connections.findByEndpoint(endpoint);
      linked.set(connection || endpoint === null ? null : { endpoint, known: null });
      if (connection) select(connection.id);
    }
    onReady();
  };
  const withEndpoint = endpointHistory(history, endpointInUse, follow);
  const navigation = createNavigation(withEndpoint);
  return {
    navigation,
    linked,
    isFollowing: () => isFollowing,
    confirmLink(open) {
      const link = linked.get();
      if (!link) return;
      linked.set(null);
      const stay = (): void => {
        navigation.go('/', { replace: true });
        // Also if the address is '/' already: removes the endpoint from it.
        withEndpoint.replace('/');
        onReady();
      };
      if (!open) return stay();
      const connection = link.known ?? connections.draft({ name: hostOf(link.endpoint, pageUrl), httpEndpoint: link.endpoint });
      try {
        if (!link.known) connections.save(connection);
      } catch {
        // Not an http(s) URL, so it cannot be opened.
        return stay();
      }
      select(connection.id);
      onReady();
    },
    begin(stays) {
      // The same address in another connection is a different view, so start at the first screen.
      if (stays || navigation.address.get().path.startsWith('/connections')) {
        // The screen stays the same, but its address must contain the current connection, for reloads and links.
        withEndpoint.replace(withEndpoint.read());
      } else if (withEndpoint.read() === '/') withEndpoint.push('/');
      else navigation.go('/');
    },
  };
}
