/**
 * Operations that hold a file go to urql's multipartFetchExchange, all others past it. Left to itself it would take every query and
 * mutation and drop their extensions, which silently ends persisting (contract M1).
 */
import type { Exchange } from '@urql/core';
import { multipartFetchExchange } from '@urql/exchange-multipart-fetch';
import { filter, pipe } from 'wonka';
import { beginUpload } from '../beginUpload';
import { join } from '../join';
import type { TapSource } from '../tap';
import { contextOf } from '../trace';
import type { Uploads } from '../uploads';

/** Options of `uploadExchange`. */
export interface UploadOptions {
  /** Where what is sent is entered. */
  uploads: Uploads;
  tap: TapSource;
}

/** Sends operations that the request stage marked `multipart` as multipart requests (GraphQL multipart request specification). */
export function uploadExchange({ uploads, tap }: UploadOptions): Exchange {
  uploads.begin = beginUpload(uploads, tap);
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
