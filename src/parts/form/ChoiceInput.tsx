/** The control for an enum: radio buttons for up to four options, a native select for more. */

import { type ReactNode, useContext } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import type { EnumOption, FormField } from '../../schema/forms/formModel';
import type { Draft } from '../../schema/forms/formValues';
import type { ControlProps } from '../../ui/inputs/Field';
import { type Option, RadioGroup, Select } from '../../ui/inputs/Select';
import { DraftFormContext } from './draftFormContext';

/** Props of `ChoiceInput`. */
export interface ChoiceInputProps {
  field: FormField;
  options: readonly EnumOption[];
  draft: Draft;
  control: ControlProps;
  onChange: (draft: Draft) => void;
  disabled: boolean;
  /** Always use the native select. Default false. */
  compact?: boolean;
}

/** Maximum number of options shown as radio buttons. */
export const RADIO_OPTIONS = 4;

/** The option for "not sent"; no enum value is an empty string. */
const ABSENT = '';

/** Renders the options. Optional fields also have an option for "not sent", labelled with the server's default value. */
export function ChoiceInput({
  field,
  options,
  draft,
  control,
  onChange,
  disabled,
  compact = false,
}: ChoiceInputProps): ReactNode {
  const text = useText();
  const { absent: unset = text('form.notSent') } = useContext(DraftFormContext);
  const value = typeof draft === 'string' ? draft : null;
  const byDefault = options.find(option => option.value === field.defaultValue)?.label;
  const absent: Option = {
    value: ABSENT,
    label: byDefault === undefined ? unset : text('form.defaultIs', { value: byDefault }),
  };
  const change = (chosen: string): void => onChange(chosen === ABSENT ? undefined : chosen);
  const shown: Option[] = options.map(option => ({
    value: option.value,
    label: option.deprecationReason === null ? option.label : `${option.label} (${text('form.deprecated')})`,
    help: option.description ?? undefined,
  }));
  // A value from a link or an older schema can be invalid. It is shown too, so that the error message makes sense.
  if (value !== null && value !== ABSENT && !options.some(option => option.value === value)) shown.push({ value, label: value });
  if (options.length <= RADIO_OPTIONS && !compact) {
    const short = options.every(option => (option.description ?? '').length === 0 && option.label.length <= 24);
    return (
      <RadioGroup
        row={short}
        label={field.label}
        disabled={disabled}
        value={value ?? (field.required ? null : ABSENT)}
        options={field.required ? shown : [...shown, absent]}
        onChange={change}
      />
    );
  }
  return (
    <Select
      {...control}
      disabled={disabled}
      value={value ?? ABSENT}
      options={[field.required ? { value: ABSENT, label: text('form.choose') } : absent, ...shown]}
      onChange={change}
    />
  );
}
