/** An input for several lines of text. */
import type { ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import './inputs.css';

/** Props of `TextArea`. */
export interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value'> {
  value: string;
  onChange: (value: string) => void;
  code?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Grows with its content where the browser supports `field-sizing`. */
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
