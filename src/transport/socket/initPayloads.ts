/**
 * Which init payload a websocket sends. Servers read the token from different keys and refuse a connection without it (4401, 4403). The
 * configured payload comes first; after such a refusal the other known ones are tried, once each for one token, and the one that is accepted
 * is kept. Where none is accepted the refusal stands (contract C41), and the next connection begins with the configured one.
 */
import { initPayload } from './initPayload';
import type { InitPayloadShape, LearnedStore } from './learned';

/** Options of `createInitPayloads`, from the transport's configuration. */
export interface InitPayloadOptions {
  connectionParams(token: string): Record<string, unknown> | Promise<Record<string, unknown>>;
  /** To be tried after a refusal, in this order. */
  initPayloads: readonly InitPayloadShape[];
}

/** The payloads of one socket. */
export interface InitPayloads {
  /** The payload of the connection that opens now. */
  next(): Record<string, unknown> | Promise<Record<string, unknown>>;
  /** The connection was refused. Returns whether another payload is left to be tried. */
  refuse(): boolean;
  /** The connection was accepted. */
  accept(): void;
  /** Whether the token is another one than in the payload of the present connection. */
  isOutdated(): boolean;
  /** The present connection ended. */
  end(): void;
}

/** null stands for the configured payload. */
type Candidate = InitPayloadShape | null;

export function createInitPayloads(config: InitPayloadOptions, readToken: () => string, learned: LearnedStore): InitPayloads {
  const { initPayload: known } = learned.read();
  const isKnown = known !== undefined && config.initPayloads.includes(known);
  const candidates: readonly Candidate[] = [null, ...config.initPayloads];
  let current: Candidate = isKnown ? known : null;
  const tried = new Set<Candidate>();
  /** The token that `tried` is about. */
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
      // Without a token all payloads are alike.
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
