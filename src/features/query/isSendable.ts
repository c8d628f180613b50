/** Which headers a page may send: a browser refuses some with an error that looks like a network's, and leaves others out without a word. */
import type { QueryHeader } from './tabs/queryTabs';

/** Headers that are the browser's own (https://fetch.spec.whatwg.org/#forbidden-request-header). */
const FORBIDDEN =
  /^(?:accept-(?:charset|encoding)|access-control-request-(?:headers|method|private-network)|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|(?:proxy|sec)-.*)$/i;

/** True when a request of a page can hold the header. */
export function isSendable({ name, value }: QueryHeader): boolean {
  if (FORBIDDEN.test(name)) return false;
  try {
    new Headers([[name, value]]);
    return true;
  } catch {
    return false;
  }
}
