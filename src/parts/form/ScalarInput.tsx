/**
 * The control for one scalar. The typed text stays as typed, valid or not, so that nothing is lost or rounded; it is parsed when the form is
 * sent. An empty control means that the field is not sent.
 */

import { type ReactNode, Suspense, useContext } from 'react';
import { useLanguage, useText } from '../../i18n/LanguageProvider';
import type { FormField } from '../../schema/forms/formModel';
import type { Draft } from '../../schema/forms/formValues';
import type { RangedScalar } from '../../schema/model/scalarRanges';
import { DurationInput } from '../../ui/form/DurationInput';
import { fromMinorUnits, type MoneyUnit } from '../../ui/form/moneyText';
import { plainNumber } from '../../ui/form/plainNumber';
import { Button } from '../../ui/inputs/Button';
import type { ControlProps } from '../../ui/inputs/Field';
import { RadioGroup } from '../../ui/inputs/Select';
import { TextArea } from '../../ui/inputs/TextArea';
import { TextInput } from '../../ui/inputs/TextInput';
import { lazyPart } from '../../ui/lazyPart';
import { DraftFormContext } from './draftFormContext';
import { MoneyInput } from './MoneyInput';

// The calendar imports a library, so it is loaded only for forms with a date.
const DateInput = lazyPart(() => import('../../ui/form/DateInput').then(module => ({ default: module.DateInput })));

/** Props of `ScalarInput`. */
export interface ScalarInputProps {
  field: FormField;
  scalar: RangedScalar;
  /** The currency of a number that is an amount of money in minor units; null for any other value. */
  unit: MoneyUnit | null;
  draft: Draft;
  control: ControlProps;
  onChange: (draft: Draft) => void;
  disabled: boolean;
}

/** Names of fields with long texts, by their last word. A plain `text` or `message` does not match, because it is often short. */
const LONG = /(notes?|comments?|description|remarks?|reason|summary|bio|markdown|html|body)$|.(content|message|text)$/i;

/** Renders the control. Files have a control of their own (FilesInput.tsx). */
export function ScalarInput({ field, scalar, unit, draft, control, onChange, disabled }: ScalarInputProps): ReactNode {
  const { formats } = useLanguage();
  const text = useText();
  const value = typeof draft === 'string' ? draft : '';
  const change = (next: string): void => onChange(next === '' ? undefined : next);
  const { absent } = useContext(DraftFormContext);
  const unset = field.required ? undefined : absent;
  const placeholder =
    field.defaultValue === undefined ? unset : text('form.defaultIs', { value: shownDefault(field.defaultValue) });
  if (unit !== null) {
    const minor = field.defaultValue === undefined ? undefined : fromMinorUnits(String(field.defaultValue), unit, formats.locale);
    const placeholder = minor === undefined ? unset : text('form.defaultIs', { value: minor });
    return (
      <MoneyInput unit={unit} control={control} value={value} disabled={disabled} placeholder={placeholder} onChange={change} />
    );
  }
  const common = { ...control, disabled, placeholder, value, onChange: change };
  const number = (inputMode: 'numeric' | 'decimal'): ReactNode => (
    <TextInput
      {...common}
      inputMode={inputMode}
      className="numeric"
      dir="ltr"
      onBlur={() => {
        const plain = plainNumber(value, formats.locale);
        if (plain !== value) change(plain);
      }}
    />
  );
  switch (scalar.kind) {
    case 'boolean':
      return <YesNo field={field} draft={draft} onChange={onChange} disabled={disabled} />;
    case 'int':
    case 'bigInt':
      return number('numeric');
    case 'float':
    case 'decimal':
      return number('decimal');
    case 'date':
    case 'time':
    case 'dateTime':
    case 'localDateTime':
      return (
        <Suspense fallback={<TextInput {...common} code aria-label={field.label} aria-busy />}>
          <DateInput {...common} kind={scalar.kind} label={field.label} />
        </Suspense>
      );
    case 'longText':
      return <TextArea {...common} rows={4} />;
    case 'json':
      return <JsonInput {...common} />;
    case 'colour':
      return <ColourInput {...common} label={field.label} />;
    case 'url':
      return <TextInput {...common} type="text" inputMode="url" dir="ltr" spellCheck={false} />;
    case 'email':
      return <TextInput {...common} type="text" inputMode="email" dir="ltr" spellCheck={false} />;
    case 'phone':
      return <TextInput {...common} type="text" inputMode="tel" dir="ltr" spellCheck={false} />;
    case 'uuid':
    case 'bytes':
      return <TextInput {...common} code />;
    case 'duration':
      return <DurationInput {...common} label={field.label} />;
    case 'text':
      if (SECRET.test(field.name))
        return <TextInput {...common} type="password" autoComplete="off" spellCheck={false} dir="ltr" />;
      return LONG.test(field.name) ? <TextArea {...common} rows={2} /> : <TextInput {...common} />;
    default:
      return <TextInput {...common} />;
  }
}

