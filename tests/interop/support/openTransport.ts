/** A transport as an application creates it, with the fetch and websocket of Node and a storage that the test can write to. Closed after each test. */
import { WebSocket as NodeWebSocket } from 'ws';
import type { TransportConfig } from '../../../src/transport/config';
import { createTransport } from '../../../src/transport/createTransport';
import type { LearnedStore } from '../../../src/transport/socket/learned';
import type { Transport, World } from '../../../src/transport/transport';

/** A storage with one token. */
export interface TokenStorage {
  token: string | null;
  getItem(key: string): string | null;
}

/** The result of `openTransport`. */
export interface OpenTransport extends Transport {
  storage: TokenStorage;
}

/** Options of a test: the config, the first token, and its own fetch. */
export interface OpenOptions extends TransportConfig {
  token?: string;
  fetch?: typeof fetch;
  /** The events of the page. */
  events?: EventTarget;
  /** What was learned about the endpoint. */
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

/** For queries that must be sent to the server. */
export const NETWORK = { requestPolicy: 'network-only' } as const;

/** A fetch in which `change` rewrites the request, as a proxy between client and server would. */
export const throughProxy =
  (change: (init: RequestInit) => RequestInit): typeof fetch =>
  (input, init) =>
    fetch(input, change(init ?? {}));
