/**
 * Links as the host knows them. Components write the addresses of Oriel (`<a href="/docs">`), and a server, which may not know under which
 * prefix its pages are seen, writes relative ones. Opened in a new tab or copied, both have to be addresses of the host.
 */
import type { Site } from '../lib/site';

/** Makes the relative links of a page that a server has rendered absolute, while its address is still the one they are relative to. */
export function resolveLinks(root: Element): void {
  for (const link of root.querySelectorAll('a[href^="."]')) {
    const url = new URL(link.getAttribute('href') ?? '', document.baseURI);
    link.setAttribute('href', url.pathname + url.search + url.hash);
  }
}

/** Writes the host's addresses into all links of the page, now and whenever some are added or changed. */
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
