/** Converts localized numbers to plain digits. */

/**
 * `1.234,5` in German, `١٢٣` in Arabic → `1234.5`, `123`. Plain numbers and other text are returned unchanged, so that no input is lost.
 * The same holds for a separator that does not separate thousands: `6,75` in English is not 675.
 */
export function plainNumber(text: string, locale: string): string {
  const trimmed = text.trim();
  if (trimmed === '' || PLAIN.test(trimmed)) return trimmed;
  const { group, decimal } = symbolsOf(locale);
  let plain = '';
  for (const character of latinDigits(trimmed).replace(MARKS, '')) {
    if (character === decimal || character === '٫') plain += '.';
    else if (character === '−') plain += '-';
    else if (character === group || character === '٬' || SPACE.test(character)) plain += ' ';
    else plain += character;
  }
  if (GROUPED.test(plain)) plain = plain.replaceAll(' ', '');
  return PLAIN.test(plain) ? plain : text;
}

/** The text with the digits 0 to 9 in place of those of other scripts, whatever the language: regions of a language have different ones. */
export const latinDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, digit => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find(start => code >= start && code < start + 10);
    return zero === undefined ? digit : String(code - zero);
  });

/** Zeros of Arabic, Persian, Hindi, Bengali and Thai, and those of full width. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10];

/** Marks of the direction, as Arabic puts them before a minus sign. */
const MARKS = /[\u200E\u200F\u061C]/g;

/** A number in plain digits. */
export const PLAIN = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
/** Groups of three digits after spaces. All but the last can have two digits, as in Hindi. `0,750` in English has no thousands. */
const GROUPED = /^[+-]?[1-9]\d{0,2}(?: \d{2,3})* \d{3}(?:\.\d*)?$/;
const SPACE = /[\s'’]/u;

/** The digits and separators of a language. */
export function symbolsOf(locale: string): { digits: string[]; group: string; decimal: string } {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(-1_234_567.5);
  const digit = new Intl.NumberFormat(locale, { useGrouping: false });
  return {
    digits: Array.from({ length: 10 }, (_, value) => digit.format(value)),
    group: parts.find(part => part.type === 'group')?.value ?? ',',
    decimal: parts.find(part => part.type === 'decimal')?.value ?? '.',
  };
}
