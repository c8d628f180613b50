// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: the roles are props; all of them take a name
/** A long list of rows of one height, of which only those in view are in the page. */
import { type HTMLAttributes, type ReactNode, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { revealRow, useWindow } from './useWindow';
import './VirtualList.css';

// Nothing is measured on the server, where React warns of layout effects.
const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** What the caller can ask a list to do. */
export interface VirtualListHandle {
  /** Scrolls until the row is in view. */
  reveal(at: number): void;
  /** Scrolls to the end. */
  toEnd(): void;
}

/** Props of `VirtualList`. */
export interface VirtualListProps {
  count: number;
  /** Height of a row in px. */
  size: number;
  /** Names the list. */
  label: string;
  /**
   * 'list' (default) of 'listitem', 'listbox' of options, 'tree', or 'log'; the caller gives each row's own role when it is none of 'list'.
   */
  role?: 'list' | 'listbox' | 'tree' | 'log' | 'table';
  /** Attributes of the element that scrolls, where the focus is to be on it: then role and name are its own, too. */
  focusable?: Omit<HTMLAttributes<HTMLDivElement>, 'className' | 'onScroll' | 'children'>;
  /** Content of a row. Rows are placed by the list. */
  children: (at: number) => ReactNode;
  /** Stays at the end as rows are added, while it is there. Default false. */
  follow?: boolean;
  /** Identity of a row; default: its place. */
  rowKey?: (at: number) => string | number;
  className?: string;
  ref?: Ref<VirtualListHandle>;
}

/** The list; it fills the height it is given. */
export function VirtualList({
  count,
  size,
  label,
  role = 'list',
  focusable,
  children,
  follow = false,
  rowKey,
  className,
  ref,
}: VirtualListProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const view = useWindow({ scroller, count, size });
  const atEnd = useRef(true);
  useImperativeHandle(ref, () => ({
    reveal: at => scroller.current && revealRow(scroller.current, at, size, 0),
    toEnd: () => {
      if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
    },
  }));
  useBrowserLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !follow || !atEnd.current) return;
    element.scrollTop = element.scrollHeight;
    // The scroll event comes a frame later; until then the list would be empty when many rows have arrived at once.
    element.dispatchEvent(new Event('scroll'));
  }, [count, follow]);
  const rows: number[] = [];
  for (let at = view.first; at < view.end; at++) rows.push(at);
  return (
    <div
      ref={scroller}
      {...(focusable ? { tabIndex: 0, role, 'aria-label': label } : {})}
      {...focusable}
      className={`virtual-list${className ? ` ${className}` : ''}`}
      onScroll={event => {
        const { scrollTop, clientHeight, scrollHeight } = event.currentTarget;
        atEnd.current = scrollTop + clientHeight >= scrollHeight - size;
      }}
    >
      <div
        className="virtual-list-rows"
        {...(focusable ? { role: 'presentation' } : { role, 'aria-label': label })}
        style={{ height: count * size }}
      >
        {rows.map(at => (
          <div
            key={rowKey ? rowKey(at) : at}
            className="virtual-list-row"
            {...(role === 'list'
              ? { role: 'listitem', 'aria-setsize': count, 'aria-posinset': at + 1 }
              : { role: 'presentation' })}
            style={{ height: size, transform: `translateY(${at * size}px)` }}
          >
            {children(at)}
          </div>
        ))}
      </div>
    </div>
  );
}
