/** The interface of what carries subscriptions. The websocket is one kind; the stages of the pipeline know no more of it than this. */
import type { ExecutionResult } from '@urql/core';
import type { Readable } from '../../lib/store';
import type { ResolvedConfig } from '../config';
import type { SocketStatus } from '../observe/status';
import type { TapOperation, TapSource } from '../observe/tap';
import type { World } from '../transport';
import type { LearnedStore } from './learned';

/** What a subscription sends. */
export interface SubscribePayload {
  operationName: string | null;
  query: string;
  variables: object;
}

/**
 * What happens to the connection under a subscription. `live`: the subscription is on an acknowledged connection. `lost`: it was, and comes
 * back by itself; events may be missing since `since` (milliseconds since the epoch).
 */
export type ConnectionChange = { state: 'live' } | { state: 'lost'; since: number };

/** The receiver of a subscription. After `error` or `complete` nothing more comes. */
export interface SubscribeSink {
  next(payload: ExecutionResult): void;
  connection?(change: ConnectionChange): void;
  /** A SocketError, or the array of GraphQL errors of an error frame. */
  error(cause: unknown): void;
  complete(): void;
}

/** What a socket is made from. */
export interface SocketOptions {
  config: ResolvedConfig;
  /** Absolute address; null: subscriptions fail at once. */
  url: string | null;
  /** Read at the first subscription. */
  getWebSocket(): typeof WebSocket | undefined;
  isServer: boolean;
  /** Sends a request, for subscriptions over HTTP. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  readToken(): string;
  cutFrame?: World['cutFrame'];
  learned: LearnedStore;
  tap: TapSource;
}

/** The socket of a transport. */
export interface Socket {
  status: Readable<SocketStatus>;
  subscribe(payload: SubscribePayload, sink: SubscribeSink, operation?: TapOperation): () => void;
  /** A subscription exists (upstream or waiting for a retry): the socket is not closed for idleness. */
  hold(key: number): void;
  release(key: number): void;
  /** The token may have changed: a live socket whose payload is outdated is ended once and comes back. */
  tokenChanged(): void;
  /** Ends a wait before a reconnect. */
  reconnectNow(): void;
  /** The network or the page came back: waits end, and a socket that has long been silent is dropped. */
  wake(): void;
  /** The page is about to be frozen: what is lost from now on is noticed late. */
  sleep(): void;
  dispose(): void;
}
