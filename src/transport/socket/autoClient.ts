/**
 * Detects which protocol an endpoint offers for subscriptions: the websocket, the legacy websocket, any stream over HTTP, then one shared
 * stream. If no websocket was opened, the legacy one is tried last. The first one that acknowledges a connection or opens a stream is used
 * and remembered. The next time it is tried first, with more attempts. If a server refuses the token, no other protocol is tried. If an
 * endpoint that was reached over HTTP refuses them all, the subscriptions fail with an error that lists the responses. If none was reached,
 * all are tried again, with the delays of a lost connection.
 */
import { CombinedError } from '@urql/core';
import { isAppSync } from '../../lib/network/appsyncAddress';
import { createStore } from '../../lib/store';
import { graphQLErrorsOf } from '../http/judgeResponse';
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

/** Statuses of an endpoint that does not have the protocol. */
const NOT_OFFERED = new Set([400, 404, 405, 409, 410, 415, 501]);

/** How many GraphQL errors a message lists. */
const MOST_SHOWN_ERRORS = 3;

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
  /** Why candidates did not work: the causes of failures; `undefined` for a connection that was lost or not reached. */
  readonly #causes = new Map<Candidate, unknown>();
  #patience = 1;
  #client: Socket | undefined;
  /** Incremented for each candidate, so that late reports of an earlier one are ignored. */
  #turn = 0;
  /** Why a candidate lost its connection: the last reason that was given. */
  #reason: string | undefined;
  #isTrying = false;
  /** True while the current candidate handles a token change. If it reconnects for this, its protocol has not failed. */
  #isTokenChanging = false;
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
    this.#isTokenChanging = true;
    this.#client?.tokenChanged();
    this.#isTokenChanging = false;
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
    this.#reason = undefined;
    this.#causes.clear();
    const protocol = this.#options.learned.read().subscriptions;
    const { url, getWebSocket } = this.#options;
    const all: Candidate[] = url !== null && getWebSocket() ? candidatesAt(url) : HTTP_CANDIDATES;
    this.#candidates = protocol === undefined ? all : [protocol, ...all.filter(candidate => candidate !== protocol)];
    void this.#try(0, protocol === undefined ? 1 : PATIENCE);
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
      if (turn === this.#turn) this.#next(index, undefined);
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
    this.#giveUp = cause => this.#next(index, cause);
    for (const entry of [...this.#entries]) this.#subscribe(entry, client);
  }

  /** Called when the current candidate works. */
  #settle: () => void = () => {};
  /** Called when the current candidate does not work. */
  #giveUp: (cause: unknown) => void = () => {};

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
          if (!this.#isSettled && !speaksProtocol(cause)) this.#giveUp(cause);
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

  #statusChanged(status: SocketStatus, index: number): void {
    // The shared stream is open, even if the server then refuses the subscription.
    if (status.state === 'live' && this.#candidates[index] === 'sse-single') this.#settle();
    if (this.#isSettled) this.status.set(status);
    else if (status.state === 'reconnecting' && status.attempt >= this.#patience && !this.#isTokenChanging) {
      this.#reason = status.reason ?? this.#reason;
      this.#next(index, undefined);
    } else if (status.state !== 'failed') this.status.set(status);
  }

  /** Resets the detection if no candidate worked and the last subscription has failed, so that the next one tries all of them. */
  #startOverIfUnused(): void {
    if (this.#isSettled || this.#entries.size > 0) return;
    this.#turn++;
    this.#client?.dispose();
    this.#client = undefined;
    this.#isTrying = false;
  }

  /** Tries the next candidate. After the last one, fails if the endpoint was reached; otherwise waits and tries all again. */
  #next(index: number, cause: unknown): void {
    this.#turn++;
    this.#client?.dispose();
    this.#client = undefined;
    if (this.#disposed) return;
    const failed = this.#candidates[index] as Candidate;
    this.#causes.set(failed, cause);
    // Without a word from the server, it probably has no websocket at all. Browsers log each socket that does not open as an error.
    if (failed === 'websocket' && cause === undefined && this.#reason === undefined)
      this.#candidates = legacyLast(this.#candidates, index);
    let next = index + 1;
    if (this.#candidates[next] === 'sse-single' && !hasNoStream(this.#causes.get('sse'))) next++;
    if (next < this.#candidates.length) void this.#try(next, 1);
    else if (this.#candidates.length === 1 ? cause : HTTP_CANDIDATES.some(candidate => this.#causes.get(candidate)))
      this.#fail(endOfAll(this.#causes, this.#options.learned.read().subscriptions !== undefined));
    else void this.#tryAgain();
  }

  #fail(cause: unknown): void {
    const entries = [...this.#entries];
    this.#entries.clear();
    this.#startOverIfUnused();
    this.status.set(entries.length > 0 ? { state: 'failed', code: 0, reason: messageOf(cause) } : { state: 'idle' });
    for (const { sink } of entries) sink.error(cause);
  }

  async #tryAgain(): Promise<void> {
    const { attempt, ms } = this.#plan.lose();
    this.status.set({ state: 'reconnecting', attempt, nextAt: Date.now() + ms, ...(this.#reason && { reason: this.#reason }) });
    await this.#plan.wait(wait => this.#options.tap.emit({ type: 'reconnectWait', ...wait }));
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

const HTTP_CANDIDATES: Candidate[] = ['http', 'sse', 'sse-single'];

/** The protocols to try at a URL. AppSync does not respond to other protocols. */
const candidatesAt = (url: string): Candidate[] =>
  isAppSync(url) ? ['appsync-websocket'] : ['websocket', 'legacy-websocket', ...HTTP_CANDIDATES];

/** Moves the legacy websocket to the end, unless it was tried before `index`. */
function legacyLast(candidates: readonly Candidate[], index: number): readonly Candidate[] {
  const rest = candidates.slice(index + 1);
  const isLater = rest.includes('legacy-websocket');
  const others = rest.filter(candidate => candidate !== 'legacy-websocket');
  return isLater ? [...candidates.slice(0, index + 1), ...others, 'legacy-websocket'] : candidates;
}

/** The status of a refusal without GraphQL errors. */
const statusOf = (cause: unknown): number | undefined =>
  cause instanceof CombinedError && cause.networkError instanceof ServerError && !hasErrors(cause)
    ? cause.networkError.statusCode
    : undefined;

const hasErrors = (cause: unknown): boolean =>
  Array.isArray(cause) || (cause instanceof CombinedError && cause.graphQLErrors.length > 0);

/**
 * Whether a response says that the endpoint has no stream for one subscription. It may still have one for all: graphql-http answers 406
 * beside graphql-sse in single connection mode.
 */
const hasNoStream = (cause: unknown): boolean =>
  NOT_OFFERED.has(statusOf(cause) ?? 0) || (cause instanceof SocketError && !cause.retryable);

/**
 * The failure after all candidates. GraphQL errors are about the subscription, so they are reported as they are. A retry may help if a
 * protocol has worked before, or if a response does not say that the protocol is missing.
 */
function endOfAll(causes: ReadonlyMap<Candidate, unknown>, hasWorked: boolean): unknown {
  const failures = [...causes].sort(([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other));
  const own = failures.find(([, cause]) => hasErrors(cause)) ?? (failures.length === 1 ? failures[0] : undefined);
  if (own) return own[1];
  const list = failures.map(([candidate, cause]) => `${NAMES[candidate]}: ${messageOf(cause)}`).join('; ');
  const mayHelp = hasWorked || !hasNoStream(causes.get('http')) || !hasNoStream(causes.get('sse'));
  return new SocketError(`The endpoint refused every protocol of subscriptions. ${list}`, 0, list, mayHelp);
}

const NAMES: Record<Candidate, string> = {
  websocket: 'graphql-transport-ws',
  'legacy-websocket': 'graphql-ws (legacy)',
  'appsync-websocket': 'AppSync',
  http: 'HTTP, any stream',
  sse: 'SSE',
  'sse-single': 'SSE, single connection',
  multipart: 'multipart',
};

/** The order of the protocols in a message. */
const ORDER = Object.keys(NAMES) as Candidate[];

function messageOf(cause: unknown): string {
  const status = statusOf(cause);
  if (status) return `status ${status}`;
  if (cause === undefined) return 'no connection';
  if (Array.isArray(cause))
    return graphQLErrorsOf(cause, MOST_SHOWN_ERRORS)
      .map(error => error.message)
      .join('; ');
  return (
    (cause instanceof CombinedError && cause.networkError?.message) || (cause instanceof Error ? cause.message : String(cause))
  );
}
