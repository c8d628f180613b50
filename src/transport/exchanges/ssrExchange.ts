/**
 * Results that the server rendered into the page, on urql's ssrExchange. It adds four things to the stock exchange:
 * - The stock exchange answers a cache-and-network query without a request. Once the force-fetch delay has passed, the result is marked
 *   stale and the query is sent, as cacheExchange does it (contract C46, M39).
 * - The server renders without token and cookies (C47). A signed-in user first sees those results; after the delay the queries are sent
 *   again.
 * - The stock exchange returns each result once, and the cache above keeps none without data. React can start to hydrate a part several
 *   times, so such a result is returned until the query is sent.
 * - The stock exchange keeps only the message of a network error. Status, body and others are stored beside it (packedFailure.ts).
 */
import { type Exchange, makeOperation, type Operation, type OperationResult, ssrExchange as stockSsrExchange } from '@urql/core';
import { filter, map, onPush, pipe, share } from 'wonka';
import { joinSources } from '../../lib/joinSources';
import { type PackedFailure, packFailure, withPacked } from '../observe/packedFailure';
import type { TapSource } from '../observe/tap';
import { maskedRequest, newTapOperation } from '../observe/tapOperation';

/** Options of `createSsr`. */
export interface SsrOptions {
  isServer: boolean;
  /** What the server's `data()` returned; undefined if there is none. */
  state: unknown;
  /** Delay before a query is sent again for a signed-in user, in ms after its result. */
  againAfterMs: number;
  tap: TapSource;
  readToken: () => string;
  /** Whether requests carry cookies by which a server may recognise the user without a token. */
  sendsCookies?: (() => boolean) | undefined;
}

/** The exchange, and the results to embed in the page. */
export interface Ssr {
  exchange: Exchange;
  data(): unknown;
  /** Clears the timer. */
  dispose(): void;
}

/** How many times a query is re-executed for a signed-in user. On a slow machine the component subscribes late. */
const MOST_TRIES = 300;

type Page = Record<string, { failure?: PackedFailure }>;

/** Creates the exchange of one transport. */
export function createSsr({ isServer, state, againAfterMs, tap, readToken, sendsCookies }: SsrOptions): Ssr {
  const ssr = stockSsrExchange({ isClient: !isServer, initialState: state as never });
  const rendered = (typeof state === 'object' && state !== null ? state : {}) as Page;
  const failures = new Map<number, PackedFailure>();
  const waiting = new Map<number, { operation: Operation; tries: number }>();
  /** Results without data, by the keys of their queries. */
  const failed = new Map<number, OperationResult>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const exchange: Exchange = input => {
    const stage = ssr({ ...input, forward: operations$ => pipe(input.forward(operations$), onPush(note)) });
    const resend = (operation: Operation): void => {
      input.client.reexecuteOperation(makeOperation(operation.kind, operation, { requestPolicy: 'network-only' }));
    };
    // urql drops operations without a subscriber, and a hydrating component has not subscribed yet. So retry until the query is sent.
    const resendWaiting = (): void => {
      timer = undefined;
      for (const [key, each] of waiting) {
        resend(each.operation);
        each.tries += 1;
        if (each.tries === MOST_TRIES) waiting.delete(key);
      }
      if (waiting.size > 0) timer = setTimeout(resendWaiting, againAfterMs);
    };
    const resendLater = (operation: Operation): void => {
      waiting.set(operation.key, { operation, tries: 0 });
      timer ??= setTimeout(resendWaiting, againAfterMs);
    };
    const noteOperation = ({ key, context }: Operation): void => {
      if (context.requestPolicy !== 'network-only') return;
      waiting.delete(key);
      failed.delete(key);
    };
    const hasFailed = ({ kind, key }: Operation): boolean => kind === 'query' && failed.has(key);
    const repeat = (operation: Operation): OperationResult => ({
      ...(failed.get(operation.key) as OperationResult),
      operation: makeOperation(operation.kind, operation, { ...operation.context, meta: { cacheOutcome: 'hit' } }),
    });
    const finish = (result: OperationResult): OperationResult => {
      const { operation } = result;
      // Only results of this exchange are marked as hits here: the cache above has not seen them yet, and network results have no such
      // mark.
      if (operation.context.meta?.cacheOutcome !== 'hit') return result;
      // The cache above counts it as a miss, so that it is not reported twice.
      operation.context.meta = { ...operation.context.meta, cacheOutcome: 'miss' };
      if (tap.active) tap.emit({ type: 'ssr', ...maskedRequest(operation, readToken) }, newTapOperation(tap, operation));
      const { failure } = rendered[operation.key] ?? {};
      const restored = result.error && failure ? { ...result, error: withPacked(result.error, failure) } : result;
      if (!isServer && restored.data == null) failed.set(operation.key, restored);
      if (operation.context.requestPolicy === 'cache-and-network') {
        resend(operation);
        return { ...restored, stale: true };
      }
      if (!isServer && (readToken() || sendsCookies?.())) resendLater(operation);
      return restored;
    };
    return operations$ => {
      // Decided once: repeating a result can send the query, which ends the repetition.
      const all$ = share(
        pipe(
          operations$,
          onPush(noteOperation),
          map(operation => ({ operation, isFailed: hasFailed(operation) })),
        ),
      );
      const failed$ = pipe(
        all$,
        filter(({ isFailed }) => isFailed),
        map(({ operation }) => repeat(operation)),
      );
      const others$ = pipe(
        all$,
        filter(({ isFailed }) => !isFailed),
        map(({ operation }) => operation),
      );
      return pipe(joinSources(failed$, stage(others$)), map(finish));
    };
  };

  const note = (result: OperationResult): void => {
    const failure = isServer ? packFailure(result.error) : null;
    if (failure) failures.set(result.operation.key, failure);
  };

  return {
    exchange,
    data() {
      const page: Page = { ...(ssr.extractData() as Page) };
      for (const [key, failure] of failures) if (page[key]) page[key] = { ...page[key], failure };
      return page;
    },
    dispose() {
      clearTimeout(timer);
      waiting.clear();
    },
  };
}
