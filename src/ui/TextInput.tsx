/** Fields for text: one line, several lines, and the search line with its glass and its clear button. */
import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import { useText } from '../i18n/LanguageProvider';
import { IconButton } from './Button';
import { Icon } from './Icon';
import './inputs.css';

/** Props of `TextInput`: those of an input, with the value handed on instead of the event. */
export interface TextInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  value: string;
  onChange: (value: string) => void;
  /** Shown in the monospaced face, left to right. Default false. */
  code?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** One line of text. */
export function TextInput({ value, onChange, code = false, className, ...rest }: TextInputProps): ReactNode {
  return (
    <input
      type="text"
      autoComplete="off"
      spellCheck={!code}
      dir={code ? 'ltr' : 'auto'}
      {...rest}
      className={`input${code ? ' input-code' : ''}${className ? ` ${className}` : ''}`}
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  );
}

/** Props of `TextArea`. */
export interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value'> {
  value: string;
  onChange: (value: string) => void;
  code?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Several lines of text; grows with what is written where the browser can. */
export function TextArea({ value, onChange, code = false, className, ...rest }: TextAreaProps): ReactNode {
  return (
    <textarea
      autoComplete="off"
      spellCheck={!code}
      dir={code ? 'ltr' : 'auto'}
      rows={3}
      {...rest}
      className={`input${code ? ' input-code' : ''}${className ? ` ${className}` : ''}`}
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  );
}

/** A line to search with; Esc or the button empties it. `label` names it for screen readers and stands in it while it is empty. */
export function SearchInput({
  label,
  value,
  onChange,
  className,
  onKeyDown,
  ...rest
}: TextInputProps & { label: string }): ReactNode {
  const text = useText();
  return (
    <div className={`search-input${className ? ` ${className}` : ''}`}>
      <Icon name="search" />
      <TextInput
        type="search"
        aria-label={label}
        placeholder={label}
        {...rest}
        value={value}
        onChange={onChange}
        onKeyDown={event => {
          onKeyDown?.(event);
          if (event.key !== 'Escape' || value === '' || event.defaultPrevented) return;
          event.preventDefault();
          event.stopPropagation();
          onChange('');
        }}
      />
      {value === '' ? null : <IconButton icon="close" label={text('ui.clear')} onClick={() => onChange('')} />}
    </div>
  );
}
