/**
 * Where the focus goes with the screen: when the link that was pressed is gone with the screen it stood on, or the window that led here has
 * closed, the next Tab would begin at the top of the page, and a screen reader would say nothing. Then the title of the new screen gets the
 * focus as soon as it is there. A focus that is still on something is left alone.
 */
import { type RefObject, useEffect, useRef } from 'react';

/** Looks after every change of `path` but the first, and when a window that covered the screen (`covered`) has closed. */
export function useScreenFocus(main: RefObject<HTMLElement | null>, path: string, covered: boolean): void {
  const last = useRef({ path, covered });
  useEffect(() => {
    const element = main.current;
    const { path: from, covered: wasCovered } = last.current;
    last.current = { path: covered ? from : path, covered };
    if (covered || !element || (path === from && !wasCovered)) return;
    const settle = (): boolean => {
      const { activeElement } = document;
      const isLost = !activeElement || activeElement === document.body || !isShown(activeElement);
      if (!isLost) return true;
      const title = element.querySelector<HTMLElement>('h1');
      if (!title || !isShown(title)) return false;
      title.focus({ preventScroll: true });
      return true;
    };
    if (settle()) return;
    // Screens are fetched when they are first opened.
    const observer = new MutationObserver(() => {
      if (settle()) observer.disconnect();
    });
    observer.observe(element, { subtree: true, childList: true, attributes: true, attributeFilter: ['style'] });
    return () => observer.disconnect();
  }, [main, path, covered]);
}

/** Not the old screen, which is hidden until the new one is fetched. */
const isShown = (element: Element): boolean => element.checkVisibility?.() ?? true;
