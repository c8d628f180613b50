/** A panel with the details of the selected item, beside the screen's content. The styles are in ScreenFrame.css. */
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { IconButton } from '../inputs/Button';
import './ScreenFrame.css';

/** Props of `Drawer`. */
export interface DrawerProps {
  /** Kind of the item, shown above the title. */
  kind?: string;
  title: string;
  onClose: () => void;
  /** Buttons in the header. */
  actions?: ReactNode;
  /** Fixed at the bottom. */
  footer?: ReactNode;
  /** Width of 560 px instead of 380. Default false. */
  wide?: boolean;
  children: ReactNode;
}

/** Escape closes the drawer and returns the focus to where it came from. */
export function Drawer({ kind, title, onClose, actions, footer, wide = false, children }: DrawerProps): ReactNode {
  const text = useText();
  const id = useId();
  const cameFrom = useRef<Element | null>(null);
  useEffect(() => {
    cameFrom.current = document.activeElement;
  }, []);
  const close = (): void => {
    onClose();
    if (cameFrom.current instanceof HTMLElement && cameFrom.current.isConnected) cameFrom.current.focus();
  };
  return (
    <aside
      className={wide ? 'drawer drawer-wide' : 'drawer'}
      aria-labelledby={id}
      onKeyDown={event => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        close();
      }}
    >
      <header className="drawer-head">
        <div className="drawer-words">
          {kind ? <p className="drawer-kind truncate">{kind}</p> : null}
          <h2 id={id} className="drawer-title" dir="auto">
            {title}
          </h2>
        </div>
        {actions}
        <IconButton icon="close" label={text('ui.close')} onClick={close} />
      </header>
      <div className="drawer-body">{children}</div>
      {footer ? <footer className="drawer-foot">{footer}</footer> : null}
    </aside>
  );
}
