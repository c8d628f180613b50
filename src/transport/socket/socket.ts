/** The common interface of all subscription clients. The pipeline depends on this interface only. */
import type { ExecutionResult } from '@urql/core';
import type { Readable } from '../../lib/store';
import type { ResolvedConfig } from '../config';
import type { SocketStatus } from '../observe/status';
import type { TapOperation, TapSource } from '../observe/tap';
import type { World } from '../transport';
import type { LearnedStore } from './learned';

/** The payload of a subscription. */
export interface SubscribePayload {
  operationName: string | null;
  query: string;
  variables: object;
}

/**
 * A change of the connection under a subscription. `live`: the subscription runs on an acknowledged connection. `lost`: the connection was
 * lost and will be restored; events may be missing from `since` on (ms since the epoch).
 */
export type ConnectionChange = { state: 'live' } | { state: 'lost'; since: number };

/** Receives the events of a subscription. Nothing follows `error` or `complete`. */
export interface SubscribeSink {
  next(payload: ExecutionResult): void;
  connection?(change: ConnectionChange): void;
  /** `cause` is a SocketError, or the array of GraphQL errors of an error frame. */
  error(cause: unknown): void;
  complete(): void;
}

/** Options of a socket. */
export interface SocketOptions {
  config: ResolvedConfig;
  /** Absolute URL; null: subscriptions fail at once. */
  url: string | null;
  /** Called at the first subscription. */
  getWebSocket(): typeof WebSocket | undefined;
  isServer: boolean;
  /** Sends a request of a subscription over HTTP. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  readToken(): string;
  /** Returns the token, or the AWS credentials that are stored instead of one. */
  readSecret(): string;
  cutFrame?: World['cutFrame'];
  learned: LearnedStore;
  tap: TapSource;
}

/** The socket of a transport. */
export interface Socket {
  status: Readable<SocketStatus>;
  subscribe(payload: SubscribePayload, sink: SubscribeSink, operation?: TapOperation): () => void;
  /** Marks a subscription as existing (upstream, or waiting for a retry), so that the socket is not closed as idle. */
  hold(key: number): void;
  release(key: number): void;
  /** The token may have changed: a live socket with an outdated payload is closed once and reconnects. */
  tokenChanged(): void;
  /** Ends the wait before a reconnect. */
  reconnectNow(): void;
  /** The network or the page came back: ends waits, and drops a socket that has been silent too long. */
  wake(): void;
  /** The page is about to be frozen. A loss after this is noticed late. */
  sleep(): void;
  dispose(): void;
}
