/** Handles Ctrl/⌘ Enter on the whole screen, not only in its editors: after Stop is clicked, the focus is on a button. */
import { useEffect } from 'react';

/** Calls `onRun` unless the key event was already handled. */
export function useRunKey(onRun: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      const isElsewhere = event.target instanceof Element && event.target.closest('dialog, [popover], aside') !== null;
      if (event.defaultPrevented || isElsewhere) return;
      // Otherwise a focused button would be activated too.
      event.preventDefault();
      onRun();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [onRun]);
}
