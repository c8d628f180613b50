/** Inputs for choosing one of a few options: native select, radio group, segmented control; and a checkbox. */
import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react';
import { Icon, type IconName } from '../text/Icon';
import './inputs.css';

/** An option. */
export interface Option<Value extends string = string> {
  value: Value;
  label: string;
  /** Explanation, shown below the label (radio group) or on hover (segments). */
  help?: string | undefined;
  icon?: IconName;
  disabled?: boolean;
  /** Label of the option's group. Only for `Select`, which lists the options of a group together. */
  group?: string;
}

/** Props of `Select`. */
export interface SelectProps<Value extends string> extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value'> {
  value: Value;
  options: readonly Option<Value>[];
  onChange: (value: Value) => void;
}

/** A native select. */
export function Select<Value extends string>({ value, options, onChange, className, ...rest }: SelectProps<Value>): ReactNode {
  const groups = [...new Set(options.map(option => option.group))];
  const items = (group: string | undefined): ReactNode =>
    options
      .filter(option => option.group === group)
      .map(option => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ));
  return (
    <span className={`select${className ? ` ${className}` : ''}`}>
      <select {...rest} className="input" value={value} onChange={event => onChange(event.target.value as Value)}>
        {groups.map(group =>
          group === undefined ? (
            items(undefined)
          ) : (
            <optgroup key={group} label={group}>
              {items(group)}
            </optgroup>
          ),
        )}
      </select>
      <Icon name="chevronDown" />
    </span>
  );
}

/** Props of `RadioGroup` and `Segments`. */
export interface RadioGroupProps<Value extends string> {
  value: Value | null;
  options: readonly Option<Value>[];
  onChange: (value: Value) => void;
  /** Accessible name, needed outside of a FieldGroup (which has a legend). */
  label?: string;
  /** Place the options side by side. Default false. */
  row?: boolean;
  disabled?: boolean;
}

/** A group of radio buttons. */
export function RadioGroup<Value extends string>({
  value,
  options,
  onChange,
  label,
  row = false,
  disabled = false,
}: RadioGroupProps<Value>): ReactNode {
  const name = useId();
  return (
    <div className={row ? 'choices choices-row' : 'choices'} role="radiogroup" aria-label={label}>
      {options.map(option => (
        <label key={option.value} className="choice">
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={disabled || option.disabled}
            onChange={() => onChange(option.value)}
          />
          <span className="choice-words">
            {option.label}
            {option.help ? <span className="choice-help">{option.help}</span> : null}
          </span>
        </label>
      ))}
    </div>
  );
}

/** A segmented control: radio buttons in a row, for two to four short labels or icons. */
export function Segments<Value extends string>({
  value,
  options,
  onChange,
  label,
  disabled = false,
}: RadioGroupProps<Value>): ReactNode {
  const name = useId();
  return (
    <div className="segments" role="radiogroup" aria-label={label}>
      {options.map(option => (
        <label key={option.value} className="segment" title={option.help}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={disabled || option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.icon ? <Icon name={option.icon} /> : null}
          {option.icon && option.label ? <span className="segment-label">{option.label}</span> : option.label}
        </label>
      ))}
    </div>
  );
}

/** Props of `Checkbox`. */
export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'checked' | 'type'> {
  label: ReactNode;
  help?: string | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Indeterminate state: some of a group are selected. */
  mixed?: boolean;
}

/** A checkbox followed by its label. */
export function Checkbox({ label, help, checked, onChange, mixed = false, className, ...rest }: CheckboxProps): ReactNode {
  return (
    <label className={`choice${className ? ` ${className}` : ''}`}>
      <input
        {...rest}
        ref={element => {
          // `indeterminate` can only be set as a DOM property.
          if (element) element.indeterminate = mixed;
        }}
        type="checkbox"
        checked={checked}
        onChange={event => onChange(event.target.checked)}
      />
      <span className="choice-words">
        {label}
        {help ? <span className="choice-help">{help}</span> : null}
      </span>
    </label>
  );
}
