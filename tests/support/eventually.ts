/** Waits for the final state of a page. The wait runs outside of the page, because its policy forbids code from strings. */

/** Time limit in ms, sufficient for a busy machine. */
const PATIENCE_MS = 20_000;
const EVERY_MS = 50;

/** Reads repeatedly until the value fits, and returns it. Rejects with the last value after the time limit. */
export async function eventually<T>(read: () => Promise<T>, fits: (value: T) => boolean, ms = PATIENCE_MS): Promise<T> {
  const end = performance.now() + ms;
  for (;;) {
    const value = await read();
    if (fits(value)) return value;
    if (performance.now() > end) throw new Error(`Not within ${ms} ms; in the end it was ${JSON.stringify(value)}`);
    await new Promise(resolve => setTimeout(resolve, EVERY_MS));
  }
}
