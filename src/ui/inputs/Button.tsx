/** Buttons with a label or with an icon only. A button that sends a request is `busy` until it has finished, and disabled meanwhile. */
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Icon, type IconName } from '../text/Icon';
import { useIsHydrated } from '../useIsHydrated';
import './Button.css';

/** `primary`: the main action of a screen; `quiet`: without a border; `danger`: for destructive actions. */
export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

/** Props of `Button`. */
export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Default 'secondary'. */
  kind?: ButtonKind;
  icon?: IconName;
  /** In progress: shows a spinner, sets aria-busy and disables the button. Default false. */
  busy?: boolean;
  /** State of a toggle button; undefined for other buttons. */
  pressed?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button with a label. */
export function Button({
  kind = 'secondary',
  icon,
  busy = false,
  pressed,
  disabled,
  className,
  children,
  ...rest
}: ButtonProps): ReactNode {
  // Before hydration the browser would submit the form of a server-rendered page natively and navigate away.
  const isEarly = !useIsHydrated() && rest.type === 'submit';
  return (
    <button
      type="button"
      {...rest}
      className={`button button-${kind}${className ? ` ${className}` : ''}`}
      disabled={disabled || busy || isEarly}
      aria-busy={busy || undefined}
      aria-pressed={pressed}
    >
      {busy ? <span className="button-busy" aria-hidden="true" /> : icon ? <Icon name={icon} /> : null}
      {children}
    </button>
  );
}

/** Props of `IconButton`. */
export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon'> {
  icon: IconName;
  /** Accessible name, also shown on hover. */
  label: string;
}

/** A square button with an icon only. */
export function IconButton({
  kind = 'quiet',
  icon,
  label,
  busy = false,
  pressed,
  disabled,
  className,
  ...rest
}: IconButtonProps): ReactNode {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      className={`button button-${kind} button-icon${className ? ` ${className}` : ''}`}
      disabled={disabled || busy}
      aria-label={label}
      aria-busy={busy || undefined}
      aria-pressed={pressed}
    >
      {busy ? <span className="button-busy" aria-hidden="true" /> : <Icon name={icon} />}
    </button>
  );
}
