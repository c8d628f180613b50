/**
 * A control with its label, help and error, connected for screen readers: the label names it, help and error describe it, an error marks it as
 * invalid. The caller renders the control and passes it the given props.
 */
import { type ReactNode, useId } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { Icon } from '../text/Icon';
import './Field.css';

/** Props that the caller must pass to the control. */
export interface ControlProps {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  'aria-required'?: true;
}

/** Props of `Field`. */
export interface FieldProps {
  label: ReactNode;
  /** Help text below the control. */
  help?: ReactNode;
  /** Error message; null or undefined for none. */
  error?: ReactNode;
  /** Shows "required" and sets aria-required. Default false. */
  required?: boolean;
  /** Shown after the label, such as the type or a link to the documentation. Not shown with `hideLabel`. */
  aside?: ReactNode;
  /** Hides the label visually; screen readers still announce it. Default false. */
  hideLabel?: boolean;
  children: (control: ControlProps) => ReactNode;
}

/** A single labelled control. */
export function Field({ label, help, error, required = false, aside, hideLabel = false, children }: FieldProps): ReactNode {
  const text = useText();
  const id = useId();
  const described = [error ? `${id}-error` : '', help ? `${id}-help` : ''].filter(Boolean).join(' ');
  return (
    <div className="field">
      <div className={hideLabel ? 'visually-hidden' : 'field-head'}>
        <label className="field-label" htmlFor={id}>
          {label}
        </label>
        {required ? <span className="field-required">{text('ui.required')}</span> : null}
        {aside && !hideLabel ? <span className="field-aside">{aside}</span> : null}
      </div>
      {children(controlProps(id, described, error, required))}
      <FieldNotes id={id} help={help} error={error} />
    </div>
  );
}

/** A group of controls for one value, as a <fieldset>: the label is its <legend>. */
export function FieldGroup({
  label,
  help,
  error,
  required = false,
  aside,
  hideLabel = false,
  children,
}: Omit<FieldProps, 'children'> & {
  /** The controls. A function, if they are parts of one composite control: it gets the same props as the control of a `Field`. */
  children: ReactNode | ((control: ControlProps) => ReactNode);
}): ReactNode {
  const text = useText();
  const id = useId();
  const described = [error ? `${id}-error` : '', help ? `${id}-help` : ''].filter(Boolean).join(' ');
  const isOne = typeof children === 'function';
  return (
    <fieldset className="field" aria-describedby={(!isOne && described) || undefined}>
      <legend className={hideLabel ? 'visually-hidden' : 'field-head'}>
        <span className="field-label">{label}</span>
        {required ? <span className="field-required">{text('ui.required')}</span> : null}
        {aside && !hideLabel ? <span className="field-aside">{aside}</span> : null}
      </legend>
      {isOne ? children(controlProps(`${id}-control`, described, error, required)) : children}
      <FieldNotes id={id} help={help} error={error} />
    </fieldset>
  );
}

const controlProps = (id: string, described: string, error: ReactNode, required: boolean): ControlProps => ({
  id,
  ...(described ? { 'aria-describedby': described } : {}),
  ...(error ? { 'aria-invalid': true } : {}),
  ...(required ? { 'aria-required': true } : {}),
});

function FieldNotes({ id, help, error }: { id: string; help: ReactNode; error: ReactNode }): ReactNode {
  return (
    <>
      {error ? (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="error" size={14} />
          <span>{error}</span>
        </p>
      ) : null}
      {help ? (
        <div className="field-help" id={`${id}-help`}>
          {help}
        </div>
      ) : null}
    </>
  );
}
