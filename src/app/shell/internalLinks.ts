/**
 * Links within Oriel are plain `<a href="/…">` elements. One listener turns a plain click into navigation. For other uses of a link
 * (opening a new tab, copying the address), the endpoint is added to it.
 */
import { withEndpoint } from '../endpointHistory';

/**
 * The address of Oriel that a link (HTML or SVG) leads to; null if it leads elsewhere or must not be handled here.
 * @param inner converts an absolute URL to an address of Oriel (`Navigation.inner`)
 */
export function internalHref(anchor: Element, origin: string, inner: (url: URL) => string | null): string | null {
  const target = anchor.getAttribute('target');
  if ((target && target !== '_self') || anchor.hasAttribute('download')) return null;
  const address = anchor.getAttribute('href') ?? '';
  if (!URL.canParse(address, anchor.baseURI)) return null;
  const to = new URL(address, anchor.baseURI);
  return to.origin === origin ? inner(to) : null;
}

/** True for a click that follows a link in the same tab: main button, no modifier key. */
export function isPlainPress(
  event: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'defaultPrevented'>,
): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented;
}

/** The link that contains the event's target. */
export function anchorOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest('a[href]') : null;
}

/** Adds the endpoint to a link that is about to be opened elsewhere or copied; null for the default connection, which needs none. */
export function addEndpoint(anchor: Element, origin: string, inner: (url: URL) => string | null, endpoint: string | null): void {
  const href = internalHref(anchor, origin, inner);
  if (href === null || endpoint === null) return;
  const named = withEndpoint(href, endpoint);
  if (named !== href) anchor.setAttribute('href', named);
}
