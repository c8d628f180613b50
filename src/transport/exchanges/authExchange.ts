/**
 * The auth stage, on urql's authExchange: it attaches the bearer token, and refreshes an expired one.
 *
 * The stock helper `appendHeaders` freezes a header into the operation, so that a resend or refetch goes out with an older token, even after
 * signing out (contract M8). Here the header is made by a `fetchOptions` function, which is evaluated for each attempt (C1, C2).
 *
 * The stock exchange keeps what waits (for its start, for a refresh) by operation key, and would lose one of two identical mutations (M6, C44).
 * The boundary above gives each mutation a key of its own.
 */
import type { CombinedError, Exchange, Operation } from '@urql/core';
import { authExchange as stockAuthExchange } from '@urql/exchange-auth';
import { mayHaveRun } from '../../lib/mayHaveRun';
import { fillHeaders } from '../../lib/tokenHeaders';
import { headerRecord } from '../http/headerRecord';
import { isSignedOut, ServerError, ServerParseError } from '../observe/failure';
import { contextOf } from '../observe/trace';

/** Options of `authExchange`. */
export interface AuthOptions {
  /** The raw token, '' when there is none. Called for each attempt. */
  readToken(): string;
  /** Gets a new access token and stores it where `readToken` looks. Undefined: a refused operation goes to the caller. */
  refreshToken: (() => Promise<unknown>) | undefined;
  /** Headers of the connection that hold `{token}`, sent with the token in its place. Default none. */
  tokenHeaders?: Record<string, string>;
}

/** How long operations wait for a new token, in ms; then they are sent as they would have been without one. */
const REFRESH_LIMIT_MS = 30_000;

/** Attaches the token to every attempt. When it has expired it is refreshed once and the refused operation is sent again. */
export function authExchange({ readToken, refreshToken, tokenHeaders = {} }: AuthOptions): Exchange {
  /** The token that was refused last. */
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
      // Another tab, or an earlier refusal, has brought a new one already.
      if (!refreshToken || readToken() !== refused) return;
      await settledWithin(refreshToken, REFRESH_LIMIT_MS);
    },
  }));
}

/** A query may be sent again after any refusal; a mutation only when it was refused with status 401 before it ran. */
function mayBeSentAgain(error: CombinedError, { kind, query }: Operation): boolean {
  const { networkError } = error;
  if (kind === 'query') return isSignedOut(error);
  if (kind !== 'mutation') return false;
  if (networkError instanceof ServerParseError) return networkError.statusCode === 401;
  if (!(networkError instanceof ServerError) || networkError.statusCode !== 401) return false;
  return !mayHaveRun(networkError.result, query as Parameters<typeof mayHaveRun>[1]);
}

/** The operation with `fetchOptions` that read the token. In place: the stock exchange has just made this copy. */
function withBearer(operation: Operation, readToken: () => string, tokenHeaders: Record<string, string>): Operation {
  const { context } = operation;
  const given = context.fetchOptions;
  const attached = { token: '' };
  context.attached = attached;
  context.fetchOptions = () => {
    const options = typeof given === 'function' ? given() : given;
    const own = headerRecord(options?.headers);
    // One from anywhere else could only be of an older token (C2).
    delete own.authorization;
    attached.token = readToken();
    const headers: Record<string, string> = { ...fillHeaders(tokenHeaders, attached.token), ...own };
    if (attached.token !== '') headers.authorization ??= `Bearer ${attached.token}`;
    return { ...options, headers };
  };
  return operation;
}

/** Waits until the promise settles, at most so long. A refresh that fails is no failure of what waits for it: the server has the last word. */
async function settledWithin(refresh: () => Promise<unknown>, ms: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<void>(resolve => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await Promise.race([refresh(), limit]);
  } catch {
    // The operations are sent with what token there is.
  } finally {
    clearTimeout(timer);
  }
}
