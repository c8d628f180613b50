/** An input for one line of text. See TextArea.tsx for several lines, SearchInput.tsx for searching. */
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import './inputs.css';

/** Props of `TextInput`: those of <input>, but `onChange` gets the value instead of the event. */
export interface TextInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  value: string;
  onChange: (value: string) => void;
  /** Monospaced and left to right. Default false. */
  code?: boolean;
  ref?: Ref<HTMLInputElement>;
}

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
