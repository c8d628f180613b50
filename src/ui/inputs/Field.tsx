/**
 * A control with its label, help and error, tied together for screen readers: the label names it, help and error describe it, an error
 * marks it invalid. The control itself is made by the caller from the props it is handed.
 */
import { type ReactNode, useId } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { Icon } from '../text/Icon';
import './Field.css';

/** What a control inside a field has to take. */
export interface ControlProps {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  'aria-required'?: true;
}

/** Props of `Field`. */
export interface FieldProps {
  label: ReactNode;
  /** What it is for: beneath the control. */
  help?: ReactNode;
  /** What is wrong with it; null or undefined: nothing. */
  error?: ReactNode;
  /** Marked in words and for screen readers. Default false. */
  required?: boolean;
  /** Shown after the label: the type, a link to the documentation. Left out where the label is not seen. */
  aside?: ReactNode;
  /** The label is read but not seen. Default false. */
  hideLabel?: boolean;
  children: (control: ControlProps) => ReactNode;
}

/** One labelled control. */
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

/** A group of controls that answer one question together: the label is a legend. */
export function FieldGroup({
  label,
  help,
  error,
  required = false,
  aside,
  hideLabel = false,
  children,
}: Omit<FieldProps, 'children'> & {
  /** The controls; a function where they are parts of one: it is given the properties of a control of a `Field` and sets them itself. */
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
