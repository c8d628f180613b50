/**
 * Adds the endpoint of a view to its address, so that a link shows the same view to a colleague. For connections other than the default
 * one, `?endpoint=` is added to every address, and removed before the application reads it. It never contains a token.
 */
import type { HistoryPort } from '../session/navigation/navigation';

/** Name of the query parameter. */
export const ENDPOINT_PARAMETER = 'endpoint';

/** Splits an address into its endpoint (null if there is none) and the rest. */
export function splitEndpoint(text: string): { endpoint: string | null; rest: string } {
  const mark = text.indexOf('?');
  if (mark < 0) return { endpoint: null, rest: text };
  const query = new URLSearchParams(text.slice(mark + 1));
  const endpoint = query.get(ENDPOINT_PARAMETER);
  if (endpoint === null) return { endpoint, rest: text };
  query.delete(ENDPOINT_PARAMETER);
  const left = query.toString();
  return { endpoint, rest: text.slice(0, mark) + (left ? `?${left}` : '') };
}

/** Adds an endpoint to an address; null: unchanged. */
export function withEndpoint(text: string, endpoint: string | null): string {
  if (endpoint === null) return text;
  const mark = text.indexOf('?');
  const query = new URLSearchParams(mark < 0 ? '' : text.slice(mark + 1));
  query.set(ENDPOINT_PARAMETER, endpoint);
  return `${mark < 0 ? text : text.slice(0, mark)}?${query.toString()}`;
}

/**
 * A history that adds `endpoint()` (null for the default connection) to the addresses it writes and removes it from those it reads.
 * `follow` is called after Back and Forward, before the listeners.
 */
export function endpointHistory(history: HistoryPort, endpoint: () => string | null, follow: () => void): HistoryPort {
  return {
    read: () => splitEndpoint(history.read()).rest,
    push: to => history.push(withEndpoint(to, endpoint())),
    replace: to => history.replace(withEndpoint(to, endpoint())),
    ...(history.outer ? { outer: history.outer } : {}),
    ...(history.inner ? { inner: history.inner } : {}),
    listen: listener =>
      history.listen(() => {
        follow();
        listener();
      }),
  };
}
