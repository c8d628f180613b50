/**
 * Something that floats beside what opened it, in the browser's top layer (the `popover` attribute): a press elsewhere or Esc closes it. Its
 * place is worked out here, since anchored positioning is not in every browser yet: below or above, within the window, at the start or the
 * end of its anchor.
 */
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import './Popover.css';

/** Props of `Popover`. */
export interface PopoverProps {
  open: boolean;
  onClose: () => void;
  /** What it stands beside; a press on it does not count as a press elsewhere. */
  anchor: RefObject<HTMLElement | null>;
  /** Which edge of the anchor it keeps to, in the direction of reading. Default 'start'. */
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

// Nothing is measured on the server, where React warns of layout effects.
const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** The floating box; nothing is rendered while it is closed. */
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
    // What is to be in here may still be on its way; until it takes the focus, that is on the button, or nowhere.
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
      // The focus goes back only when it was in here: a press elsewhere has already given it away.
      if (element.contains(document.activeElement)) anchor.current?.focus();
    };
  }, [anchor, align, matchWidth]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc is heard for whatever control inside has the focus
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

/** Puts the box below its anchor, above it when there is more room, and never outside the window. */
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
