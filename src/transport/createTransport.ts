import type { Client } from '@urql/core';
import type { Readable } from '../lib/store';
import type { TransportConfig } from './config';
import type { LastRequest, PersistedStatus, SocketStatus, UploadProgress } from './status';
import type { Tap } from './tap';

/** What lies outside the transport; each part optional, default = the globals. */
export interface World {
  fetch?: typeof fetch;
  WebSocket?: typeof WebSocket;
  /** null: no storage, and so no token. */
  storage?: { getItem(key: string): string | null } | null;
  /** True while rendering on the server: no websocket, no persisting, no storage. Default false. */
  isServer?: boolean;
  /** What `Transport.ssrData()` gave on the server. */
  ssrState?: unknown;
}

/** A running transport. */
export interface Transport {
  client: Client;
  /** To be called when the token changed in this tab (other tabs are heard through the storage event). */
  notifyTokenChanged(): void;
  /** Closes the socket, clears every timer, completes live subscriptions. */
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

export declare function createTransport(config?: TransportConfig, world?: World): Transport;
