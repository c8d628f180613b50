/**
 * Where the person is: the address as state. Everything a screen shows is in its address, so that Back, reload and a link give the same
 * view. The browser's history is handed in by the entry; the server render hands in a fixed one.
 */
import { encodePart } from '../../lib/encodePart';
import { createStore, type Readable } from '../../lib/store';

/** A place in Oriel. `path` begins with '/', parts are percent-encoded; `query` holds the screen's own parameters, in order. */
export interface Address {
  path: string;
  query: URLSearchParams;
}

/** What navigation needs of the browser's history. */
export interface HistoryPort {
  /** Path with query string, as it stands in the address bar. */
  read(): string;
  push(href: string): void;
  replace(href: string): void;
  /** Calls `listener` when the person went back or forward; returns the function that ends it. */
  listen(listener: () => void): () => void;
  /** The address of a place in Oriel on its host. Default: the same (lib/site.ts). */
  outer?(href: string): string;
  /** The place in Oriel that an absolute address means, null for none. Default: its path and query, where it has no fragment. */
  inner?(url: URL): string | null;
}

/** Reads and changes the address. */
export interface Navigation {
  address: Readable<Address>;
  /** Goes to an href made by `href` or written by hand ('/data/ships?sort=name'); `replace` leaves no entry in the history. */
  go(href: string, options?: { replace?: boolean }): void;
  /** Changes single query parameters of the present address; null removes one. */
  setQuery(change: Record<string, string | null>, options?: { replace?: boolean }): void;
  /** The address of a place in Oriel on its host, from the host's root. For links to be shared; components write addresses of Oriel. */
  outer(href: string): string;
  /** The place in Oriel that an absolute address of this host means, null for none. */
  inner(url: URL): string | null;
  /** Stops listening to the history. */
  dispose(): void;
}

/** Makes an href: path parts are encoded, null and undefined parameters are left out. `href(['data', 'ships'], { sort: 'name' })`. */
export function href(parts: readonly string[], query: Record<string, string | null | undefined> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value != null) search.append(name, value);
  const text = search.toString();
  return `/${parts.map(encodePart).join('/')}${text ? `?${text}` : ''}`;
}

/** Takes an href apart; anything after '#' is ignored. Never throws. */
export function readAddress(text: string): Address {
  const withoutHash = text.split('#', 1)[0] ?? '';
  const mark = withoutHash.indexOf('?');
  const path = mark < 0 ? withoutHash : withoutHash.slice(0, mark);
  return {
    path: path.startsWith('/') ? path : `/${path}`,
    query: new URLSearchParams(mark < 0 ? '' : withoutHash.slice(mark + 1)),
  };
}

/** The decoded parts of a path; a part that is not valid percent-encoding is given as it stands. */
export function pathParts(path: string): string[] {
  return path
    .split('/')
    .filter(part => part !== '')
    .map(part => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    });
}

/** Makes the navigation over a history. */
export function createNavigation(history: HistoryPort): Navigation {
  const address = createStore<Address>(readAddress(history.read()));
  const sync = () => address.set(readAddress(history.read()));
  const stop = history.listen(sync);
  const go: Navigation['go'] = (to, options) => {
    if (to === history.read()) return;
    if (options?.replace) history.replace(to);
    else history.push(to);
    sync();
  };
  return {
    address,
    go,
    setQuery(change, options) {
      const { path, query } = address.get();
      const next = new URLSearchParams(query);
      for (const [name, value] of Object.entries(change)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      const text = next.toString();
      go(`${path}${text ? `?${text}` : ''}`, options);
    },
    outer: to => history.outer?.(to) ?? to,
    inner: url => (history.inner ? history.inner(url) : url.hash === '' ? url.pathname + url.search : null),
    dispose: stop,
  };
}
