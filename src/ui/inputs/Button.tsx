/** Buttons: with words, or with an icon alone. A button that sends something is `busy` meanwhile and cannot be pressed again. */
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Icon, type IconName } from '../text/Icon';
import { useIsTakenOver } from '../useIsTakenOver';
import './Button.css';

/** `primary`: the one thing to do here; `quiet`: without a frame; `danger`: takes something away. */
export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

/** Props of `Button`. */
export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Default 'secondary'. */
  kind?: ButtonKind;
  icon?: IconName;
  /** Under way: shown so, announced so, and not to be pressed. Default false. */
  busy?: boolean;
  /** Held down, for a button that switches something on; undefined: it does not. */
  pressed?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button with words. */
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
  // Before hydration the browser itself would submit the form of a server-rendered page, and navigate away.
  const isEarly = !useIsTakenOver() && rest.type === 'submit';
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
  /** What it does; shown on hover and read aloud. */
  label: string;
}

/** A square button with an icon alone. */
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
