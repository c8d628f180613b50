/** The interface of a transport, and of its environment. */
import type { Client } from '@urql/core';
import type { Readable } from '../lib/store';
import type { LastRequest, PersistedStatus, SocketStatus, UploadProgress } from './observe/status';
import type { Tap } from './observe/tap';
import type { LearnedStore } from './socket/learned';

/** The environment of a transport. All properties are optional and default to the globals. */
export interface World {
  fetch?: typeof fetch;
  WebSocket?: typeof WebSocket;
  /** Used for multipart requests, because fetch does not report progress. Default: the global one, unless a custom `fetch` is given. */
  XMLHttpRequest?: typeof XMLHttpRequest;
  /** Storage of the token; null: no storage and therefore no token. Default: localStorage. */
  storage?: { getItem(key: string): string | null } | null;
  /** Secrets that headers may contain. A request whose headers contain one is not redirected, as with a secret header. Default: none. */
  secrets?: () => readonly string[];
  /** True for a render on the server: no websocket, no persisted queries, no storage. Default false. */
  isServer?: boolean;
  /** The result of `Transport.ssrData()` on the server. */
  ssrState?: unknown;
  /**
   * Whether a server may recognise the user by a cookie. If so, results that were rendered without a user are refetched once. Default: no.
   */
  sendsCookies?: () => boolean;
  /**
   * Target of the events `storage`, `online`, `pageshow`, `pagehide`, and the document's `visibilitychange`, `freeze`, `resume`. Default:
   * the global scope.
   */
  events?: WorldEvents;
  /**
   * Shortens a large subscription message without blocking the page. Takes and returns the message as text; `extensions.cut` of the result
   * is the original size in bytes. Default: events of any size are parsed as they are.
   */
  cutFrame?: ((frame: string) => Promise<string>) | undefined;
  /** Stores what transports of this connection learn about the endpoint. Default: in memory, for this transport only. */
  learned?: LearnedStore;
  /** Base of relative websocket URLs. Default: the page's URL. */
  location?: { href: string };
}

/** The page events that a transport listens to. */
export interface WorldEvents {
  addEventListener?(type: string, listener: (event: Event) => void): void;
  removeEventListener?(type: string, listener: (event: Event) => void): void;
  document?: WorldEvents & { visibilityState?: string };
}

/** A running transport. */
export interface Transport {
  client: Client;
  /** Call it when the token changed in this tab. Changes in other tabs are detected by the storage event. */
  notifyTokenChanged(): void;
  /** Closes the socket, clears all timers and completes live subscriptions. Later operations are refused. */
  dispose(): void;
  socket: Readable<SocketStatus>;
  /** Ends the wait before a reconnect. */
  reconnectNow(): void;
  persisted: Readable<PersistedStatus>;
  /** Uploads in flight, by the tap's operation id. */
  uploads: Readable<ReadonlyMap<number, UploadProgress>>;
  /** Cancels an upload, whose result is then a `CancelledError`. Does nothing for an unknown id. */
  cancelUpload(id: number): void;
  lastRequest: Readable<LastRequest | null>;
  tap: Tap;
  /** The server render's results, to embed in the page for `World.ssrState`. */
  ssrData(): unknown;
}
