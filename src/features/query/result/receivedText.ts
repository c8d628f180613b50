/** The body of an answer as it was received: the person's own, so nothing is hidden in it. */
import type { QueryRun } from '../queryRun';

/** The text; null where there is none, or a worker holds it. */
export function receivedText({ texts }: QueryRun): string | null {
  return texts.join('') || null;
}
