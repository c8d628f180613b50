/**
 * The tap: one typed event at each step an operation or the socket passes, for tools that show the transport at work (the Wire tool,
 * the status line, tests). It does not depend on urql's debug events, which production builds do not have. No event holds a token.
 * Without listeners nothing is built: callers check `active` before they make an event.
 */

import type { OperationMask } from '../secrets/documentSecrets';
import type { Failure } from './failure';
import type { StopCause } from './status';

/** Who an event is about. One `id` per execution of an operation, so a refetch is a new one; `key` is urql's operation key. */
export interface TapOperation {
  id: number;
  key: number;
  kind: 'query' | 'mutation' | 'subscription';
  /** The name of the only operation in the document; null when anonymous. */
  name: string | null;
  /** The `screen` entry of the operation's context (`context: { screen: 'data' }`), if its caller gave one. */
  screen?: string;
}

/** What was put into one part of a multipart request. `bytes` are the part's content. */
export interface TapPart {
  name: string;
  fileName?: string;
  contentType?: string;
  bytes: number;
}

/** A text that is only made, and masked, when it is asked for: bodies may be large, and most are never looked at. */
export type LazyText = () => string;

/**
 * The text of the first so many bytes of a body that is held elsewhere, masked; null once it has been let go there. Rejects when it cannot be
 * read.
 */
export type LaterText = (bytes: number) => Promise<string | null>;

/** What happened. All durations in milliseconds, all sizes in bytes; texts, headers and failures are masked by `mask`. */
export type TapStep =
  /** `hide` takes out of texts what the operation submits as secret, under whatever name it comes back. */
  | { type: 'started'; requestPolicy: string; query: LazyText; variables: LazyText; hide?: OperationMask }
  | { type: 'cached'; query: LazyText; variables: LazyText; hide?: OperationMask }
  | { type: 'ssr'; query: LazyText; variables: LazyText; hide?: OperationMask }
  | { type: 'token'; attached: boolean }
  | { type: 'hashSent'; hash: string }
  /** Sent by the id of a trusted document, without its text. */
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
  /** An answer that takes its time: how much of it has come; `total` where it says so. The last before `response`, which says it all. */
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
      /** As the server words it; '' over HTTP/2. */
      statusText?: string;
      contentType: string;
      /** 0 for a streamed answer, whose parts follow as `event` steps. */
      bytes: number;
      /** From the request to the status line; `ms` to the last byte, for a streamed answer to the first. */
      firstByteMs: number;
      ms: number;
      headers: Record<string, string>;
      body?: LazyText;
      /** In place of `body` where the body was read elsewhere (largeAnswers.ts). */
      laterBody?: LaterText;
    }
  | { type: 'parsed'; ms: number; hasData: boolean; errors: number }
  /** A part of a streamed answer; `bytes` and `body` are what was read since the part before, boundaries included. */
  | { type: 'event'; bytes: number; errors: number; body?: LazyText }
  | { type: 'failed'; failure: Failure }
  | { type: 'ended' }
  | { type: 'cancelled' }
  | { type: 'socketOpening'; url: string; attempt: number }
  | { type: 'socketOpened' }
  | { type: 'socketAcknowledged'; ms: number }
  /** `body` is absent for `connection_init`, which carries the token. */
  | { type: 'frame'; direction: 'in' | 'out'; frame: string; id?: string; bytes: number; body?: LazyText }
  | { type: 'socketClosed'; code: number; reason: string; byUs: boolean }
  | { type: 'reconnectWait'; ms: number; attempt: number };

/** A step, when it happened (`at`, milliseconds since the epoch), and for steps of an operation, whose. */
export type TapEvent = TapStep & { at: number; operation?: TapOperation };

/** The public end: listeners are called synchronously, in order, and must not throw. */
export interface Tap {
  /** Calls `listener` with every event until the returned function is called. */
  subscribe(listener: (event: TapEvent) => void): () => void;
}

/** The transport's own end. */
export interface TapSource extends Tap {
  /** True while anybody listens; check it before building an event. */
  readonly active: boolean;
  /** A number no operation of this transport had before. */
  nextId(): number;
  emit(step: TapStep, operation?: TapOperation): void;
}

/** Makes a tap without listeners. */
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
