/** A button that opens a list of things to do or to choose (the WAI-ARIA menu button); the list is MenuPopover.tsx. */
import { type KeyboardEvent, type ReactElement, type ReactNode, type Ref, Suspense, useId, useRef, useState } from 'react';
import { LaterMenu, prepareMenus } from './laterMenu';
import type { MenuItem } from './menuItem';

/** What the button that opens the menu has to take. */
export interface MenuTriggerProps {
  ref: Ref<HTMLButtonElement>;
  id: string;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls'?: string;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPointerEnter: () => void;
  onFocus: () => void;
}

/** Props of `Menu`. */
export interface MenuProps {
  items: readonly MenuItem[];
  /** Names the list for screen readers. Default: the button's own name. */
  label?: string;
  align?: 'start' | 'end';
  /** Makes the button. */
  children: (trigger: MenuTriggerProps) => ReactElement;
}

/** What keys on the button do to the list. */
const NEXT: Readonly<Record<string, 'first' | 'last' | null>> = { ArrowDown: 'first', ArrowUp: 'last', Escape: null };

/** A button and its menu. */
export function Menu({ items, label, align = 'start', children }: MenuProps): ReactNode {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<'first' | 'last' | null>(null);
  return (
    <>
      {children({
        ref: button,
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': open !== null,
        ...(open ? { 'aria-controls': `${id}-menu` } : {}),
        onClick: () => setOpen(open ? null : 'first'),
        onKeyDown: event => {
          // The list may still be on its way, and with it what hears Esc there.
          const next = NEXT[event.key];
          if (next === undefined || next === open) return;
          event.preventDefault();
          event.stopPropagation();
          setOpen(next);
        },
        onPointerEnter: prepareMenus,
        onFocus: prepareMenus,
      })}
      {open ? (
        <Suspense fallback={null}>
          <LaterMenu
            items={items}
            anchor={button}
            open={open}
            onClose={() => setOpen(null)}
            align={align}
            label={label}
            id={id}
          />
        </Suspense>
      ) : null}
    </>
  );
}
