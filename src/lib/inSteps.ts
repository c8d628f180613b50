/** Long work in steps, so that the page can respond between them. A generator marks by `yield` where it can be interrupted. */
import type { Clock } from './clock';

/** Runs the steps to their end and gives way to other tasks after every `budgetMs`. @returns what the generator returns */
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

/** Runs the steps to their end at once. */
export function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
