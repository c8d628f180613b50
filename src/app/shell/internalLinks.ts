/**
 * Links within Oriel are plain <a href="/…">: one listener turns a plain press into navigation, and whatever else may be done with a link
 * (a new tab, copying its address) finds the endpoint in it.
 */
import { withEndpoint } from '../endpointHistory';

/**
 * The place in Oriel that a link in the page or in a drawing leads to; null when it leads elsewhere or is not to be followed here.
 * @param inner the place that an absolute address means (`Navigation.inner`)
 */
export function internalHref(anchor: Element, origin: string, inner: (url: URL) => string | null): string | null {
  const target = anchor.getAttribute('target');
  if ((target && target !== '_self') || anchor.hasAttribute('download')) return null;
  const address = anchor.getAttribute('href') ?? '';
  if (!URL.canParse(address, anchor.baseURI)) return null;
  const to = new URL(address, anchor.baseURI);
  return to.origin === origin ? inner(to) : null;
}

/** True for the press that follows a link in place: the main button, no key held. */
export function isPlainPress(
  event: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'defaultPrevented'>,
): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented;
}

/** The anchor an event happened in. */
export function anchorOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest('a[href]') : null;
}

/** Puts the endpoint into a link that is about to be opened elsewhere or copied; null: the default, which needs no naming. */
export function nameEndpoint(anchor: Element, origin: string, inner: (url: URL) => string | null, endpoint: string | null): void {
  const href = internalHref(anchor, origin, inner);
  if (href === null || endpoint === null) return;
  const named = withEndpoint(href, endpoint);
  if (named !== href) anchor.setAttribute('href', named);
}
