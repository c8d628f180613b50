/**
 * Moves inline styles out of style attributes. The page's Content-Security-Policy allows no inline styles, so a browser ignores style
 * attributes of a rendered page, but it allows styles that a script sets. Therefore the server collects them in one style element, whose
 * hash the policy contains. Before hydration the browser sets them on their elements, where React expects them.
 */
import { PAGE_STYLES_ID, STYLE_ATTRIBUTE } from '../lib/page/pageState';

/** Returns the HTML and its styles. Only for HTML from React, which escapes every quotation mark in a text or value as `&quot;`. */
export function liftStyles(html: string): { html: string; styles: string } {
  const places = new Map<string, number>();
  const lifted = html.replace(/ style="([^"]*)"/g, (_all, style: string) => {
    const place = places.get(style) ?? places.size;
    places.set(style, place);
    return ` ${STYLE_ATTRIBUTE}="${place}"`;
  });
  // The id of the root gives the rules precedence over all classes, like inline styles.
  const rules = [...places].map(([style, place]) => `#root [${STYLE_ATTRIBUTE}="${place}"]{${plain(style)}}`);
  return { html: lifted, styles: rules.join('\n') };
}

/**
 * The declarations of a rule, or '' for a style with characters that Oriel's styles never contain (quotes, braces, unbalanced brackets).
 * They could end the rule or the element. The browser sets such a style when it renders the element again.
 */
function plain(style: string): string {
  const depth = (style.match(/\(/g)?.length ?? 0) - (style.match(/\)/g)?.length ?? 0);
  return /^[-\w\s#.,:;%()+*/]*$/.test(style) && !style.includes('/*') && depth === 0 ? style : '';
}

/** Sets the styles on their elements and removes the style element. */
export function setStyles(document: Document): void {
  const element = document.getElementById(PAGE_STYLES_ID);
  if (!(element instanceof HTMLStyleElement)) return;
  const rules = [...(element.sheet?.cssRules ?? [])] as CSSStyleRule[];
  for (const lifted of document.querySelectorAll<HTMLElement>(`[${STYLE_ATTRIBUTE}]`)) {
    lifted.style.cssText = rules[Number(lifted.getAttribute(STYLE_ATTRIBUTE))]?.style.cssText ?? '';
    lifted.removeAttribute(STYLE_ATTRIBUTE);
  }
  element.remove();
}
