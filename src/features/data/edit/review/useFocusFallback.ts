/** Focuses a button when the one that had the focus was removed, so that keyboard users can continue in the dialog. */
import { type RefObject, useEffect, useRef } from 'react';

/** Ref for the button that takes the focus. */
export function useFocusFallback(): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus();
  });
  return button;
}
