/** The interface of a transport, and what it takes from the platform it runs on. */
import type { Client } from '@urql/core';
import type { Readable } from '../lib/store';
import type { LastRequest, PersistedStatus, SocketStatus, UploadProgress } from './observe/status';
import type { Tap } from './observe/tap';
import type { LearnedStore } from './socket/learned';

/** What lies outside the transport; each part optional, default = the globals. */
export interface World {
  fetch?: typeof fetch;
  WebSocket?: typeof WebSocket;
  /** Used for multipart requests, as fetch tells no progress. Default: the global, where there is one and `fetch` was not handed in. */
  XMLHttpRequest?: typeof XMLHttpRequest;
  /** Where the token is read. null: no storage, and so no token. Default: localStorage. */
  storage?: { getItem(key: string): string | null } | null;
  /** True while rendering on the server: no websocket, no persisting, no storage. Default false. */
  isServer?: boolean;
  /** What `Transport.ssrData()` gave on the server. */
  ssrState?: unknown;
  /** Whether a server may know the user by a cookie: then what was rendered as nobody is asked once more. Default: it does not. */
  sendsCookies?: () => boolean;
  /** Where `storage`, `online`, `pageshow`, `pagehide` are heard, with the document's `visibilitychange`, `freeze`, `resume`. Default: the global scope. */
  events?: WorldEvents;
  /**
   * Makes of a large message of a subscription, as text, one with the same event cut short (`extensions.cut` says how many bytes it had), without
   * keeping the page busy. Default: events of any size are read as they are.
   */
  cutFrame?: ((frame: string) => Promise<string>) | undefined;
  /** What earlier transports of this connection learned about the endpoint. Default: nothing is kept. */
  learned?: LearnedStore;
  /** Base of relative websocket addresses. Default: the page's address. */
  location?: { href: string };
}

/** The events of a page that concern a connection. */
export interface WorldEvents {
  addEventListener?(type: string, listener: (event: Event) => void): void;
  removeEventListener?(type: string, listener: (event: Event) => void): void;
  document?: WorldEvents & { visibilityState?: string };
}

/** A running transport. */
export interface Transport {
  client: Client;
  /** To be called when the token changed in this tab (other tabs are heard through the storage event). */
  notifyTokenChanged(): void;
  /** Closes the socket, clears every timer, completes live subscriptions; what is sent afterwards is refused. */
  dispose(): void;
  socket: Readable<SocketStatus>;
  /** Ends a wait before a reconnect. */
  reconnectNow(): void;
  persisted: Readable<PersistedStatus>;
  /** Uploads under way, by the tap's operation id. */
  uploads: Readable<ReadonlyMap<number, UploadProgress>>;
  /** Stops an upload; its result is a `CancelledError`. Does nothing when there is none of that id. */
  cancelUpload(id: number): void;
  lastRequest: Readable<LastRequest | null>;
  tap: Tap;
  /** What the server render has to put into the page for `World.ssrState`. */
  ssrData(): unknown;
}
