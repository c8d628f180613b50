/** The browser's own history as a port for the navigation. */
import type { HistoryPort } from '../session/navigation/navigation';

/** Wraps `window.history`; addresses are path, query and fragment. */
export function browserHistory(
  window: Pick<Window, 'history' | 'location' | 'addEventListener' | 'removeEventListener'>,
): HistoryPort {
  return {
    read: () => window.location.pathname + window.location.search,
    push: href => window.history.pushState(null, '', href),
    replace: href => window.history.replaceState(null, '', href),
    listen(listener) {
      window.addEventListener('popstate', listener);
      return () => window.removeEventListener('popstate', listener);
    },
  };
}
