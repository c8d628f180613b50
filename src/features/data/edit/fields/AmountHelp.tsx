/** Shows a number in minor units of its currency as an amount of money, next to its input. */
import type { ReactNode } from 'react';
import { useFormats, useText } from '../../../../i18n/LanguageProvider';
import type { Column } from '../../../../schema/collections/columns/columns';
import { amountText } from './minorAmounts';

/** Props of `AmountHelp`. */
export interface AmountHelpProps {
  column: Column;
  /** The value as typed. */
  value: unknown;
  /** Undefined: unknown, so nothing is shown. */
  currency: string | undefined;
  /** The currency is only an example: the number is entered in minor units. Default false. */
  isExample?: boolean;
}

/** Renders the amount. */
export function AmountHelp({ column, value, currency, isExample = false }: AmountHelpProps): ReactNode {
  const text = useText();
  const money = amountText(column, value, currency, useFormats());
  return money === null ? null : (
    <span className="quiet">
      {text(isExample ? 'data.minorHelp' : 'data.minorStored', { whole: String(value).trim(), money })}
    </span>
  );
}
