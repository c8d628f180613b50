/**
 * Where Oriel is on its host. Inside Oriel every address begins at '/' ('/data/ships?sort=name'); outside it begins where the page was put:
 * under a prefix ('/tools/oriel/data/ships'), or, on a host that knows one address only, behind the fragment ('/tools/oriel/#/data/ships').
 */

/** Translates between the addresses of Oriel and those of its host. */
export interface Site {
  /** The absolute address that relative addresses (the endpoint, config.json) are resolved against. Ends with '/' in mode `path`. */
  url: string;
  /** The address of a place in Oriel as it stands in the address bar, from the root of the host. */
  outer(href: string): string;
  /** The place in Oriel that an absolute address means; null where it is not one of this page. */
  inner(url: URL): string | null;
}

/** What `createSite` is made from. */
export interface SiteOptions {
  /** Absolute address of the folder the page is in (`path`) or of the page itself (`hash`). */
  url: string;
  /** `path`: the host answers every address below the folder. `hash`: it answers this one only. */
  mode: 'path' | 'hash';
}

/** Makes a site. */
export function createSite({ url, mode }: SiteOptions): Site {
  const { origin, pathname } = new URL(url);
  if (mode === 'path') {
    return {
      url,
      outer: href => pathname + href.slice(1),
      // A fragment is a place on the page in view: the browser finds it.
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
