/** A field for one line of text. Several lines: TextArea.tsx; a line to search with: SearchInput.tsx. */
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
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
