/**
 * A box next to the element that opened it, in the top layer (`popover` attribute). A press outside or Esc closes it. Its position is computed
 * here, because not all browsers support CSS anchor positioning yet: below or above the anchor, aligned to its start or end, within the
 * viewport.
 */
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import './Popover.css';

/** Props of `Popover`. */
export interface PopoverProps {
  open: boolean;
  onClose: () => void;
  /** The element that it is positioned at. A press on it does not count as a press outside. */
  anchor: RefObject<HTMLElement | null>;
  /** The edge of the anchor that it is aligned to, in reading direction. Default 'start'. */
  align?: 'start' | 'end';
  /** At least as wide as the anchor. Default false. */
  matchWidth?: boolean;
  className?: string;
  role?: 'dialog' | 'menu' | 'listbox' | 'group';
  label?: string;
  id?: string;
  children: ReactNode;
}

const GAP = 4;
const MARGIN = 8;

// On the server nothing is measured, and React warns about layout effects.
const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** Renders nothing while it is closed. */
export function Popover(props: PopoverProps): ReactNode {
  return props.open ? <OpenPopover {...props} /> : null;
}

function OpenPopover({
  onClose,
  anchor,
  align = 'start',
  matchWidth = false,
  className,
  role = 'dialog',
  label,
  id,
  children,
}: PopoverProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useBrowserLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    element.showPopover?.();
    const place = (): void => position(element, anchor.current, align, matchWidth);
    place();
    const pressed = (event: PointerEvent): void => {
      const target = event.target as Node;
      if (!element.contains(target) && !anchor.current?.contains(target)) close.current();
    };
    // While the content is still loading, the focus is on the anchor or on the body, so the box does not receive Escape itself.
    const escaped = (event: KeyboardEvent): void => {
      const target = event.target as Node;
      if (event.key !== 'Escape' || !(target === document.body || anchor.current?.contains(target))) return;
      event.preventDefault();
      event.stopPropagation();
      close.current();
    };
    const watcher = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(place);
    watcher?.observe(element);
    document.addEventListener('pointerdown', pressed, true);
    document.addEventListener('keydown', escaped, true);
    window.addEventListener('resize', place);
    window.addEventListener('scroll', place, true);
    return () => {
      watcher?.disconnect();
      document.removeEventListener('pointerdown', pressed, true);
      document.removeEventListener('keydown', escaped, true);
      window.removeEventListener('resize', place);
      window.removeEventListener('scroll', place, true);
      // Return the focus only if it was inside: after a press outside it is already elsewhere.
      if (element.contains(document.activeElement)) anchor.current?.focus();
    };
  }, [anchor, align, matchWidth]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles Escape for all controls inside
    <div
      ref={box}
      id={id}
      popover="manual"
      role={role}
      {...(label === undefined ? {} : { 'aria-label': label })}
      className={`popover${className ? ` ${className}` : ''}`}
      onKeyDown={event => {
        if (event.key === 'Escape') {
          event.preventDefault();
          onClose();
        }
        event.stopPropagation();
      }}
    >
      {children}
    </div>
  );
}

/** Positions the box below its anchor, or above if there is more space, always within the viewport. */
function position(box: HTMLElement, anchor: HTMLElement | null, align: 'start' | 'end', matchWidth: boolean): void {
  if (!anchor) return;
  const at = anchor.getBoundingClientRect();
  if (matchWidth) box.style.minWidth = `${at.width}px`;
  const below = window.innerHeight - at.bottom - GAP - MARGIN;
  const above = at.top - GAP - MARGIN;
  const up = box.scrollHeight > below && above > below;
  box.style.maxHeight = `${Math.max(120, up ? above : below)}px`;
  const { width, height } = box.getBoundingClientRect();
  const keepLeft = (align === 'start') === (getComputedStyle(anchor).direction !== 'rtl');
  const left = keepLeft ? at.left : at.right - width;
  box.style.left = `${Math.max(MARGIN, Math.min(left, window.innerWidth - width - MARGIN))}px`;
  box.style.top = `${up ? at.top - GAP - height : at.bottom + GAP}px`;
}
