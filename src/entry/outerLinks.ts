/**
 * Converts links to addresses of the host. Components write addresses of Oriel (`<a href="/docs">`). A server, which may not know the
 * prefix of its pages, writes relative ones. A link that is copied or opened in a new tab must be an address of the host.
 */
import type { Site } from '../lib/page/site';

/** Makes the relative links of a server-rendered page absolute. Call it before the page's address changes. */
export function resolveLinks(root: Element): void {
  for (const link of root.querySelectorAll('a[href^="."]')) {
    const url = new URL(link.getAttribute('href') ?? '', document.baseURI);
    link.setAttribute('href', url.pathname + url.search + url.hash);
  }
}

/** Converts all links of the page to the host's addresses, now and whenever links are added or changed. */
export function keepLinksOuter(page: Document, site: Site): void {
  const written = new WeakMap<Element, string>();
  const write = (link: Element): void => {
    const href = link.getAttribute('href') ?? '';
    if (!/^\/(?!\/)/.test(href) || written.get(link) === href) return;
    const outer = site.outer(href);
    written.set(link, outer);
    link.setAttribute('href', outer);
  };
  const observer = new MutationObserver(changes => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'attributes') write(target as Element);
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        if (node.matches('a[href^="/"]')) write(node);
        for (const link of node.querySelectorAll('a[href^="/"]')) write(link);
      }
    }
  });
  observer.observe(page.body, { subtree: true, childList: true, attributeFilter: ['href'] });
}
