/**
 * Detects which protocol an endpoint offers for subscriptions: the websocket, the legacy websocket, then any stream over HTTP. The first
 * one that acknowledges a connection or opens a stream is used and remembered. The next time it is tried first, with more attempts. If a
 * server refuses the token, no other protocol is tried. If no protocol works, all are tried again, with the delays of a lost connection.
 */
import { CombinedError } from '@urql/core';
import { isAppSync } from '../../lib/network/appsyncAddress';
import { createStore } from '../../lib/store';
import { ServerError, SocketError } from '../observe/failure';
import type { SocketStatus } from '../observe/status';
import type { TapOperation } from '../observe/tap';
import type { SubscriptionProtocol } from './learned';
import { createReconnectPlan } from './reconnectPlan';
import type { Socket, SocketOptions, SubscribePayload, SubscribeSink } from './socket';

/** A protocol to try; `http` accepts any stream. */
export type Candidate = SubscriptionProtocol | 'http';

/** Creates the socket of a candidate. For `http`, `onProtocol` is called with the protocol of the server's response. */
export type MakeCandidate = (candidate: Candidate, onProtocol: (protocol: SubscriptionProtocol) => void) => Promise<Socket>;

/** How many connection losses the remembered protocol is allowed before the others are tried. */
const PATIENCE = 3;

/** Close codes of a server that speaks the protocol: it refused the token, failed, or has too many connections. */
const PROTOCOL_CODES = new Set([4401, 4403, 4429, 4500]);

/** A subscription, with the function that ends it at the current candidate. */
interface Entry {
  payload: SubscribePayload;
  sink: SubscribeSink;
  operation: TapOperation | undefined;
  stop(): void;
}

export function createAutoClient(options: SocketOptions, make: MakeCandidate): Socket {
  return new AutoClient(options, make);
}

class AutoClient implements Socket {
  readonly status = createStore<SocketStatus>({ state: 'idle' });
  readonly #options: SocketOptions;
  readonly #make: MakeCandidate;
  readonly #plan;
  readonly #entries = new Set<Entry>();
  readonly #held = new Set<number>();
  #candidates: readonly Candidate[] = [];
  #patience = 1;
  #client: Socket | undefined;
  /** Incremented for each candidate, so that late reports of an earlier one are ignored. */
  #turn = 0;
  #isTrying = false;
  #isSettled = false;
  #disposed = false;

  constructor(options: SocketOptions, make: MakeCandidate) {
    this.#options = options;
    this.#make = make;
    this.#plan = createReconnectPlan(options.config);
  }

