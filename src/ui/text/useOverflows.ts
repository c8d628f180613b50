/** Whether the content of a scroller is wider than it. What sticks to an edge costs at every frame of scrolling, and is needed only then. */
import { type RefObject, useEffect, useState } from 'react';

/** True while it can be scrolled sideways. */
export function useOverflows(scroller: RefObject<HTMLElement | null>): boolean {
  const [wide, setWide] = useState(false);
  useEffect(() => {
    const element = scroller.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const look = (): void => setWide(element.scrollWidth > element.clientWidth);
    const watcher = new ResizeObserver(look);
    watcher.observe(element);
    // The content is its own size: columns that are resized or added change it.
    for (const child of element.children) watcher.observe(child);
    return () => watcher.disconnect();
  }, [scroller]);
  return wide;
}
