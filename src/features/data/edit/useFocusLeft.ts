/** Takes the focus where the button that had it has gone: a window begun by keys is gone on with by keys. */
import { type RefObject, useEffect, useRef } from 'react';

/** For the button that takes it. */
export function useFocusLeft(): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus();
  });
  return button;
}
