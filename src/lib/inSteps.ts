/** Runs long tasks in steps, so that the page stays responsive. A generator yields wherever it can be interrupted. */
import type { Clock } from './clock';

/** Runs all steps, and lets other tasks run after every `budgetMs`. @returns the generator's return value */
export async function inSteps<T>(steps: Generator<void, T>, clock: Clock, budgetMs = 15): Promise<T> {
  for (;;) {
    for (const end = performance.now() + budgetMs; ; ) {
      const step = steps.next();
      if (step.done) return step.value;
      if (performance.now() >= end) break;
    }
    await new Promise<void>(resolve => clock.after(0, resolve));
  }
}

/** Runs all steps synchronously. */
export function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
