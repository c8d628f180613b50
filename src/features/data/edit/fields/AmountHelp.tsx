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
}

/** Renders the amount. */
export function AmountHelp({ column, value, currency }: AmountHelpProps): ReactNode {
  const text = useText();
  const money = amountText(column, value, currency, useFormats());
  return money === null ? null : <span className="quiet">{text('data.minorHelp', { whole: String(value).trim(), money })}</span>;
}
