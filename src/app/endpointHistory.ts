/**
 * The address says which endpoint its view is of, so that a link shows a colleague the same: `?endpoint=` is put behind every address
 * while another connection than the default is in use, and taken off before anybody reads it. Never holds a token.
 */
import type { HistoryPort } from '../session/navigation/navigation';

/** Name of the parameter. */
export const ENDPOINT_PARAMETER = 'endpoint';

/** The endpoint an address names, null when it names none; and the address without it. */
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

/** The address with an endpoint named in it; null: unchanged. */
export function withEndpoint(text: string, endpoint: string | null): string {
  if (endpoint === null) return text;
  const mark = text.indexOf('?');
  const query = new URLSearchParams(mark < 0 ? '' : text.slice(mark + 1));
  query.set(ENDPOINT_PARAMETER, endpoint);
  return `${mark < 0 ? text : text.slice(0, mark)}?${query.toString()}`;
}

/**
 * A history in which `endpoint()` (null for the default connection) is kept behind the addresses and unseen. `follow` is called after Back and
 * Forward, before anybody hears of them.
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
