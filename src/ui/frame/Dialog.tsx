/**
 * A window over the screen, on the browser's own <dialog>: it keeps the focus inside, closes with Esc and gives the focus back to where it
 * came from. It begins at its first field. A press on the backdrop closes it too, unless something in it would be lost.
 */
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { IconButton } from '../inputs/Button';
import './Dialog.css';

/** Props of `Dialog`. */
export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** The buttons at its foot, the main one last. */
  footer?: ReactNode;
  /** 'small' 400 px, 'medium' 560 px (default), 'large' 880 px; never wider than the window. */
  size?: 'small' | 'medium' | 'large';
  /** A press beside it does nothing. Default false. */
  keepOpen?: boolean;
  /** It holds nothing to press or to fill in: its text takes the focus itself, so that a long one can be scrolled by keys. Default false. */
  isText?: boolean;
  /** Makes its content a form, sent by Enter and by a submit button in the footer. */
  onSubmit?: () => void;
  children: ReactNode;
}

/** The window; nothing is rendered while it is closed. */
export function Dialog(props: DialogProps): ReactNode {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({
  onClose,
  title,
  footer,
  size = 'medium',
  keepOpen = false,
  isText = false,
  onSubmit,
  children,
}: DialogProps): ReactNode {
  const text = useText();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const before = document.activeElement;
    // Where there is no modal dialog (tests without a browser) it is shown in place.
    if (typeof element.showModal === 'function') element.showModal();
    else element.setAttribute('open', '');
    firstControl(element)?.focus();
    return () => {
      element.close?.();
      // The browser does this for a dialog that is closed, but not for one that is taken out of the page.
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onSubmit?.();
  };
  const inside = (
    <>
      <header className="dialog-head">
        <h2 id={titleId} className="dialog-title">
          {title}
        </h2>
        <IconButton icon="close" label={text('ui.close')} onClick={onClose} />
      </header>
      <div className="dialog-body" tabIndex={isText ? 0 : undefined}>
        {children}
      </div>
      {footer ? <footer className="dialog-foot">{footer}</footer> : null}
    </>
  );
  return (
    <dialog
      ref={dialog}
      className={`dialog dialog-${size}`}
      aria-labelledby={titleId}
      onCancel={event => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={event => {
        // Keys pressed in the window are not the screen's.
        event.stopPropagation();
      }}
      onClick={event => {
        if (event.target === event.currentTarget && !keepOpen) onClose();
      }}
    >
      {onSubmit ? (
        <form className="dialog-inside" onSubmit={submit} noValidate>
          {inside}
        </form>
      ) : (
        <div className="dialog-inside">{inside}</div>
      )}
    </dialog>
  );
}

/** Where one begins: at what is marked with `data-autofocus`, else the first thing to fill in, else the main button. */
function firstControl(dialog: HTMLElement): HTMLElement | null {
  const field =
    '.dialog-body :is(input:not([type="radio"], [type="checkbox"], [type="hidden"]), textarea, select):not(:disabled)';
  const buttons = dialog.querySelectorAll<HTMLElement>('.dialog-foot button:not(:disabled)');
  return (
    dialog.querySelector<HTMLElement>('[data-autofocus]') ??
    dialog.querySelector<HTMLElement>(field) ??
    buttons[buttons.length - 1] ??
    dialog.querySelector<HTMLElement>('button')
  );
}
