/** Collects tokens from response headers: some servers send them there after a login (`vendure-auth-token`). */
import { tokenInHeaders } from './tokenInHeaders';

/** The latest token in the response to each mutation, by the operation's name. In memory only. */
export interface HeaderTokens {
  /** The `fetch` that reads the response headers. */
  fetch: typeof fetch;
  /** Removes and returns the token of the latest response to the operation. */
  take(operationName: string): string | null;
}

/** Number of remembered tokens. */
const MOST = 10;

/** Wraps `inner`. Only headers of responses to mutations are read. */
export function createHeaderTokens(inner: typeof fetch): HeaderTokens {
  const found = new Map<string, string>();
  return {
    async fetch(input, init) {
      const response = await inner(input, init);
      const token = tokenInHeaders(response.headers);
      if (token === null || typeof init?.body !== 'string') return response;
      const name = mutationName(init.body);
      if (name !== null) {
        found.delete(name);
        if (found.size >= MOST) found.delete(found.keys().next().value ?? '');
        found.set(name, token);
      }
      return response;
    },
    take(operationName) {
      const token = found.get(operationName) ?? null;
      found.delete(operationName);
      return token;
    },
  };
}

/** Name of the mutation in a request body; null for any other body. */
function mutationName(body: string): string | null {
  try {
    const { query, operationName } = JSON.parse(body) as { query?: unknown; operationName?: unknown };
    return typeof query === 'string' && /^\s*mutation\b/.test(query) && typeof operationName === 'string' ? operationName : null;
  } catch {
    return null;
  }
}
