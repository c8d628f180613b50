/**
 * Count, sum, minimum, maximum and mean of the numbers of a column. Integers and decimals are computed exactly, because they may exceed
 * 2^53 and arrive as strings.
 */

/** Figures of some numbers, as decimal digits. */
export interface Aggregate {
  readonly count: number;
  readonly sum: string;
  readonly min: string;
  readonly max: string;
  readonly average: string;
}

/** A decimal number: `digits` divided by ten to the power of `scale`. */
interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** Maximum length of a number, more than any column needs; longer strings are not read as numbers. */
const LONGEST = 400;
/** Additional decimal places of a mean, compared with its numbers. */
const MORE_DIGITS = 2;

/** The aggregate of the values that are numbers; null if none is. */
export function aggregate(values: Iterable<unknown>): Aggregate | null {
  const numbers: Decimal[] = [];
  let scale = 0;
  for (const value of values) {
    const number = readDecimal(value);
    if (number === null) continue;
    numbers.push(number);
    scale = Math.max(scale, number.scale);
  }
  const [first] = numbers;
  if (first === undefined) return null;
  const whole = ({ digits, scale: own }: Decimal): bigint => digits * 10n ** BigInt(scale - own);
  let [sum, min, max] = [0n, whole(first), whole(first)];
  for (const number of numbers) {
    const digits = whole(number);
    sum += digits;
    if (digits < min) min = digits;
    if (digits > max) max = digits;
  }
  const count = BigInt(numbers.length);
  const scaled = sum * 10n ** BigInt(MORE_DIGITS);
  // Round half away from zero.
  const half = sum < 0n ? -(count / 2n) : count / 2n;
  return {
    count: numbers.length,
    sum: written(sum, scale),
    min: written(min, scale),
    max: written(max, scale),
    average: written((scaled + half) / count, scale + MORE_DIGITS),
  };
}

function readDecimal(value: unknown): Decimal | null {
  const text =
    typeof value === 'number' || typeof value === 'bigint' ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (text.length > LONGEST) return null;
  const match = /^([+-]?)(\d+)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i.exec(text);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** The digits with a decimal point, without trailing zeros. */
function written(digits: bigint, scale: number): string {
  const sign = digits < 0n ? '-' : '';
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const whole = text.length - scale;
  let end = text.length;
  while (end > whole && text[end - 1] === '0') end--;
  return sign + text.slice(0, whole) + (end === whole ? '' : `.${text.slice(whole, end)}`);
}
