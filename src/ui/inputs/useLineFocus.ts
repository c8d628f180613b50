/** The focus in an editable list: one box with lines and, last, a button that adds a line. */
import { type RefObject, useEffect, useRef } from 'react';

/** Moves the focus after a change of the list. */
export interface LineFocus {
  box: RefObject<HTMLDivElement | null>;
  /** Call it when a line is added: focuses its first field once it is rendered. */
  onAdded(): void;
  /** Call it when a line is removed, and with it the focused button: focuses the button that adds a line. */
  onRemoved(): void;
}

/** @param line the selector of the lines */
export function useLineFocus(line: string): LineFocus {
  const box = useRef<HTMLDivElement>(null);
  const next = useRef<'line' | 'button' | null>(null);
  // In an effect, not in an animation frame: a dialog takes the focus back in a frame if its focused element was removed.
  useEffect(() => {
    if (next.current === null) return;
    const last = [...(box.current?.querySelectorAll<HTMLElement>(next.current === 'line' ? line : 'button') ?? [])].at(-1);
    (next.current === 'line' ? last?.querySelector('input') : last)?.focus();
    next.current = null;
  });
  const focusAfterRender = (target: 'line' | 'button') => (): void => {
    next.current = target;
  };
  return { box, onAdded: focusAfterRender('line'), onRemoved: focusAfterRender('button') };
}
