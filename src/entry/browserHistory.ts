/** The browser's own history as a port for the navigation. */
import type { Site } from '../lib/site';
import type { HistoryPort } from '../session/navigation/navigation';

/** Wraps `window.history`; addresses are path and query inside Oriel. */
export function browserHistory(
  window: Pick<Window, 'history' | 'location' | 'addEventListener' | 'removeEventListener'>,
  site: Site,
): HistoryPort {
  let last = '/';
  return {
    read() {
      // A fragment that is no address is a place on the page in view: the address is what it was.
      last = site.inner(withoutPlace(window.location.href)) ?? last;
      return last;
    },
    push: href => window.history.pushState(null, '', site.outer(href)),
    replace: href => window.history.replaceState(null, '', site.outer(href)),
    listen(listener) {
      // Also sent when only the fragment changes, by a link or by hand.
      window.addEventListener('popstate', listener);
      return () => window.removeEventListener('popstate', listener);
    },
    outer: site.outer,
    inner: site.inner,
  };
}

/** An address without a fragment that does not begin like an address of Oriel. */
function withoutPlace(address: string): URL {
  const url = new URL(address);
  if (!url.hash.startsWith('#/')) url.hash = '';
  return url;
}
