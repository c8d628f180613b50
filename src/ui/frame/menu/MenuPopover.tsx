/**
 * The list of a menu (WAI-ARIA menu pattern): arrows, Home, End and first letters move, Enter and Space select, Esc and Tab close. laterMenu.tsx
 * loads it when a menu is likely to be opened.
 */
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Icon } from '../../text/Icon';
import { withMessagesAndIcons } from '../../withMessagesAndIcons';
import type { MenuItem } from './menuItem';
import { Popover } from './Popover';

/** Props of `MenuPopover`. */
export interface MenuPopoverProps {
  items: readonly MenuItem[];
  anchor: RefObject<HTMLElement | null>;
  /** The item that gets the focus. */
  open: 'first' | 'last';
  onClose: () => void;
  align?: 'start' | 'end';
  label?: string | undefined;
  id: string;
}

/** The menu, next to its anchor. */
export function MenuPopover({ items, anchor, open, onClose, align = 'start', label, id }: MenuPopoverProps): ReactNode {
  return (
    <Popover open onClose={onClose} anchor={anchor} align={align} role="group" className="menu-popover">
      <MenuList items={items} label={label} id={id} from={open} onClose={onClose} />
    </Popover>
  );
}

function MenuList({
  items,
  label,
  id,
  from,
  onClose,
}: {
  items: readonly MenuItem[];
  label: string | undefined;
  id: string;
  from: 'first' | 'last';
  onClose: () => void;
}): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  const entries = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>('.menu-item') ?? [])];
  useEffect(() => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>('.menu-item') ?? [])];
    const chosen = all.find(item => item.getAttribute('aria-checked') === 'true');
    (chosen ?? (from === 'last' ? all.at(-1) : all[0]))?.focus();
  }, [from]);
  const move = (to: number): void => {
    const all = entries();
    all[(to + all.length) % all.length]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'Tab') {
      onClose();
      return;
    }
    if (event.key === 'ArrowDown') move(at + 1);
    else if (event.key === 'ArrowUp') move(at - 1);
    else if (event.key === 'Home') move(0);
    else if (event.key === 'End') move(-1);
    else if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey) {
      // Letters typed within half a second of each other form one search word.
      const now = event.timeStamp;
      typed.current = { text: (now - typed.current.at < 500 ? typed.current.text : '') + event.key.toLowerCase(), at: now };
      const word = typed.current.text;
      const start = word.length > 1 ? at : at + 1;
      const found = [...all.slice(start), ...all.slice(0, start)].find(item =>
        item.textContent?.trim().toLowerCase().startsWith(word),
      );
      found?.focus();
    } else return;
    event.preventDefault();
  };
  return (
    <div
      ref={list}
      id={`${id}-menu`}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      aria-labelledby={label ? undefined : id}
      className="menu"
      onKeyDown={onKeyDown}
    >
      {items.map((item, at) => (
        <MenuEntry
          key={keyOf(item, at)}
          item={item}
          onClose={onClose}
          marks={items.some(other => 'checked' in other && other.checked !== undefined)}
        />
      ))}
    </div>
  );
}

function keyOf(item: MenuItem, at: number): string {
  if ('label' in item) return `${item.label} ${at}`;
  return 'head' in item ? `${item.head} ${at}` : `line ${at}`;
}

function MenuEntry({ item, onClose, marks }: { item: MenuItem; onClose: () => void; marks: boolean }): ReactNode {
  if ('line' in item) return <hr className="menu-line" />;
  if ('head' in item) return <div className="menu-head">{item.head}</div>;
  const inside = (
    <>
      {marks && (item.checked !== undefined || !item.icon) ? (
        item.checked ? (
          <Icon name="check" />
        ) : (
          <span className="menu-item-gap" />
        )
      ) : null}
      {item.icon ? <Icon name={item.icon} /> : null}
      <span className="menu-item-words" lang={item.lang} dir={item.lang ? 'auto' : undefined}>
        {item.label}
      </span>
      {item.hint ? <span className="menu-item-hint">{item.hint}</span> : null}
    </>
  );
  const shared = {
    role: item.checked === undefined ? 'menuitem' : 'menuitemradio',
    tabIndex: -1,
    'aria-checked': item.checked,
    'aria-disabled': item.disabled || undefined,
    className: item.danger ? 'menu-item menu-item-danger' : 'menu-item',
  };
  if (item.href !== undefined && !item.disabled) {
    return (
      <a {...shared} href={item.href} onClick={onClose}>
        {inside}
      </a>
    );
  }
  return (
    <button
      type="button"
      {...shared}
      onClick={() => {
        if (item.disabled) return;
        onClose();
        item.onSelect?.();
      }}
    >
      {inside}
    </button>
  );
}

/** The chunk's export: with its icons. */
export default withMessagesAndIcons({}, MenuPopover);
