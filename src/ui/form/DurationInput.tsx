/**
 * An input for a duration as days, hours, minutes and seconds. The value is ISO 8601. Any other text (with months, weeks or fractions, or not a
 * duration) is edited as plain text.
 */
import { type ReactNode, useMemo } from 'react';
import { useFormats } from '../../i18n/LanguageProvider';
import type { ControlProps } from '../inputs/Field';
import { TextInput } from '../inputs/TextInput';

/** Props of `DurationInput`. */
export interface DurationInputProps extends ControlProps {
  /** ISO 8601 text; '' for none. */
  value: string;
  onChange: (value: string) => void;
  disabled: boolean;
  placeholder: string | undefined;
  /** Accessible name of the four inputs. */
  label: string;
}

const UNITS = ['day', 'hour', 'minute', 'second'] as const;
const PLAIN = /^P(?=\d|T\d)(?:(\d{1,9})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/;
const MOST_DIGITS = 6;

/** Renders four number inputs, or one text input. */
export function DurationInput({ value, onChange, label, placeholder, id, ...rest }: DurationInputProps): ReactNode {
  const { locale } = useFormats();
  const names = useMemo(() => new Intl.DisplayNames(locale, { type: 'dateTimeField' }), [locale]);
  const parts = partsOf(value);
  if (parts === null) return <TextInput {...rest} id={id} code value={value} onChange={onChange} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: with a fieldset's legend, screen readers would announce the label twice
    <div className="duration-input" role="group" aria-label={label}>
      {UNITS.map((unit, at) => (
        <span key={unit} className="duration-part">
          <TextInput
            {...rest}
            id={at === 0 ? id : `${id}-${unit}`}
            className="numeric"
            dir="ltr"
            inputMode="numeric"
            maxLength={MOST_DIGITS}
            value={parts[at] ?? ''}
            onChange={next => onChange(durationOf(parts.map((part, place) => (place === at ? next.replace(/\D/g, '') : part))))}
          />
          <label htmlFor={at === 0 ? id : `${id}-${unit}`}>{names.of(unit) ?? unit}</label>
        </span>
      ))}
      {placeholder !== undefined && value === '' ? <span className="duration-default">{placeholder}</span> : null}
    </div>
  );
}

/** Days, hours, minutes and seconds of the value, '' for missing ones; null if the value has another form. */
function partsOf(value: string): string[] | null {
  if (value === '') return UNITS.map(() => '');
  const match = PLAIN.exec(value.trim());
  return match === null ? null : UNITS.map((_, at) => match[at + 1] ?? '');
}

function durationOf(parts: readonly string[]): string {
  const [days = '', hours = '', minutes = '', seconds = ''] = parts;
  const time = [hours && `${hours}H`, minutes && `${minutes}M`, seconds && `${seconds}S`].join('');
  return days === '' && time === '' ? '' : `P${days && `${days}D`}${time && `T${time}`}`;
}
