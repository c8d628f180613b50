/**
 * The tap: a typed event for each step of an operation or of the socket, for tools that show the transport at work (the Wire tool, the
 * status line, tests). It does not use urql's debug events, which production builds do not have. No event contains a token. Without
 * listeners no events are built: callers check `active` first.
 */

import type { OperationMask } from '../secrets/documentSecrets';
import type { Failure } from './failure';
import type { StopCause } from './status';

/** The operation an event is about. Each execution has its own `id`, so a refetch gets a new one; `key` is urql's operation key. */
export interface TapOperation {
  id: number;
  key: number;
  kind: 'query' | 'mutation' | 'subscription';
  /** The name of the only operation in the document; null if it is anonymous. */
  name: string | null;
  /** The `screen` entry of the operation's context (`context: { screen: 'data' }`), if set. */
  screen?: string;
}

/** One part of a multipart request. `bytes` is the size of its content. */
export interface TapPart {
  name: string;
  fileName?: string;
  contentType?: string;
  bytes: number;
}

/** Returns a text that is built and masked when it is read: bodies may be large, and most are never shown. */
export type LazyText = () => string;

/**
 * Reads the first `bytes` bytes of a body that is stored elsewhere, masked; null once the body has been released. Rejects if it cannot be
 * read.
 */
export type LaterText = (bytes: number) => Promise<string | null>;

/** One step. Durations are in ms, sizes in bytes. Texts, headers and failures are masked by `mask`. */
export type TapStep =
  /** `hide` masks values that the operation submits as secret, under whatever name a response repeats them. */
  | { type: 'started'; requestPolicy: string; query: LazyText; variables: LazyText; hide?: OperationMask }
  | { type: 'cached'; query: LazyText; variables: LazyText; hide?: OperationMask }
  | { type: 'ssr'; query: LazyText; variables: LazyText; hide?: OperationMask }
  | { type: 'token'; attached: boolean }
  | { type: 'hashSent'; hash: string }
  /** The operation was sent by the id of a trusted document, without its text. */
  | { type: 'documentId'; id: string }
  | { type: 'persistedMiss'; status: number | null }
  | { type: 'persistedStop'; cause: StopCause; status: number | null }
  | { type: 'resend'; form: 'text+hash' | 'text' }
  | { type: 'retryWait'; ms: number; attempt: number; of: number }
  | { type: 'multipart'; parts: TapPart[]; bytes: number }
  | {
      type: 'request';
      method: string;
      url: string;
      via: 'fetch' | 'xhr';
      headers: Record<string, string>;
      bytes: number;
      /** JSON, or the `operations` field of a multipart request. */
      body: LazyText;
    }
  | { type: 'uploading'; sent: number; total: number }
  | { type: 'processing' }
  /** Progress of a slow response; `total` is its size if known. The `response` step that follows contains everything. */
  | {
      type: 'receiving';
      status: number;
      contentType: string;
      bytes: number;
      total: number | null;
      firstByteMs: number;
      headers: Record<string, string>;
    }
  | {
      type: 'response';
      status: number;
      /** The server's status text; '' over HTTP/2. */
      statusText?: string;
      contentType: string;
      /** 0 for a streamed response, whose parts follow as `event` steps. */
      bytes: number;
      /** Time from the request to the status line; `ms`: to the last byte, for a streamed response to the first. */
      firstByteMs: number;
      ms: number;
      headers: Record<string, string>;
      body?: LazyText;
      /** Replaces `body` if the body was read by a sink (largeResponses.ts). */
      laterBody?: LaterText;
    }
  | { type: 'parsed'; ms: number; hasData: boolean; errors: number }
  /**
   * A part of a streamed response; `bytes` and `body` contain all that was read since the previous part, boundaries included. `messages`: how
   * many messages of a subscription are in it.
   */
  | { type: 'event'; bytes: number; errors: number; messages?: number; body?: LazyText }
  | { type: 'failed'; failure: Failure }
  | { type: 'ended' }
  | { type: 'cancelled' }
  /** `protocol`: the websocket subprotocol that is offered. */
  | { type: 'socketOpening'; url: string; attempt: number; protocol?: string }
  | { type: 'socketOpened' }
  | { type: 'socketAcknowledged'; ms: number }
  /** `connection_init` has no `body`, because it contains the token. */
  | { type: 'frame'; direction: 'in' | 'out'; frame: string; id?: string; bytes: number; body?: LazyText }
  | { type: 'socketClosed'; code: number; reason: string; byUs: boolean }
  | { type: 'reconnectWait'; ms: number; attempt: number };

/** A step, its time `at` (ms since the epoch), and its operation, if it belongs to one. */
export type TapEvent = TapStep & { at: number; operation?: TapOperation };

/** The read side of the tap. Listeners are called synchronously, in order, and must not throw. */
export interface Tap {
  /** Calls `listener` with every event until the returned function is called. */
  subscribe(listener: (event: TapEvent) => void): () => void;
}

/** The write side of the tap, used by the transport. */
export interface TapSource extends Tap {
  /** True while there are listeners; check it before building an event. */
  readonly active: boolean;
  /** Returns an id that is unique among the operations of this transport. */
  nextId(): number;
  emit(step: TapStep, operation?: TapOperation): void;
}

/** Creates a tap without listeners. */
export function createTap(): TapSource {
  const listeners = new Set<(event: TapEvent) => void>();
  let lastId = 0;
  const tap = {
    active: false,
    nextId: () => ++lastId,
    emit(step: TapStep, operation?: TapOperation) {
      if (!tap.active) return;
      const event: TapEvent = operation ? { ...step, at: Date.now(), operation } : { ...step, at: Date.now() };
      for (const listener of listeners) listener(event);
    },
    subscribe(listener: (event: TapEvent) => void) {
      const entry = (event: TapEvent) => listener(event);
      listeners.add(entry);
      tap.active = true;
      return () => {
        listeners.delete(entry);
        tap.active = listeners.size > 0;
      };
    },
  };
  return tap;
}
