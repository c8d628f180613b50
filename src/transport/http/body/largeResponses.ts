/**
 * Large responses that are parsed elsewhere. If an operation's context contains `large`, a body above the given size is passed on in chunks
 * as it arrives, instead of being parsed on the main path. The parsed result is checked like that of any other body. The tap reports how to
 * read its text, as long as its owner keeps it.
 */

/** The `large` option of an operation's context. */
export interface LargeResponses {
  /** Size in bytes from which a body is passed on. */
  from: number;
  /**
   * Called with the unmasked text of a body that is not passed on, secrets included: the response belongs to the caller. A streamed
   * response is reported chunk by chunk; of a response that breaks off, the text received so far.
   */
  onText?(text: string): void;
  /** Called with the number of bytes received so far, while it is still open whether the body is large. */
  onBytes?(bytes: number): void;
  /** Called once per large body; `size` is its length if known. */
  open(size: number | null): ResponseSink;
}

/** Receives one body. */
export interface ResponseSink {
  /** Takes the next chunk; from now on its memory belongs to the sink. */
  push(chunk: Uint8Array): void;
  /**
   * Called when the body is complete. @returns the parsed body; its `data` has a form that the operation's caller understands. @throws
   * SyntaxError if the body is not JSON, any other Error if it could not be read
   */
  end(): Promise<unknown>;
  /** The text of the first `bytes` bytes of a complete body; null once it has been released. */
  text?(bytes: number): Promise<string | null>;
  /** No more bytes follow, and the result is not needed. May be called after `end` has failed. */
  cancel(): void;
}

/** A body that was read here, as text, or by a sink. */
export interface ReadBody {
  /** Undefined if a sink read it. */
  text: string | undefined;
  bytes: number;
  /** The raw chunks of a long body, which can be read again later. */
  chunks?: readonly Uint8Array[];
  /** The result of the sink; `broken`: the start of a body that is not JSON. */
  apart?: { body: unknown } | { broken: string };
  /** The connection ended early; the other fields contain what had arrived. */
  broke?: { cause: unknown };
  /** Reads the text of a body that a sink has read. */
  later?: NonNullable<ResponseSink['text']>;
}
