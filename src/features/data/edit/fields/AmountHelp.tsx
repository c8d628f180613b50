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
  /** Undefined: unknown, so the number is entered in minor units, and an example says so. */
  currency: string | undefined;
  /** The currency is only an example: the number is entered in minor units. Default false. */
  isExample?: boolean;
}

/** The example where the currency is unknown. */
const EXAMPLE = { currency: 'EUR', whole: '1234' };

/** Renders the amount. */
export function AmountHelp({ column, value, currency, isExample = false }: AmountHelpProps): ReactNode {
  const text = useText();
  const formats = useFormats();
  const isUnknown = currency === undefined;
  const own = amountText(column, value, currency ?? EXAMPLE.currency, formats);
  const money = own ?? (isUnknown ? amountText(column, EXAMPLE.whole, EXAMPLE.currency, formats) : null);
  return money === null ? null : (
    <span className="quiet">
      {text(isExample || isUnknown ? 'data.minorHelp' : 'data.minorStored', {
        whole: own === null ? EXAMPLE.whole : String(value).trim(),
        money,
      })}
    </span>
  );
}
