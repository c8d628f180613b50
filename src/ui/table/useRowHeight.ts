/** The height of a table row in px: the value of `--row` in tokens.css, which depends on density, pointer and text size. */
import { useEffect, useState } from 'react';

const DEFAULT = 28;

/** Returns the present height; 28 before it is measured. */
export function useRowHeight(): number {
  const [height, setHeight] = useState(DEFAULT);
  useEffect(() => {
    const measure = (): void => {
      const style = getComputedStyle(document.documentElement);
      const value = Number.parseFloat(style.getPropertyValue('--row'));
      const unit = Number.parseFloat(style.fontSize) || 16;
      if (value > 0) setHeight(Math.round(value * unit));
    };
    measure();
    const watcher = new MutationObserver(measure);
    watcher.observe(document.documentElement, { attributes: true, attributeFilter: ['data-density'] });
    const pointer = typeof matchMedia === 'undefined' ? null : matchMedia('(pointer: coarse)');
    pointer?.addEventListener('change', measure);
    return () => {
      watcher.disconnect();
      pointer?.removeEventListener('change', measure);
    };
  }, []);
  return height;
}
