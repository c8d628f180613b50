/** A transport as an app would make it, on Node's own fetch and ws, and a storage the test can write to. Closed after each test. */
import { WebSocket as NodeWebSocket } from 'ws';
import type { TransportConfig } from '../../../src/transport/config';
import { createTransport } from '../../../src/transport/createTransport';
import type { LearnedStore } from '../../../src/transport/socket/learned';
import type { Transport, World } from '../../../src/transport/transport';

/** A storage that holds one token. */
export interface TokenStorage {
  token: string | null;
  getItem(key: string): string | null;
}

/** What `openTransport` gives. */
export interface OpenTransport extends Transport {
  storage: TokenStorage;
}

/** What a test may tell it: the config, the token to begin with, and a fetch of its own. */
export interface OpenOptions extends TransportConfig {
  token?: string;
  fetch?: typeof fetch;
  /** What stands for the page's events. */
  events?: EventTarget;
  /** What is known of the endpoint. */
  learned?: LearnedStore;
}

const opened = new Set<Transport>();

afterEach(() => {
  for (const transport of opened) transport.dispose();
  opened.clear();
});

/** Opens a transport to an address. The 100 ms of forced cache (C46) are off, so that every network-only query is a request. */
export function openTransport(
  httpEndpoint: string,
  { token, fetch, events, learned, ...config }: OpenOptions = {},
): OpenTransport {
  const tokenName = config.tokenName ?? 'apollo-token';
  const storage: TokenStorage = { token: token ?? null, getItem: key => (key === tokenName ? storage.token : null) };
  const world: World = {
    WebSocket: NodeWebSocket as unknown as typeof WebSocket,
    storage,
    ...(fetch ? { fetch } : {}),
    ...(events ? { events } : {}),
    ...(learned ? { learned } : {}),
  };
  const transport = createTransport({ httpEndpoint, forceFetchDelayMs: 0, ...config }, world);
  opened.add(transport);
  return Object.assign(transport, { storage });
}

/** For queries that must ask the server. */
export const NETWORK = { requestPolicy: 'network-only' } as const;

/** A fetch that lets `change` rewrite what goes out, as a proxy between client and server would. */
export const throughProxy =
  (change: (init: RequestInit) => RequestInit): typeof fetch =>
  (input, init) =>
    fetch(input, change(init ?? {}));
