/** The body of an answer as it was received, but for secrets. */
import type { QueryRun } from '../../queryRun';

/** The text; null where there is none, or a worker holds it. */
export function receivedText({ texts, hide }: QueryRun): string | null {
  return texts.length === 0 ? null : hide.got(texts.join('')) || null;
}
