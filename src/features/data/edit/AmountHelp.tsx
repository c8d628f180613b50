/** Says what a number in the smallest unit of its currency is as money, beside the control that holds it. */
import type { ReactNode } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import type { Column } from '../../../schema/collections/columns/columns';
import { amountText } from './minorAmounts';

/** Props of `AmountHelp`. */
export interface AmountHelpProps {
  column: Column;
  /** As it is typed. */
  value: unknown;
  /** Undefined where it is not known: then nothing is said. */
  currency: string | undefined;
}

/** The text. */
export function AmountHelp({ column, value, currency }: AmountHelpProps): ReactNode {
  const text = useText();
  const money = amountText(column, value, currency, useFormats());
  return money === null ? null : <span className="quiet">{text('data.minorHelp', { whole: String(value).trim(), money })}</span>;
}
