/**
 * Styles of single elements, moved out of their attributes. The page's policy allows no inline style, and a browser leaves such an attribute
 * in a rendered page aside; what a script sets is allowed. So the server collects them in one style element, whose hash the policy names,
 * and the browser sets them on their elements before React takes the page over: it finds what it would have set itself.
 */
import { PAGE_STYLES_ID, STYLE_ATTRIBUTE } from '../lib/pageState';

/** The HTML with its styles beside it. Only for HTML as React writes it: a quotation mark in text or in a value is always `&quot;` there. */
export function liftStyles(html: string): { html: string; styles: string } {
  const places = new Map<string, number>();
  const lifted = html.replace(/ style="([^"]*)"/g, (_all, style: string) => {
    const place = places.get(style) ?? places.size;
    places.set(style, place);
    return ` ${STYLE_ATTRIBUTE}="${place}"`;
  });
  // With the root's id before it, as a style of one element outweighs all classes.
  const rules = [...places].map(([style, place]) => `#root [${STYLE_ATTRIBUTE}="${place}"]{${plain(style)}}`);
  return { html: lifted, styles: rules.join('\n') };
}

/**
 * The text of a rule. What a style of ours is never made of (quotes, braces, brackets that do not match) could end the rule or the element,
 * so a style with it is left out; the browser sets it when it renders the part again.
 */
function plain(style: string): string {
  const depth = (style.match(/\(/g)?.length ?? 0) - (style.match(/\)/g)?.length ?? 0);
  return /^[-\w\s#.,:;%()+*/]*$/.test(style) && !style.includes('/*') && depth === 0 ? style : '';
}

/** Sets the styles on their elements and takes the element away that held them. */
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
