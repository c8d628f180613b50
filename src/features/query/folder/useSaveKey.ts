/** Handles Ctrl/⌘ S on the whole screen, where the browser would otherwise save the page. */
import { useEffect, useRef } from 'react';

/** Calls `onSave`; with null the key is left to the browser. */
export function useSaveKey(onSave: (() => void) | null): void {
  const save = useRef(onSave);
  useEffect(() => {
    save.current = onSave;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      const isInDialog = event.target instanceof Element && event.target.closest('dialog') !== null;
      if (event.defaultPrevented || isInDialog || !save.current) return;
      event.preventDefault();
      if (!event.repeat) save.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
