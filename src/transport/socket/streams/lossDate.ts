/**
 * Dates the loss of a streamed response: from when on messages may be missing (contract C40). A loss can be noticed late: after a silence,
 * or after the page was frozen, when what was buffered in the meantime arrives first.
 */

/** Data that arrives this long after a page woke up, in ms, was not buffered while it was frozen. */
const HELD_MS = 2000;

/** What is known about one stream, from its opening on. */
export interface LossDate {
  opened(): void;
  /** A chunk arrived. */
  received(): void;
  /** For how long nothing has arrived, in ms. */
  silentMs(): number;
  /** The page is about to be frozen. */
  sleep(): void;
  /** The page runs again. */
  wake(): void;
  /** The page was frozen without an event, and runs again. */
  stoodStill(): void;
  /** The stream is given up; it may have been lost since `since`. */
  noticed(since: number): void;
  /** From when on messages may be missing, if the stream ends now. */
  since(): number;
}

export function createLossDate(): LossDate {
  let lastReadAt = 0;
  /** Set if the loss was noticed late. */
  let noticedSince: number | undefined;
  /** Time of the last chunk before the page was frozen; cleared by a chunk that was not buffered in the meantime. */
  let asleepSince: number | undefined;
  let wokeAt = Number.POSITIVE_INFINITY;

  return {
    opened() {
      lastReadAt = Date.now();
      noticedSince = undefined;
      asleepSince = undefined;
    },
    received() {
      lastReadAt = Date.now();
      if (lastReadAt - wokeAt >= HELD_MS) asleepSince = undefined;
    },
    silentMs: () => Math.max(0, Date.now() - lastReadAt),
    sleep() {
      asleepSince ??= lastReadAt;
      wokeAt = Number.POSITIVE_INFINITY;
    },
    wake() {
      wokeAt = Math.min(wokeAt, Date.now());
    },
    stoodStill() {
      asleepSince ??= lastReadAt;
      wokeAt = Date.now();
    },
    noticed(since) {
      noticedSince = since;
    },
    since: () => asleepSince ?? noticedSince ?? lastReadAt,
  };
}
