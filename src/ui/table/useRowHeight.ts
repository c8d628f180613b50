/** The height of a table row in px: the value of `--row` in tokens.css, which depends on density, pointer and text size. */
import { useEffect, useState } from 'react';
import { useIsHydrated } from '../useIsHydrated';

const DEFAULT = 28;

/** Returns the present height; on the server and during hydration 28. */
export function useRowHeight(): number {
  const isHydrated = useIsHydrated();
  // Measured in the first render if possible: after the commit, it would force a style calculation of everything that is new on the page.
  const [height, setHeight] = useState(() => (isHydrated ? measuredHeight() : DEFAULT));
  useEffect(() => {
    const measure = (): void => setHeight(measuredHeight());
    if (!isHydrated) measure();
    const watcher = new MutationObserver(measure);
    watcher.observe(document.documentElement, { attributes: true, attributeFilter: ['data-density'] });
    const pointer = typeof matchMedia === 'undefined' ? null : matchMedia('(pointer: coarse)');
    pointer?.addEventListener('change', measure);
    return () => {
      watcher.disconnect();
      pointer?.removeEventListener('change', measure);
    };
  }, [isHydrated]);
  return height;
}

function measuredHeight(): number {
  const style = getComputedStyle(document.documentElement);
  const value = Number.parseFloat(style.getPropertyValue('--row'));
  const unit = Number.parseFloat(style.fontSize) || 16;
  return value > 0 ? Math.round(value * unit) : DEFAULT;
}