  subscribe(payload: SubscribePayload, sink: SubscribeSink, operation?: TapOperation): () => void {
    const entry: Entry = { payload, sink, operation, stop: () => {} };
    this.#entries.add(entry);
    if (this.#client) this.#subscribe(entry, this.#client);
    else if (!this.#isTrying) this.#tryAll();
    return () => {
      this.#entries.delete(entry);
      entry.stop();
      if (this.#entries.size === 0 && !this.#client) this.#plan.skip();
    };
  }

  hold(key: number): void {
    this.#held.add(key);
    this.#client?.hold(key);
  }

  release(key: number): void {
    this.#held.delete(key);
    this.#client?.release(key);
  }

  tokenChanged(): void {
    this.#client?.tokenChanged();
  }

  reconnectNow(): void {
    this.#plan.skip();
    this.#client?.reconnectNow();
  }

  wake(): void {
    this.#plan.skip();
    this.#client?.wake();
  }

  sleep(): void {
    this.#client?.sleep();
  }

  dispose(): void {
    this.#disposed = true;
    this.#turn++;
    this.#entries.clear();
    this.#plan.skip();
    this.#client?.dispose();
    this.status.set({ state: 'idle' });
  }

  #tryAll(): void {
    this.#isTrying = true;
    const known = this.#options.learned.read().subscriptions;
    const { url, getWebSocket } = this.#options;
    const all: Candidate[] = url !== null && getWebSocket() ? candidatesAt(url) : ['http', 'sse'];
    this.#candidates = known === undefined ? all : [known, ...all.filter(candidate => candidate !== known)];
    void this.#try(0, known === undefined ? 1 : PATIENCE);
  }

  async #try(index: number, patience: number): Promise<void> {
    const turn = ++this.#turn;
    const candidate = this.#candidates[index] as Candidate;
    this.#client?.dispose();
    this.#client = undefined;
    this.#patience = patience;
    let protocol: SubscriptionProtocol = candidate === 'http' ? 'sse' : candidate;
    let client: Socket;
    try {
      client = await this.#make(candidate, found => {
        protocol = found;
      });
    } catch {
      if (turn === this.#turn) this.#next(index);
      return;
    }
    if (turn !== this.#turn) return;
    this.#client = client;
    for (const key of this.#held) client.hold(key);
    client.status.subscribe(() => {
      if (turn === this.#turn) this.#statusChanged(client.status.get(), index);
    });
    this.#settle = () => {
      if (this.#isSettled || turn !== this.#turn) return;
      this.#isSettled = true;
      this.#plan.acknowledge();
      const learned = this.#options.learned.read();
      if (learned.subscriptions !== protocol) this.#options.learned.write({ ...learned, subscriptions: protocol });
    };
    this.#giveUp = () => this.#next(index);
    for (const entry of [...this.#entries]) this.#subscribe(entry, client);
  }

  /** Called when the current candidate works. */
  #settle: () => void = () => {};
  /** Called when the current candidate does not work. */
  #giveUp: () => void = () => {};

  #subscribe(entry: Entry, client: Socket): void {
    const { payload, sink, operation } = entry;
    const turn = this.#turn;
    const end = (action: () => void): void => {
      if (this.#entries.delete(entry)) action();
    };
    entry.stop = client.subscribe(
      payload,
      {
        next: event => {
          this.#settle();
          sink.next(event);
        },
        connection: change => {
          if (change.state === 'live') this.#settle();
          sink.connection?.(change);
        },
        error: cause => {
          if (turn !== this.#turn) return;
          if (!this.#isSettled && !speaksProtocol(cause) && this.#hasOthers()) this.#giveUp();
          else {
            end(() => sink.error(cause));
            this.#startOverIfUnused();
          }
        },
        complete: () => {
          if (turn === this.#turn) end(() => sink.complete());
        },
      },
      operation,
    );
  }

  #hasOthers(): boolean {
    return this.#index < this.#candidates.length - 1;
  }

  #index = 0;

  #statusChanged(status: SocketStatus, index: number): void {
    if (this.#isSettled) this.status.set(status);
    else if (status.state === 'reconnecting' && status.attempt >= this.#patience) this.#next(index);
    else if (status.state !== 'failed' || !this.#hasOthers()) this.status.set(status);
  }

  /** Resets the detection if no candidate worked and the last subscription has failed, so that the next one tries all of them. */
  #startOverIfUnused(): void {
    if (this.#isSettled || this.#entries.size > 0) return;
    this.#turn++;
    this.#client?.dispose();
    this.#client = undefined;
    this.#isTrying = false;
    this.#index = 0;
  }

  /** Tries the next candidate. After the last one, waits and tries all again. */
  #next(index: number): void {
    this.#turn++;
    this.#client?.dispose();
    this.#client = undefined;
    if (this.#disposed) return;
    this.#index = index + 1;
    if (this.#index < this.#candidates.length) void this.#try(this.#index, 1);
    else void this.#tryAgain();
  }

  async #tryAgain(): Promise<void> {
    const { attempt, ms } = this.#plan.lose();
    this.status.set({ state: 'reconnecting', attempt, nextAt: Date.now() + ms });
    await this.#plan.wait(wait => this.#options.tap.emit({ type: 'reconnectWait', ...wait }));
    this.#index = 0;
    this.#isTrying = this.#entries.size > 0 && !this.#disposed;
    if (this.#isTrying) this.#tryAll();
    else this.status.set({ state: 'idle' });
  }
}

/** Whether a failure came from a server that speaks the protocol. */
function speaksProtocol(cause: unknown): boolean {
  if (cause instanceof SocketError) return PROTOCOL_CODES.has(cause.code);
  const networkError = cause instanceof CombinedError ? cause.networkError : undefined;
  return networkError instanceof ServerError && (networkError.statusCode === 401 || networkError.statusCode === 403);
}

/** The protocols to try at a URL. AppSync does not respond to other protocols. */
const candidatesAt = (url: string): Candidate[] =>
  isAppSync(url) ? ['appsync-websocket'] : ['websocket', 'legacy-websocket', 'http', 'sse'];
