/**
 * Operations that hold a file go to urql's multipartFetchExchange, all others past it. Left to itself it would take every query and
 * mutation and drop their extensions, which silently ends persisting (contract M1).
 */
import type { Exchange } from '@urql/core';
import { multipartFetchExchange } from '@urql/exchange-multipart-fetch';
import { filter, pipe } from 'wonka';
import { join } from '../join';
import { contextOf } from '../trace';

/** Sends operations that the request stage marked `multipart` as multipart requests (GraphQL multipart request specification). */
export function uploadExchange(): Exchange {
  return input => {
    // What multipartFetchExchange does not handle are teardowns, and those reach the stages below on the other way.
    const multipart = multipartFetchExchange({
      ...input,
      forward: operations$ =>
        pipe(
          operations$,
          filter(() => false),
        ) as never,
    });
    return operations$ =>
      join(
        pipe(
          operations$,
          filter(operation => operation.kind === 'teardown' || contextOf(operation).multipart === true),
          multipart,
        ),
        pipe(
          operations$,
          filter(operation => contextOf(operation).multipart !== true),
          input.forward,
        ),
      );
  };
}
