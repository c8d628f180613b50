/** The control for an amount of money that is stored in minor units: the user types the amount, the draft is the number of minor units. */
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useFormats } from '../../i18n/LanguageProvider';
import { fromMinorUnits, type MoneyUnit, toMinorUnits } from '../../ui/form/moneyText';
import type { ControlProps } from '../../ui/inputs/Field';
import { TextInput } from '../../ui/inputs/TextInput';

/** Props of `MoneyInput`. */
export interface MoneyInputProps {
  unit: MoneyUnit;
  control: ControlProps;
  /** In minor units, or text that is no amount. */
  value: string;
  disabled: boolean;
  placeholder: string | undefined;
  onChange: (value: string) => void;
}

/** Renders the control, followed by the currency. */
export function MoneyInput({ unit, control, value, disabled, placeholder, onChange }: MoneyInputProps): ReactNode {
  const { locale } = useFormats();
  const code = useId();
  // The text as typed, as long as it means the value.
  const [typed, setTyped] = useState<{ text: string; value: string; digits: number } | null>(null);
  const own = typed?.value === value ? typed : null;
  const change = (text: string): void => {
    const next = toMinorUnits(text, unit, locale);
    setTyped({ text, value: next, digits: unit.digits });
    onChange(next);
  };
  // A typed amount stays the same amount when another currency is chosen.
  useEffect(() => {
    if (own !== null && own.digits !== unit.digits) change(own.text);
  });
  return (
    <span className="money-input">
      <TextInput
        {...control}
        aria-describedby={[control['aria-describedby'], code].filter(Boolean).join(' ')}
        value={own?.text ?? fromMinorUnits(value, unit, locale)}
        disabled={disabled}
        placeholder={placeholder}
        inputMode={unit.digits === 0 ? 'numeric' : 'decimal'}
        className="numeric"
        dir="ltr"
        onChange={change}
        onBlur={() => setTyped(now => now && { ...now, text: fromMinorUnits(now.value, unit, locale) })}
      />
      <span id={code} className="quiet">
        {unit.currency}
      </span>
    </span>
  );
}
