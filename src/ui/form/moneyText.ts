/**
 * Amounts of money as people type them, and in whole minor units of the currency (cents), as servers store them. Both are converted digit
 * by digit, so that no amount is rounded.
 */
import { plainNumber, symbolsOf } from './plainNumber';

/** A currency and the number of its decimal places. */
export interface MoneyUnit {
  /** Code such as `EUR`. */
  readonly currency: string;
  readonly digits: number;
}

const AMOUNT = /^([+-]?)(\d*)(?:\.(\d*))?$/;

/**
 * `12,5` in German becomes `1250`. An amount with more decimal places than the currency has keeps them (`12.345` becomes `1234.5`), so that a
 * field for whole numbers refuses it. Text that is no amount is returned unchanged.
 */
export function toMinorUnits(typed: string, { currency, digits }: MoneyUnit, locale: string): string {
  const plain = plainAmount(typed, currency, locale);
  const [, sign = '', whole = '', fraction = ''] = AMOUNT.exec(plain) ?? [];
  if (whole + fraction === '') return withShiftedExponent(plain, digits) ?? typed;
  const units = (whole + fraction.slice(0, digits).padEnd(digits, '0')).replace(/^0+(?=\d)/, '');
  const rest = fraction.slice(digits).replace(/(?<!0)0+$/, '');
  return `${sign === '-' && /[1-9]/.test(units + rest) ? '-' : ''}${units}${rest === '' ? '' : `.${rest}`}`;
}

/** `1e3` as `1e5` for two digits: a field that takes such numbers must not read it as an amount in minor units. */
function withShiftedExponent(plain: string, digits: number): string | undefined {
  const [, number, exponent = ''] = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))e([+-]?\d{1,4})$/i.exec(plain) ?? [];
  return number === undefined ? undefined : `${number}e${Number(exponent) + digits}`;
}

/** True for text that can only be an amount of money, not a number of minor units: `€12`, or `12.50` with all decimal places. */
export function isPlainlyMoney(typed: string, unit: MoneyUnit, locale: string): boolean {
  const minor = toMinorUnits(typed, unit, locale);
  if (!/^-?\d+$/.test(minor)) return false;
  const bare = withoutCurrency(typed.trim(), unit.currency, locale);
  const [, , , fraction = ''] = AMOUNT.exec(plainAmount(typed, unit.currency, locale)) ?? [];
  return bare !== typed.trim() || (unit.digits > 0 && fraction.length === unit.digits);
}

/** The inverse of `toMinorUnits`, with all decimal places of the currency and the digits and separator of the language. */
export function fromMinorUnits(minor: string, { digits }: MoneyUnit, locale: string): string {
  const [matched, sign = '', whole = '', rest = ''] = AMOUNT.exec(minor.trim()) ?? [];
  if (matched === undefined || whole === '') return withShiftedExponent(minor.trim(), -digits) ?? minor;
  const padded = whole.padStart(digits + 1, '0');
  const at = padded.length - digits;
  const fraction = padded.slice(at) + rest;
  const symbols = symbolsOf(locale);
  const localized = (text: string): string => text.replace(/\d/g, digit => symbols.digits[Number(digit)] ?? digit);
  return `${sign}${localized(padded.slice(0, at))}${fraction === '' ? '' : symbols.decimal + localized(fraction)}`;
}

/** The amount in plain digits, without its currency. */
function plainAmount(typed: string, currency: string, locale: string): string {
  const bare = withoutCurrency(typed.trim(), currency, locale);
  // `1.234` is a whole number where a point separates thousands; `plainNumber` reads it as a decimal.
  const isGrouped = symbolsOf(locale).group === '.' && /^[+-]?[1-9]\d{0,2}(?:\.\d{3}){1,9}$/.test(bare);
  return isGrouped ? bare.replaceAll('.', '') : plainNumber(bare, locale);
}

function withoutCurrency(text: string, currency: string, locale: string): string {
  for (const mark of marksOf(currency, locale)) {
    const own = text.toUpperCase();
    if (own.endsWith(mark)) return text.slice(0, -mark.length).trim();
    const sign = /^[+-]/.exec(own)?.[0] ?? '';
    if (own.startsWith(sign + mark)) return sign + text.slice(sign.length + mark.length).trim();
  }
  return text;
}

/** The code and the symbols of a currency in upper case. */
function marksOf(currency: string, locale: string): string[] {
  if (!/^[A-Z]{3}$/.test(currency)) return [];
  const symbols = (['symbol', 'narrowSymbol'] as const).map(
    currencyDisplay =>
      new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
        .formatToParts(1)
        .find(part => part.type === 'currency')?.value,
  );
  return [currency, ...symbols.flatMap(symbol => symbol?.toUpperCase() ?? [])];
}
