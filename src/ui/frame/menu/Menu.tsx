/** A button that opens a menu (WAI-ARIA menu button pattern). The list of the menu is in MenuPopover.tsx. */
import { type KeyboardEvent, type ReactElement, type ReactNode, type Ref, Suspense, useId, useRef, useState } from 'react';
import { LaterMenu, prepareMenus } from './laterMenu';
import type { MenuItem } from './menuItem';

/** Props that the caller must pass to the button. */
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
  /** A function is called when the menu is open. */
  items: readonly MenuItem[] | (() => readonly MenuItem[]);
  /** Accessible name of the menu. Default: the button's name. */
  label?: string;
  align?: 'start' | 'end';
  /** Renders the button. */
  children: (trigger: MenuTriggerProps) => ReactElement;
}

/** Keys on the button: open at the first or last item, or close. */
const NEXT: Readonly<Record<string, 'first' | 'last' | null>> = { ArrowDown: 'first', ArrowUp: 'last', Escape: null };

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
          // Escape is handled here too, because the list with its own key handler may still be loading.
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
            items={typeof items === 'function' ? items() : items}
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
