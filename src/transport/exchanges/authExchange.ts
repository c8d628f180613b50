/**
 * The auth stage, on urql's authExchange: it attaches the bearer token and refreshes an expired one.
 *
 * The stock helper `appendHeaders` freezes a header into the operation. A resend or refetch would then carry an older token, even after
 * sign-out (contract M8). Here a `fetchOptions` function builds the header, so that it is evaluated for each attempt (C1, C2).
 *
 * The stock exchange queues operations by key (while it initialises and during a refresh) and would lose one of two identical mutations
 * (M6, C44). Therefore the boundary above gives each mutation a key of its own.
 */
import type { CombinedError, Exchange, Operation } from '@urql/core';
import { authExchange as stockAuthExchange } from '@urql/exchange-auth';
import { mayHaveRun } from '../../lib/network/mayHaveRun';
import { fillHeaders } from '../../lib/network/tokenHeaders';
import { headerRecord } from '../http/headers';
import { isSignedOut, ServerError, ServerParseError } from '../observe/failure';
import { contextOf } from '../pipelineContext';

/** Options of `authExchange`. */
export interface AuthOptions {
  /** Returns the raw token, '' if there is none. Called for each attempt. */
  readToken(): string;
  /** Gets a new access token and stores it where `readToken` reads it. Undefined: a refusal goes to the caller. */
  refreshToken: (() => Promise<unknown>) | undefined;
  /** The connection's headers with `{token}` in their value; the token replaces the placeholder. Default none. */
  tokenHeaders?: Record<string, string>;
}

/** How long operations wait for a new token, in ms. After that they are sent with the token that is stored. */
const REFRESH_LIMIT_MS = 30_000;

/** Attaches the token to every attempt. When the server refuses it, refreshes it once and sends the refused operation again. */
export function authExchange({ readToken, refreshToken, tokenHeaders = {} }: AuthOptions): Exchange {
  /** The token that the server refused last. */
  let refused = '';
  return stockAuthExchange(async () => ({
    addAuthToOperation: operation => withBearer(operation, readToken, tokenHeaders),
    didAuthError(error, operation) {
      const token = contextOf(operation).attached?.token ?? '';
      if (!refreshToken || token === '' || !mayBeSentAgain(error, operation)) return false;
      refused = token;
      return true;
    },
    async refreshAuth() {
      // Another tab or an earlier refusal may have stored a new token already.
      if (!refreshToken || readToken() !== refused) return;
      await settledWithin(refreshToken, REFRESH_LIMIT_MS);
    },
  }));
}

/** A query can be sent again after any refusal, a mutation only if it was refused with status 401 before it ran. */
function mayBeSentAgain(error: CombinedError, { kind, query }: Operation): boolean {
  const { networkError } = error;
  if (kind === 'query') return isSignedOut(error);
  if (kind !== 'mutation') return false;
  if (networkError instanceof ServerParseError) return networkError.statusCode === 401;
  if (!(networkError instanceof ServerError) || networkError.statusCode !== 401) return false;
  return !mayHaveRun(networkError.result, query as Parameters<typeof mayHaveRun>[1]);
}

/** Sets `fetchOptions` that read the token, in place: the stock exchange has just copied this operation. */
function withBearer(operation: Operation, readToken: () => string, tokenHeaders: Record<string, string>): Operation {
  const { context } = operation;
  const fetchOptions = context.fetchOptions;
  const attached = { token: '' };
  context.attached = attached;
  context.fetchOptions = () => {
    const options = typeof fetchOptions === 'function' ? fetchOptions() : fetchOptions;
    const own = headerRecord(options?.headers);
    // An authorization header from elsewhere could only contain an older token (C2).
    delete own.authorization;
    attached.token = contextOf(operation).anonymous ? '' : readToken();
    const headers: Record<string, string> = { ...fillHeaders(tokenHeaders, attached.token), ...own };
    if (attached.token !== '') headers.authorization ??= `Bearer ${attached.token}`;
    return { ...options, headers };
  };
  return operation;
}

/** Waits until the refresh settles, for `ms` at most. A failed refresh is ignored: the operations are sent and the server decides. */
async function settledWithin(refresh: () => Promise<unknown>, ms: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<void>(resolve => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await Promise.race([refresh(), limit]);
  } catch {
    // The operations are sent with the stored token.
  } finally {
    clearTimeout(timer);
  }
}
