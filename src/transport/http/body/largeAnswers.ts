/**
 * Large answers, read elsewhere: an operation whose context holds `large` (`{ large: … }`) has a body of more than so many bytes handed over as it
 * comes, instead of being parsed where it arrives. What is made of it is judged like any other body. The tap tells where its text can be asked
 * for, as long as its owner holds it.
 */

/** What an operation's context says about large answers. */
export interface LargeAnswers {
  /** Bytes from which on a body is handed over. */
  from: number;
  /**
   * Called with the text of a body that is not handed over, as it came: the answer is its caller's own, secrets included. Of an answer in parts it is
   * called piece by piece, as they are read; for one that breaks off, with what came until then.
   */
  onText?(text: string): void;
  /** Called with the number of bytes so far while the body may still be a small one. */
  onBytes?(bytes: number): void;
  /** Called once for such a body; `size` is its length where that is known. */
  open(size: number | null): AnswerSink;
}

/** Takes one body. */
export interface AnswerSink {
  /** The next piece; its memory belongs to the sink from then on. */
  push(piece: Uint8Array): void;
  /**
   * The body is whole. @returns it parsed, `data` as whatever the caller of the operation understands. @throws SyntaxError when it is no JSON,
   * any other Error when it could not be read
   */
  end(): Promise<unknown>;
  /** The text of the first so many bytes of a whole body; null once it has been let go. */
  text?(bytes: number): Promise<string | null>;
  /** No more bytes follow, and no result is wanted. May be called after an error of `end`. */
  cancel(): void;
}

/** A body that was read: as text, or elsewhere. */
export interface ReadBody {
  /** undefined where it was read elsewhere. */
  text: string | undefined;
  bytes: number;
  /** The bytes of a long body as they came, to be read again later. */
  pieces?: readonly Uint8Array[];
  /** What was made of it elsewhere; `broken`: it is no JSON, and begins like this. */
  apart?: { body: unknown } | { broken: string };
  /** The connection ended early: the other fields hold what had arrived. */
  broke?: { cause: unknown };
  /** Where its text can be asked for then. */
  later?: NonNullable<AnswerSink['text']>;
}
