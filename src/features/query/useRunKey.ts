/** Ctrl/⌘ Enter anywhere on the screen, not in its editors alone: after Stop was pressed the focus is on a button. */
import { useEffect } from 'react';

/** Calls `onRun` for the key wherever nothing else has taken it. */
export function useRunKey(onRun: () => void): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      const isElsewhere = event.target instanceof Element && event.target.closest('dialog, [popover], aside') !== null;
      if (event.defaultPrevented || isElsewhere) return;
      // A button with the focus would be pressed as well.
      event.preventDefault();
      onRun();
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, [onRun]);
}
