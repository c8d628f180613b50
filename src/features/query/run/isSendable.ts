/**
 * Checks whether a page may send a header. Browsers reject some headers with an error that looks like a network failure, and silently omit
 * others.
 */
import type { QueryHeader } from '../tabs/queryTabs';

/** Headers that only the browser may set (https://fetch.spec.whatwg.org/#forbidden-request-header). */
const FORBIDDEN =
  /^(?:accept-(?:charset|encoding)|access-control-request-(?:headers|method|private-network)|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|(?:proxy|sec)-.*)$/i;

/** Returns true if a page can send the header. */
export function isSendable({ name, value }: QueryHeader): boolean {
  if (FORBIDDEN.test(name)) return false;
  try {
    new Headers([[name, value]]);
    return true;
  } catch {
    return false;
  }
}
