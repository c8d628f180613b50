/**
 * Reads the numbers of a column. In German, `1.234` can mean 1234, as people write it, or 1.234, as programs write it. The other numbers of
 * the column show which one is meant; if they do not, the number is ambiguous. In English, `12,5` shows that the column was written elsewhere.
 */
import { PLAIN, plainNumber, symbolsOf } from './plainNumber';

/** Meaning of the language's thousands separator in a column; null if the column does not show it. */
export type ColumnSeparator = 'group' | 'decimal' | null;

/** Patterns of numbers by their thousands separator. `unsure`: a single separator before three digits. */
const FORMS: ReadonlyMap<string, { readonly unsure: RegExp; readonly decimal: RegExp }> = new Map([
  ['.', { unsure: /^[+-]?[1-9]\d{0,2}\.\d{3}$/, decimal: /^[+-]?(?:\d*|\d{1,3}(?:,\d{3})+)\.\d+$/ }],
  [',', { unsure: /^[+-]?[1-9]\d{0,2},\d{3}$/, decimal: /^[+-]?(?:\d*|\d{1,3}(?:\.\d{3})+),\d+$/ }],
]);

/** Meaning of the language's thousands separator in these cells. */
export function separatorIn(cells: Iterable<string>, locale: string): ColumnSeparator {
  const { group, decimal } = symbolsOf(locale);
  const forms = FORMS.get(group);
  if (forms === undefined) return null;
  let isGroup = false;
  let isDecimal = false;
  for (const cell of cells) {
    const text = cell.trim();
    if (text === '' || forms.unsure.test(text)) continue;
    if (forms.decimal.test(text)) isDecimal = true;
    else if ((text.includes(group) || text.includes(decimal)) && PLAIN.test(plainNumber(text, locale))) isGroup = true;
  }
  return isGroup === isDecimal ? null : isGroup ? 'group' : 'decimal';
}

/** The number in plain digits (see `plainNumber`). `isUnsure`: it may mean a different number. */
export function readNumber(
  text: string,
  locale: string,
  separator: ColumnSeparator,
): { readonly plain: string; readonly isUnsure: boolean } {
  const trimmed = text.trim();
  if (separator === 'decimal') {
    // The symbols of a language take 0.1 ms, and most numbers of a file need none.
    if (PLAIN.test(trimmed)) return { plain: trimmed, isUnsure: false };
    const { group, decimal } = symbolsOf(locale);
    const isDecimal = FORMS.get(group)?.decimal.test(trimmed);
    if (isDecimal) return { plain: trimmed.replaceAll(decimal, '').replace(group, '.'), isUnsure: false };
  }
  const form = [...FORMS].find(([, { unsure }]) => unsure.test(trimmed))?.[0];
  const group = form === undefined ? undefined : symbolsOf(locale).group;
  if (group === undefined || group !== form) return { plain: plainNumber(text, locale), isUnsure: false };
  if (separator === 'group') return { plain: trimmed.replace(group, ''), isUnsure: false };
  return { plain: plainNumber(text, locale), isUnsure: group === '.' };
}
