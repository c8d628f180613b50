/** Dates and times as text in ISO 8601. */
import type { ReactNode } from 'react';
import type { ControlProps } from '../Field';
import { TextInput } from '../TextInput';

/** Props of `DateInput`. */
export interface DateInputProps extends ControlProps {
  kind: 'date' | 'time' | 'dateTime' | 'localDateTime';
  /** As it is sent; '' for none. */
  value: string;
  onChange: (value: string) => void;
  disabled: boolean;
  placeholder: string | undefined;
  label: string;
}

const SAMPLES = {
  date: '2026-03-31',
  time: '14:05',
  dateTime: '2026-03-31T14:05:00Z',
  localDateTime: '2026-03-31T14:05:00',
} as const;

/** The field. */
export function DateInput({ kind, label: _label, placeholder, ...rest }: DateInputProps): ReactNode {
  return <TextInput {...rest} code placeholder={placeholder ?? SAMPLES[kind]} />;
}
