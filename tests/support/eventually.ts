/** Waits for what a page shows in the end; the page itself cannot be asked to wait, as its policy allows no code that is made from text. */

/** Longer than anything here takes on a busy machine, in ms. */
const PATIENCE_MS = 20_000;
const EVERY_MS = 50;

/** Reads again and again until what was read fits, and gives that; rejects with the last reading when it never does. */
export async function eventually<T>(read: () => Promise<T>, fits: (value: T) => boolean, ms = PATIENCE_MS): Promise<T> {
  const end = performance.now() + ms;
  for (;;) {
    const value = await read();
    if (fits(value)) return value;
    if (performance.now() > end) throw new Error(`Not within ${ms} ms; in the end it was ${JSON.stringify(value)}`);
    await new Promise(resolve => setTimeout(resolve, EVERY_MS));
  }
}
