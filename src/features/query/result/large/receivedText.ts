/** The response body as received, with secrets masked. */
import type { QueryRun } from '../../run/queryRun';

/** Returns the text; null if there is none or it is in a worker. */
export function receivedText({ texts, hide }: QueryRun): string | null {
  return texts.length === 0 ? null : hide.got(texts.join('')) || null;
}
