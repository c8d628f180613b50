/** The height of a table row in px: `--row` of tokens.css, which density, pointer and text size change. */
import { useEffect, useState } from 'react';

const DEFAULT = 28;

/** The present height; 28 until it is measured. */
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
