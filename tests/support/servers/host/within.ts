/** Limits how long a test waits, and reports the situation when the limit is reached. */

/** Time limit in ms, sufficient for a busy machine. */
const PATIENCE_MS = 10_000;

/** The promise; when it takes longer than `ms`, an error with the text of `situation`. */
export function within<T>(promise: Promise<T>, situation: () => string, ms = PATIENCE_MS): Promise<T> {
  let overdue: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    overdue = setTimeout(() => reject(new Error(`Not within ${ms} ms: ${situation()}`)), ms);
  });
  return Promise.race([promise, tooLate]).finally(() => clearTimeout(overdue));
}
