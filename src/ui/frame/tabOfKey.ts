import type { Direction } from '../../i18n/languages';

/** The index of the tab that a key moves to (WAI-ARIA tabs pattern), possibly beyond an end, or -1 for the last; null for other keys. */
export function tabOfKey(key: string, direction: Direction, at: number): number | null {
  if (key === (direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight')) return at + 1;
  if (key === (direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft')) return at - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? -1 : null;
}
