/** A search input with an icon and a clear button. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { Icon } from '../text/Icon';
import { IconButton } from './Button';
import { TextInput, type TextInputProps } from './TextInput';
import './inputs.css';

/** Esc or the button clears the input. `label` is its accessible name and its placeholder. */
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
