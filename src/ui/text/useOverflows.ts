/** Detects horizontal overflow. Sticky columns cost time in every frame of scrolling, and are needed only with overflow. */
import { type RefObject, useEffect, useState } from 'react';

/** True while the content is wider than the scroller. */
export function useOverflows(scroller: RefObject<HTMLElement | null>): boolean {
  const [wide, setWide] = useState(false);
  useEffect(() => {
    const element = scroller.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const measure = (): void => setWide(element.scrollWidth > element.clientWidth);
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    // Resized or added columns change the size of the content, not of the scroller.
    for (const child of element.children) watcher.observe(child);
    return () => watcher.disconnect();
  }, [scroller]);
  return wide;
}
