/**
 * The current location as a store. The URL contains everything that a screen shows, so that Back, a reload and a link give the same view.
 * The entry passes in the browser's history; the server render passes in a fixed location.
 */

import { createStore, type Readable } from '../../lib/store';
import { encodePart } from '../../lib/text/encodePart';

/** A location in Oriel. `path` starts with '/', its parts are percent-encoded; `query` holds the screen's parameters, in order. */
export interface Address {
  path: string;
  query: URLSearchParams;
}

/** The browser's history, as navigation uses it. */
export interface HistoryPort {
  /** The current path with its query string. */
  read(): string;
  push(href: string): void;
  replace(href: string): void;
  /** Calls `listener` after the user goes back or forward. Returns the unsubscribe function. */
  listen(listener: () => void): () => void;
  /** Converts a location in Oriel to a path from the host's root. Default: unchanged (lib/page/site.ts). */
  outer?(href: string): string;
  /** Converts an absolute URL to a location in Oriel; null if it is none. Default: path and query, if the URL has no fragment. */
  inner?(url: URL): string | null;
}

/** Reads and changes the current location. */
export interface Navigation {
  address: Readable<Address>;
  /** Navigates to an href ('/data/ships?sort=name', see `href`). `replace` adds no history entry. */
  go(href: string, options?: { replace?: boolean }): void;
  /** Changes individual query parameters of the current location; null removes one. */
  setQuery(change: Record<string, string | null>, options?: { replace?: boolean }): void;
  /** Converts a location in Oriel to a path from the host's root, for links to be shared. Components use locations of Oriel. */
  outer(href: string): string;
  /** Converts an absolute URL of this host to a location in Oriel; null if it is none. */
  inner(url: URL): string | null;
  /** Unsubscribes from the history. */
  dispose(): void;
}

/** Builds an href: encodes the path parts, leaves out null and undefined parameters. `href(['data', 'ships'], { sort: 'name' })`. */
export function href(parts: readonly string[], query: Record<string, string | null | undefined> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value != null) search.append(name, value);
  const text = search.toString();
  return `/${parts.map(encodePart).join('/')}${text ? `?${text}` : ''}`;
}

/** Parses an href without its fragment. Never throws. */
export function readAddress(text: string): Address {
  const withoutHash = text.split('#', 1)[0] ?? '';
  const mark = withoutHash.indexOf('?');
  const path = mark < 0 ? withoutHash : withoutHash.slice(0, mark);
  return {
    path: path.startsWith('/') ? path : `/${path}`,
    query: new URLSearchParams(mark < 0 ? '' : withoutHash.slice(mark + 1)),
  };
}

/** The decoded parts of a path; a part with invalid percent-encoding is returned unchanged. */
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

/** Creates the navigation for a history. */
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
