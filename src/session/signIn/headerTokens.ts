/** Tokens that come in the headers of an answer, as some servers send them after a login (`vendure-auth-token`). */
import { tokenInHeaders } from './tokenInHeaders';

/** The latest token of each mutation's answer, by the name of the operation. In memory only. */
export interface HeaderTokens {
  /** The fetch that looks at the answers. */
  fetch: typeof fetch;
  /** Gives the token that came with the latest answer to the operation, once. */
  take(operationName: string): string | null;
}

/** How many are held. */
const MOST = 10;

/** Looks at what `inner` answers; only at the headers of answers to mutations. */
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

/** Name of the mutation in a request's body; null for anything else. */
function mutationName(body: string): string | null {
  try {
    const { query, operationName } = JSON.parse(body) as { query?: unknown; operationName?: unknown };
    return typeof query === 'string' && /^\s*mutation\b/.test(query) && typeof operationName === 'string' ? operationName : null;
  } catch {
    return null;
  }
}
