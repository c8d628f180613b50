// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: the roles come from props, and all of them support a name
/** A virtualized list: rows of equal height, of which only those in view are rendered. */
import { type HTMLAttributes, type ReactNode, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { revealRow, useWindow } from './useWindow';
import './VirtualList.css';

// On the server nothing is measured, and React warns about layout effects.
const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** The imperative handle of a list. */
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
  /** Accessible name of the list. */
  label: string;
  /**
   * Role of the list. Default 'list', whose rows get the role 'listitem'; for all other roles the caller sets the role of each row.
   */
  role?: 'list' | 'listbox' | 'tree' | 'log' | 'table';
  /** Makes the scrolling element focusable, with these attributes; it then also has the role and the name. */
  focusable?: Omit<HTMLAttributes<HTMLDivElement>, 'className' | 'onScroll' | 'children'>;
  /** Renders the content of a row. The list positions the rows. */
  children: (at: number) => ReactNode;
  /** Keep scrolling to the end when rows are added, while the list is scrolled to the end. Default false. */
  follow?: boolean;
  /** Key of a row. Default: its index. */
  rowKey?: (at: number) => string | number;
  className?: string;
  ref?: Ref<VirtualListHandle>;
}

/** Fills the available height. */
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
    // The browser fires its scroll event a frame later; until then the list would be blank if many rows have been added at once.
    element.dispatchEvent(new Event('scroll'));
  }, [count, size, follow]);
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
