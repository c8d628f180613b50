/** Adapts the browser's history to the `HistoryPort` of the navigation. */
import type { Site } from '../lib/page/site';
import type { HistoryPort } from '../session/navigation/navigation';

/** Wraps `window.history`. Addresses are path and query within Oriel. */
export function browserHistory(
  window: Pick<Window, 'history' | 'location' | 'addEventListener' | 'removeEventListener'>,
  site: Site,
): HistoryPort {
  let last = '/';
  return {
    read() {
      // A fragment that is not an address of Oriel is an anchor on the current page, so the address stays the same.
      last = site.inner(withoutPlace(window.location.href)) ?? last;
      return last;
    },
    push: href => window.history.pushState(null, '', site.outer(href)),
    replace: href => window.history.replaceState(null, '', site.outer(href)),
    listen(listener) {
      // Also fired when only the fragment changes, by a link or by the user.
      window.addEventListener('popstate', listener);
      return () => window.removeEventListener('popstate', listener);
    },
    outer: site.outer,
    inner: site.inner,
  };
}

/** Removes the fragment of a URL unless it is an address of Oriel. */
function withoutPlace(address: string): URL {
  const url = new URL(address);
  if (!url.hash.startsWith('#/')) url.hash = '';
  return url;
}