/** Names of fields whose text is hidden while typing, such as passwords. */
const SECRET = /(password|passwd|passphrase|secret|pwd)$/i;

/** The default value from the schema, truncated to 60 characters. */
export function shownDefault(value: unknown): string {
  const written = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return written.length > 60 ? `${written.slice(0, 60)}…` : written;
}

interface ControlledProps extends ControlProps {
  value: string;
  onChange: (value: string) => void;
  disabled: boolean;
  placeholder: string | undefined;
}

/** Radio buttons for yes, no and, for optional fields, "not sent". */
function YesNo({ field, draft, onChange, disabled }: Omit<ScalarInputProps, 'scalar' | 'unit' | 'control'>): ReactNode {
  const text = useText();
  const { absent: unset = text('form.notSent') } = useContext(DraftFormContext);
  const given = draft === true || draft === 'true' ? 'yes' : draft === false || draft === 'false' ? 'no' : null;
  const absent = field.required
    ? []
    : [
        {
          value: 'absent' as const,
          label:
            field.defaultValue === undefined
              ? unset
              : text('form.defaultIs', { value: text(field.defaultValue === true ? 'form.yes' : 'form.no') }),
        },
      ];
  return (
    <RadioGroup<'yes' | 'no' | 'absent'>
      row
      label={field.label}
      disabled={disabled}
      value={given ?? (field.required ? null : 'absent')}
      options={[{ value: 'yes', label: text('form.yes') }, { value: 'no', label: text('form.no') }, ...absent]}
      onChange={chosen => onChange(chosen === 'absent' ? undefined : chosen === 'yes')}
    />
  );
}

/** JSON as text, with a button that formats it. */
function JsonInput({ value, onChange, ...rest }: ControlledProps): ReactNode {
  const text = useText();
  const tidy = tidied(value);
  return (
    <div className="json-input">
      <TextArea {...rest} code rows={4} placeholder={rest.placeholder ?? '{ }'} value={value} onChange={onChange} />
      {tidy !== null && tidy !== value ? (
        <Button kind="quiet" disabled={rest.disabled} onClick={() => onChange(tidy)}>
          {text('form.formatJson')}
        </Button>
      ) : null}
    </div>
  );
}

/** Formatted JSON; null if the text is not JSON, or too large to format while typing. */
function tidied(value: string): string | null {
  if (value.trim() === '' || value.length > 20_000) return null;
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return null;
  }
}

/** A colour as text, with the platform's colour picker. */
function ColourInput({ value, onChange, label, ...rest }: ControlledProps & { label: string }): ReactNode {
  const text = useText();
  return (
    <div className="colour-input">
      <input
        type="color"
        aria-label={text('form.pickColour', { label })}
        disabled={rest.disabled}
        value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#808080'}
        onChange={event => onChange(event.target.value)}
      />
      <TextInput {...rest} code value={value} onChange={onChange} />
    </div>
  );
}
