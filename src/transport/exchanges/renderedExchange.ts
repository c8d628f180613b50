/**
 * What a server render left in the page, in the form of urql's ssrExchange: by the key of its operation every answer as text. On the server it
 * is noted, in the page it is given once, in place of the network's. Three things the stock exchange leaves open:
 * - It answers a cache-and-network query and leaves it at that. Once the delay of the forced fetch is over, "and network" is meant
 *   (contract C46, M39): the answer is given as stale and the query goes out, just as cacheExchange does it.
 * - The server asks as nobody (C47). For somebody who is signed in its answers are shown and, when the delay is over, asked for again.
 * - Of an error that is no GraphQL error it keeps the message alone; what else there was (status, body) goes beside it.
 */
import { CombinedError, type Exchange, makeOperation, type Operation, type OperationResult } from '@urql/core';
import { filter, map, onPush, pipe } from 'wonka';
import { join } from '../join';
import { type PackedFailure, packFailure, unpackFailure } from '../packedFailure';
import type { TapSource } from '../tap';
import { askedBy, newTapOperation } from '../trace';

/** What `createRendered` is made from. */
export interface RenderedOptions {
  isServer: boolean;
  /** What the server left (`data`); undefined: nothing. */
  state: unknown;
  /** When to ask again for somebody who is signed in, in ms after the answer was given. */
  againAfterMs: number;
  tap: TapSource;
  readToken: () => string;
}

/** The stage, and what there is to put into the page. */
export interface Rendered {
  exchange: Exchange;
  data(): unknown;
  /** Clears its timer. */
  dispose(): void;
}

/** An answer as it stands in the page. */
interface PackedAnswer {
  hasNext?: boolean;
  /** JSON text. */
  data?: string;
  error?: {
    graphQLErrors: (string | { message: string; path?: readonly (string | number)[]; extensions?: Record<string, unknown> })[];
    networkError?: string;
  };
  failure?: PackedFailure;
}

/** Makes the stage of one transport. */
export function createRendered({ isServer, state, againAfterMs, tap, readToken }: RenderedOptions): Rendered {
  const answers = new Map(
    Object.entries((typeof state === 'object' && state !== null ? state : {}) as Record<string, PackedAnswer>),
  );
  let waiting: Operation[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const exchange: Exchange = ({ client, forward }) => {
    const askAgain = (operation: Operation): void => {
      client.reexecuteOperation(makeOperation(operation.kind, operation, { requestPolicy: 'network-only' }));
    };
    const askLater = (operation: Operation): void => {
      waiting.push(operation);
      timer ??= setTimeout(() => {
        const asked = waiting;
        waiting = [];
        timer = undefined;
        // urql leaves out what nobody looks at any more.
        for (const each of asked) askAgain(each);
      }, againAfterMs);
    };
    const isGiven = ({ kind, key, context }: Operation): boolean =>
      kind !== 'teardown' && context.requestPolicy !== 'network-only' && answers.has(String(key));
    const give = (operation: Operation): OperationResult => {
      const key = String(operation.key);
      const packed = answers.get(key) as PackedAnswer;
      // Once, but for all who ask in this moment.
      if (!isServer) void Promise.resolve().then(() => answers.delete(key));
      // To the cache above it is a miss like any other, and is told only once.
      const { meta, requestPolicy } = operation.context;
      const missed = makeOperation(operation.kind, operation, { meta: { ...meta, cacheOutcome: 'miss' } as never });
      if (tap.active) tap.emit({ type: 'ssr', ...askedBy(operation, readToken) }, newTapOperation(tap, operation));
      const answer = { ...unpack(packed), operation: missed };
      if (requestPolicy === 'cache-and-network') {
        askAgain(operation);
        return { ...answer, stale: true };
      }
      if (!isServer && readToken() !== '') askLater(operation);
      return answer;
    };
    const note = (result: OperationResult): void => {
      if (isServer && result.operation.kind !== 'mutation') answers.set(String(result.operation.key), pack(result));
    };
    return operations$ =>
      join(
        pipe(
          operations$,
          // What the server had only a part of goes out as well.
          filter(operation => !isGiven(operation) || answers.get(String(operation.key))?.hasNext === true),
          forward,
          onPush(note),
        ),
        pipe(operations$, filter(isGiven), map(give)),
      );
  };

  return {
    exchange,
    data: () => Object.fromEntries(answers),
    dispose() {
      clearTimeout(timer);
      waiting = [];
    },
  };
}

function pack({ data, error, hasNext }: OperationResult): PackedAnswer {
  const failure = packFailure(error?.networkError);
  return {
    hasNext,
    ...(data === undefined ? {} : { data: JSON.stringify(data) }),
    ...(error && {
      error: {
        graphQLErrors: error.graphQLErrors.map(({ message, path, extensions }) =>
          path || extensions ? { message, ...(path && { path }), extensions } : message,
        ),
        ...(error.networkError && { networkError: String(error.networkError) }),
      },
    }),
    ...(failure && { failure }),
  };
}

function unpack({ data, error, hasNext, failure }: PackedAnswer): Omit<OperationResult, 'operation'> {
  const networkError = unpackFailure(failure) ?? (error?.networkError === undefined ? undefined : new Error(error.networkError));
  return {
    data: data === undefined ? undefined : JSON.parse(data),
    error: error && new CombinedError({ graphQLErrors: error.graphQLErrors, ...(networkError && { networkError }) }),
    extensions: undefined,
    stale: false,
    hasNext: hasNext === true,
  };
}
