/**
 * The location of Oriel on its host. Inside Oriel every address starts with '/' ('/data/ships?sort=name'). On the host, the same address
 * has a prefix ('/tools/oriel/data/ships') or, if the host only serves a single URL, is in the fragment ('/tools/oriel/#/data/ships').
 */

/** Translates between addresses of Oriel and URLs of its host. */
export interface Site {
  /** The absolute URL that relative URLs (the endpoint, config.json) are resolved against. Ends with '/' in mode `path`. */
  url: string;
  /** The URL of an address of Oriel, as in the address bar, starting at the root of the host. */
  outer(href: string): string;
  /** The address of Oriel in an absolute URL; null if the URL does not belong to this page. */
  inner(url: URL): string | null;
}

/** Options of `createSite`. */
export interface SiteOptions {
  /** Absolute URL of the page's folder (`path`) or of the page itself (`hash`). */
  url: string;
  /** `path`: the host serves every URL below the folder. `hash`: it only serves this one. */
  mode: 'path' | 'hash';
}

/** Creates a site. */
export function createSite({ url, mode }: SiteOptions): Site {
  const { origin, pathname } = new URL(url);
  if (mode === 'path') {
    return {
      url,
      outer: href => pathname + href.slice(1),
      // A URL with a fragment is an anchor on the current page, which the browser handles.
      inner: to =>
        to.origin === origin && to.hash === '' && to.pathname.startsWith(pathname)
          ? to.pathname.slice(pathname.length - 1) + to.search
          : null,
    };
  }
  return {
    url,
    outer: href => (href === '/' ? pathname : `${pathname}#${href}`),
    inner(to) {
      if (to.origin !== origin || to.pathname !== pathname) return null;
      if (to.hash === '' || to.hash === '#') return `/${to.search}`;
      return to.hash.startsWith('#/') ? to.hash.slice(1) : null;
    },
  };
}
