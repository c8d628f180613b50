/**
 * Keyboard navigation in a virtual list: arrow keys, PageUp and PageDown, Home and End; Enter opens a row. The focus stays on the list
 * itself.
 */
import { type KeyboardEvent, type RefObject, useRef } from 'react';
import type { VirtualListHandle } from '../../ui/table/VirtualList';

/** Options of `useListKeys`. */
export interface ListKeysOptions {
  count: number;
  /** Index of the active row; -1 if there is none. */
  active: number;
  onActive: (at: number) => void;
  onOpen?: (at: number) => void;
}

/** Number of rows that PageUp and PageDown move. */
const SCREENFUL = 12;

/** Returns the ref and the key handler for the list. */
export function useListKeys({ count, active, onActive, onOpen }: ListKeysOptions): {
  list: RefObject<VirtualListHandle | null>;
  onKeyDown: (event: KeyboardEvent) => void;
} {
  const list = useRef<VirtualListHandle>(null);
  return {
    list,
    onKeyDown(event) {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const moves: Record<string, number> = {
        ArrowDown: active + 1,
        ArrowUp: active < 0 ? count - 1 : active - 1,
        PageDown: active + SCREENFUL,
        PageUp: active - SCREENFUL,
        Home: 0,
        End: count - 1,
      };
      const next = moves[event.key];
      if (next !== undefined) {
        const at = Math.max(0, Math.min(count - 1, next));
        if (count === 0) return;
        list.current?.reveal(at);
        onActive(at);
      } else if ((event.key === 'Enter' || event.key === ' ') && active >= 0) onOpen?.(active);
      else return;
      event.preventDefault();
    },
  };
}
