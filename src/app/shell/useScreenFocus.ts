/**
 * Where the focus goes with the screen: when the link that was pressed is gone with the screen it stood on, or the window that led here has
 * closed, the next Tab would begin at the top of the page, and a screen reader would say nothing. Then the title of the new screen gets the
 * focus as soon as it is there, and that of what takes its place until the person goes on. A focus that is on something is left alone.
 */
import { type RefObject, useEffect, useRef } from 'react';

/** Looks after every change of `path` but the first, and when a window that covered the screen (`covered`) has closed. */
export function useScreenFocus(main: RefObject<HTMLElement | null>, path: string, covered: boolean): void {
  const last = useRef({ path, covered });
  useEffect(() => {
    const element = main.current;
    const { path: from, covered: wasCovered } = last.current;
    last.current = { path: covered ? from : path, covered };
    // In a very low window the page scrolls as a whole, and another screen begins at its top.
    if (path !== from && document.scrollingElement) document.scrollingElement.scrollTop = 0;
    if (covered || !element || (path === from && !wasCovered)) return;
    let given: HTMLElement | null = null;
    const settle = (): void => {
      const { activeElement } = document;
      if (given?.isConnected && activeElement === given) return;
      // The place for all screens has it when nothing in particular had.
      const isLost = !activeElement || activeElement === document.body || activeElement === element || !isShown(activeElement);
      if (!isLost) {
        end();
        return;
      }
      const title = element.querySelector<HTMLElement>('h1');
      if (!title || !isShown(title)) return;
      given = title;
      title.focus({ preventScroll: true });
      // What stood in for the screen may give way to it, title and all: that shows in what is there, not in how it looks.
      observer.disconnect();
      observer.observe(element, { subtree: true, childList: true });
    };
    // Screens are fetched when they are first opened.
    const observer = new MutationObserver(settle);
    const onFocus = (event: FocusEvent): void => {
      if (event.target !== given) end();
    };
    const end = (): void => {
      observer.disconnect();
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('pointerdown', end);
    };
    observer.observe(element, { subtree: true, childList: true, attributes: true, attributeFilter: ['style'] });
    document.addEventListener('focusin', onFocus);
    document.addEventListener('pointerdown', end);
    settle();
    return end;
  }, [main, path, covered]);
}

/** Not the old screen, which is hidden until the new one is fetched. */
const isShown = (element: Element): boolean => element.checkVisibility?.() ?? true;
