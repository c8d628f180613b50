/**
 * Moves the focus when the screen changes. If the focused link was removed with its screen, or a dialog that led here has closed, the next
 * Tab would start at the top of the page and a screen reader would be silent. Then the title of the new screen is focused as soon as it is
 * rendered, and again if it is replaced, until the user interacts. An element that still has the focus keeps it.
 */
import { type RefObject, useEffect, useRef } from 'react';

/** Acts after every change of `path` except the first, and when a dialog over the screen (`covered`) has closed. */
export function useScreenFocus(main: RefObject<HTMLElement | null>, path: string, covered: boolean): void {
  const last = useRef({ path, covered });
  useEffect(() => {
    const element = main.current;
    const { path: from, covered: wasCovered } = last.current;
    last.current = { path: covered ? from : path, covered };
    // In a very low window the whole page scrolls, so a new screen must scroll it to the top.
    if (path !== from && document.scrollingElement) document.scrollingElement.scrollTop = 0;
    // Before the first user action, the page has only redirected from its start address, so no focus ring is needed.
    const isUnused = navigator.userActivation?.hasBeenActive === false;
    if (covered || !element || (path === from && !wasCovered) || isUnused) return;
    let focused: HTMLElement | null = null;
    const settle = (): void => {
      const { activeElement } = document;
      if (focused?.isConnected && activeElement === focused) return;
      // The container of all screens has the focus if no element in it had.
      const isLost = !activeElement || activeElement === document.body || activeElement === element || !isShown(activeElement);
      if (!isLost) {
        end();
        return;
      }
      const title = element.querySelector<HTMLElement>('h1');
      if (!title || !isShown(title)) return;
      focused = title;
      title.focus({ preventScroll: true });
      // A placeholder may be replaced by the screen, title included. Only added and removed nodes matter from now on.
      observer.disconnect();
      observer.observe(element, { subtree: true, childList: true });
    };
    // Screens are loaded when they are first opened.
    const observer = new MutationObserver(settle);
    const onFocus = (event: FocusEvent): void => {
      if (event.target !== focused) end();
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

/** False for the old screen, which is hidden while the new one loads. */
const isShown = (element: Element): boolean => element.checkVisibility?.() ?? true;
