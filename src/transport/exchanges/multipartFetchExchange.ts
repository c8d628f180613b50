/**
 * Uploads, on urql's multipartFetchExchange (GraphQL multipart request specification), which builds the form and sends it by the `fetch` in
 * the operation's context. All other operations bypass it: the stock exchange would take every query and mutation and drop their
 * extensions, which silently disables persisted queries (contract M1).
 */
import type { Exchange, Operation } from '@urql/core';
import { multipartFetchExchange as stockMultipartFetchExchange } from '@urql/exchange-multipart-fetch';
import { filter, map, pipe } from 'wonka';
import { joinSources } from '../../lib/joinSources';
import { hasFiles, readyForExtraction } from '../http/files';

/** Sends queries and mutations whose variables contain a File or Blob (C32); everything else is passed on. */
export function multipartFetchExchange(): Exchange {
  return input => {
    // Everything else, teardowns included, reaches the next stages by the second pipe below.
    const stock = stockMultipartFetchExchange({ ...input, forward: nothing });
    return operations$ =>
      joinSources(
        pipe(
          operations$,
          filter(operation => operation.kind === 'teardown' || isUpload(operation)),
          map(operation => (operation.kind === 'teardown' ? operation : extractable(operation))),
          stock,
        ),
        pipe(
          operations$,
          filter(operation => operation.kind === 'teardown' || !isUpload(operation)),
          input.forward,
        ),
      );
  };
}

const nothing = (operations$: Parameters<ReturnType<Exchange>>[0]) =>
  pipe(
    operations$,
    filter(() => false),
  ) as never;

const isUpload = ({ kind, variables }: Operation): boolean => (kind === 'query' || kind === 'mutation') && hasFiles(variables);

/** Prepares the variables so that extract-files can traverse them (C33, M29). */
const extractable = (operation: Operation): Operation => ({
  ...operation,
  variables: readyForExtraction(operation.variables) as Operation['variables'],
});
