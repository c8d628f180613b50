/** The focus in an editable list: one box with lines and, last, a button that adds a line. */
import { type RefObject, useRef } from 'react';

/** Moves the focus after a change of the list. */
export interface LineFocus {
  box: RefObject<HTMLDivElement | null>;
  /** Call it after a line was added: focuses its first field. */
  onAdded(): void;
  /** Call it after a line was removed, and with it the focused button: focuses the button that adds a line. */
  onRemoved(): void;
}

/** @param line the selector of the lines */
export function useLineFocus(line: string): LineFocus {
  const box = useRef<HTMLDivElement>(null);
  const focusLast = (selector: string, inside?: string): void => {
    requestAnimationFrame(() => {
      const last = [...(box.current?.querySelectorAll<HTMLElement>(selector) ?? [])].at(-1);
      (inside ? last?.querySelector<HTMLElement>(inside) : last)?.focus();
    });
  };
  return { box, onAdded: () => focusLast(line, 'input'), onRemoved: () => focusLast('button') };
}
