/** Converts arrow keys to steps on boards, calendars and dashboards. */
import type { KeyboardEvent } from 'react';
import type { Direction } from '../../i18n/languages';

/** One step in the reading direction (`across`) or to the next line (`down`); 1, 0 or -1. Both are 0 for other keys. */
export function arrowStep({ key }: KeyboardEvent, direction: Direction): { across: number; down: number } {
  const right = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  return {
    across: direction === 'rtl' ? 0 - right : right,
    down: key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0,
  };
}
