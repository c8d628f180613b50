/**
 * A modal dialog, based on the <dialog> element: it keeps the focus inside, closes with Esc and returns the focus to where it came from. When
 * it opens, its first field has the focus. A click on the backdrop closes it too, unless input would be lost (`keepOpen`).
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
  /** The buttons at the bottom, the primary one last. */
  footer?: ReactNode;
  /** 'small' 400 px, 'medium' 560 px (default), 'large' 880 px; never wider than the window. */
  size?: 'small' | 'medium' | 'large';
  /** A click on the backdrop does not close it. Default false. */
  keepOpen?: boolean;
  /** The body has no controls, so it is focusable itself and a long text can be scrolled with the keyboard. Default false. */
  isText?: boolean;
  /** Wraps the content in a form, which Enter and a submit button in the footer submit. */
  onSubmit?: () => void;
  children: ReactNode;
}

/** Renders nothing while it is closed. */
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
    // Without `showModal` (in jsdom) it is shown in place.
    if (typeof element.showModal === 'function') element.showModal();
    else element.setAttribute('open', '');
    firstControl(element)?.focus();
    return () => {
      element.close?.();
      // Browsers restore the focus of a dialog that is closed, but not of one that is removed from the page.
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
        // Key presses in the dialog must not reach the screen's shortcuts.
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

/** The element that gets the focus: the one with `data-autofocus`, or else the first field, or else the primary button. */
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
