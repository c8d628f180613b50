/**
 * What the server render left in the page, on urql's ssrExchange. Three things the stock exchange leaves open:
 * - It answers a cache-and-network query and leaves it at that. Once the delay of the forced fetch is over, "and network" is meant
 *   (contract C46, M39): the answer is given as stale and the query goes out, just as cacheExchange does it.
 * - The server asks without a token and without cookies (C47). A signed-in user sees its answers first; after the delay they are asked for again.
 * - Of an error that is no GraphQL error it keeps the message alone; what else there was (status, body) goes beside it.
 */
import {
  CombinedError,
  type Exchange,
  makeOperation,
  type Operation,
  type OperationResult,
  ssrExchange as stockSsrExchange,
} from '@urql/core';
import { map, onPush, pipe } from 'wonka';
import type { TapSource } from '../observe/tap';
import { askedBy, newTapOperation } from '../observe/trace';
import { type PackedFailure, packFailure, unpackFailure } from './packedFailure';

/** What `createSsr` is made from. */
export interface SsrOptions {
  isServer: boolean;
  /** What the server left (`data`); undefined: nothing. */
  state: unknown;
  /** When to ask again for a signed-in user, in ms after the answer was given. */
  againAfterMs: number;
  tap: TapSource;
  readToken: () => string;
  /** Whether a server may know the user without a token. */
  sendsCookies?: (() => boolean) | undefined;
}

/** The stage, and what there is to put into the page. */
export interface Ssr {
  exchange: Exchange;
  data(): unknown;
  /** Clears its timer. */
  dispose(): void;
}

/** How many times a query is asked again for a signed-in user: on a slow machine the screen subscribes late. */
const MOST_TRIES = 300;

type Page = Record<string, { failure?: PackedFailure }>;

/** Makes the stage of one transport. */
export function createSsr({ isServer, state, againAfterMs, tap, readToken, sendsCookies }: SsrOptions): Ssr {
  const ssr = stockSsrExchange({ isClient: !isServer, initialState: state as never });
  const given = (typeof state === 'object' && state !== null ? state : {}) as Page;
  const failures = new Map<number, PackedFailure>();
  const waiting = new Map<number, { operation: Operation; tries: number }>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const exchange: Exchange = input => {
    const stage = ssr({ ...input, forward: operations$ => pipe(input.forward(operations$), onPush(note)) });
    const askAgain = (operation: Operation): void => {
      input.client.reexecuteOperation(makeOperation(operation.kind, operation, { requestPolicy: 'network-only' }));
    };
    // urql drops operations without a subscriber, and a screen that is hydrating has not subscribed yet: retried until it goes out.
    const askWaiting = (): void => {
      timer = undefined;
      for (const [key, each] of waiting) {
        askAgain(each.operation);
        each.tries += 1;
        if (each.tries === MOST_TRIES) waiting.delete(key);
      }
      if (waiting.size > 0) timer = setTimeout(askWaiting, againAfterMs);
    };
    const askLater = (operation: Operation): void => {
      waiting.set(operation.key, { operation, tries: 0 });
      timer ??= setTimeout(askWaiting, againAfterMs);
    };
    const noticeAsked = ({ key, context }: Operation): void => {
      if (context.requestPolicy === 'network-only') waiting.delete(key);
    };
    const finish = (result: OperationResult): OperationResult => {
      const { operation } = result;
      // Only the stage's own answers are marked as a hit here: the cache above has not seen them yet, the network below knows no such mark.
      if (operation.context.meta?.cacheOutcome !== 'hit') return result;
      // For the cache above it is a miss like any other, and it is reported only once.
      operation.context.meta = { ...operation.context.meta, cacheOutcome: 'miss' };
      if (tap.active) tap.emit({ type: 'ssr', ...askedBy(operation, readToken) }, newTapOperation(tap, operation));
      const answer = withFailure(result, given[operation.key]?.failure);
      if (operation.context.requestPolicy === 'cache-and-network') {
        askAgain(operation);
        return { ...answer, stale: true };
      }
      if (!isServer && (readToken() || sendsCookies?.())) askLater(operation);
      return answer;
    };
    return operations$ => pipe(stage(pipe(operations$, onPush(noticeAsked))), map(finish));
  };

  const note = (result: OperationResult): void => {
    const failure = isServer ? packFailure(result.error?.networkError) : null;
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

/** The answer with the error it had on the server. */
function withFailure(result: OperationResult, packed: PackedFailure | undefined): OperationResult {
  const networkError = unpackFailure(packed);
  if (!result.error || !networkError) return result;
  return { ...result, error: new CombinedError({ networkError, graphQLErrors: result.error.graphQLErrors }) };
}
