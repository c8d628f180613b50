/**
 * Amounts of money in a file (`€12.50`) for fields that store minor units (1250). A column is read as money if one of its first values can be
 * nothing else; then its whole numbers are amounts, too. Otherwise its numbers are minor units, as they are stored.
 */
import type { Column } from '../../../schema/collections/columns/columns';
import type { FormField } from '../../../schema/forms/formModel';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Change } from '../../../schema/mutations/changes';
import { isPlainlyMoney, type MoneyUnit, toMinorUnits } from '../../../ui/form/moneyText';
import { columnOfField } from '../edit/fields/editableField';
import type { Matching } from './matchColumns';

/** How a plan reads amounts. */
export interface ImportAmounts {
  /** Indexes of the columns that are read as money. */
  readonly columns: readonly number[];
  readonly locale: string;
  /** The currency that a text names by its code or symbol; null if there is none. */
  currencyIn(text: string): string | null;
}

/** An amount in minor units, and the field that takes the currency if the file has no column for it. */
export interface FileAmount {
  readonly minor: string;
  readonly currency: string;
  readonly currencyField: FormField | null;
}

/** What this file needs of a plan. */
interface Plan {
  readonly model: SchemaModel;
  readonly change: Pick<Change, 'typeName'>;
  readonly fields: readonly FormField[];
  readonly matching: Matching;
  readonly amounts: ImportAmounts;
}

/** Indexes of the columns whose first values show that they contain amounts of money. */
export function moneyColumns(plan: Plan, sample: readonly (readonly string[])[]): number[] {
  return [...plan.matching.keys()].filter(at =>
    sample.some(cells => {
      const unit = unitOf(plan, cells, at);
      return unit !== null && isPlainlyMoney(cells[at] ?? '', unit, plan.amounts.locale);
    }),
  );
}

/** The amount in a cell; null if the column is not read as money, 'unknown' if the currency is. */
export function amountIn(plan: Plan, cells: readonly string[], at: number): FileAmount | 'unknown' | null {
  if (!plan.amounts.columns.includes(at)) return null;
  const unit = unitOf(plan, cells, at);
  return unit === null ? 'unknown' : { ...unit, minor: toMinorUnits(cells[at] ?? '', unit, plan.amounts.locale) };
}

/** The currency of a cell: that of the row; without a column for it, the one in the text if it can be sent, else that of the field. */
function unitOf(plan: Plan, cells: readonly string[], at: number): (MoneyUnit & Pick<FileAmount, 'currencyField'>) | null {
  const field = plan.matching[at];
  const column = field == null ? null : columnOfField(plan.model, plan.change.typeName, field);
  if (!column?.format?.digits) return null;
  const { currency, currencyField } = currencyOfCell(plan, column, cells, at);
  const digits = currency === undefined ? null : column.format.digits(currency);
  return currency === undefined || digits === null ? null : { currency, digits, currencyField };
}

function currencyOfCell(
  { fields, matching, amounts }: Plan,
  { currency, format }: Column,
  cells: readonly string[],
  at: number,
): { currency: string | undefined; currencyField: FormField | null } {
  const name = currency?.path.join('.') ?? null;
  const place = name === null ? -1 : matching.indexOf(name);
  if (place >= 0) return { currency: cells[place]?.trim() || format?.currency, currencyField: null };
  const currencyField = fields.find(field => field.name === name) ?? null;
  const written = (currencyField && amounts.currencyIn(cells[at] ?? '')) ?? undefined;
  return written === undefined ? { currency: format?.currency, currencyField: null } : { currency: written, currencyField };
}

/** Creates a function that finds the currency in a text, by its code or by its symbol in the user's language (`$` may be ambiguous). */
export function createCurrencyReader(locale: string): ImportAmounts['currencyIn'] {
  let symbols: ReadonlyMap<string, string> | null = null;
  return text => {
    const mark = text.replace(/[\s\p{N}.,'’٫٬+-]/gu, '');
    if (mark === '') return null;
    symbols ??= new Map(
      Intl.supportedValuesOf('currency').flatMap(currency => {
        const parts = new Intl.NumberFormat(locale, { style: 'currency', currency }).formatToParts(1);
        const symbol = parts.find(part => part.type === 'currency')?.value ?? currency;
        return [currency, symbol].map(word => [word.toUpperCase(), currency] as const);
      }),
    );
    return symbols.get(mark.toUpperCase()) ?? null;
  };
}
