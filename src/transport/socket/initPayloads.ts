/**
 * Chooses the init payload of a websocket. Servers read the token from different keys and refuse a connection without it (4401, 4403). The
 * configured payload is sent first. After such a refusal the other known payloads are tried, once each per token, and the accepted one is
 * kept. If none is accepted, the refusal stands (contract C41), and the next connection starts with the configured payload again.
 */
import type { InitPayloadShape, LearnedStore } from './learned';

/** Options of `createInitPayloads`, from the transport's configuration. */
export interface InitPayloadOptions {
  connectionParams(token: string): Record<string, unknown> | Promise<Record<string, unknown>>;
  /** Shapes to try after a refusal, in this order. */
  initPayloads: readonly InitPayloadShape[];
}

/** The payloads of one socket. */
export interface InitPayloads {
  /** The payload for the connection that is being opened, with the current token (C3). */
  next(): Record<string, unknown> | Promise<Record<string, unknown>>;
  /** The server refused the connection. Returns whether there is another payload to try. */
  refuse(): boolean;
  /** The server accepted the connection. */
  accept(): void;
  /** True if the token differs from the one in the current connection's payload. */
  isOutdated(): boolean;
  /** The current connection ended. */
  end(): void;
}

/** A shape, or null for the configured payload. */
type Candidate = InitPayloadShape | null;

export function createInitPayloads(config: InitPayloadOptions, readToken: () => string, learned: LearnedStore): InitPayloads {
  const { initPayload: known } = learned.read();
  const isKnown = known !== undefined && config.initPayloads.includes(known);
  const candidates: readonly Candidate[] = [null, ...config.initPayloads];
  let current: Candidate = isKnown ? known : null;
  const tried = new Set<Candidate>();
  /** The token to which `tried` refers. */
  let triedToken = '';
  let sentToken: string | undefined;

  return {
    next() {
      sentToken = readToken();
      if (sentToken !== triedToken) tried.clear();
      triedToken = sentToken;
      return current === null ? config.connectionParams(sentToken) : initPayload(current, sentToken);
    },
    refuse() {
      // Without a token all payloads are equal.
      if (sentToken === undefined || sentToken === '') return false;
      tried.add(current);
      const other = candidates.find(candidate => !tried.has(candidate));
      current = other ?? null;
      return other !== undefined;
    },
    accept() {
      tried.clear();
      const before = learned.read();
      if (current !== null && before.initPayload !== current) learned.write({ ...before, initPayload: current });
    },
    isOutdated: () => sentToken !== undefined && sentToken !== readToken(),
    end() {
      sentToken = undefined;
    },
  };
}

/** The payload of a shape; {} without a token (C3). */
export function initPayload(shape: InitPayloadShape, token: string): Record<string, unknown> {
  if (token === '') return {};
  const Authorization = `Bearer ${token}`;
  switch (shape) {
    case 'both':
      return { Authorization, headers: { Authorization } };
    case 'authorization':
      return { Authorization };
    case 'headers':
      return { headers: { Authorization } };
    case 'accessToken':
      return { access_token: token };
    case 'authToken':
      return { authToken: token };
    // The other keys that servers are known to read.
    case 'lowerCase':
      return { authorization: Authorization, token, accessToken: token };
  }
}
