/** Numbers of JSON with more digits than JavaScript's numbers keep (ids of 64 bits, exact decimals): they are read as marked strings. */
import { endOfString } from '../../../transport/http/body/largeIntegers';

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A mark that no string of a file begins with: it is drawn after the file was written. */
export const newMark = (): string => `number-${Math.random().toString(36).slice(2)}:`;

/** The same JSON with such numbers as strings that begin with `mark`. What is no JSON stays none. */
export function markLongNumbers(text: string, mark: string): string {
  // The beginning of a string, or what stands bare; a colon after it is kept apart, as no number may be a key.
  const token = /"|[^\s"[\]{}:,]+(?=(\s*:)?)/g;
  const parts: string[] = [];
  let from = 0;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [word, colon] = found;
    if (word === '"') {
      const end = endOfString(text, token.lastIndex);
      // A string without an end is no JSON: nothing follows it.
      token.lastIndex = end < 0 ? text.length : end;
    } else if (colon === undefined && isTooLong(word)) {
      parts.push(text.slice(from, found.index), `"${mark}${word}"`);
      from = token.lastIndex;
    }
  }
  return parts.join('') + text.slice(from);
}

/** The text of a value for a cell: numbers with their own digits, also inside lists and objects. */
export function unmarked(value: unknown, mark: string): string {
  if (typeof value === 'string') return value.startsWith(mark) ? value.slice(mark.length) : value;
  if (typeof value !== 'object') return String(value);
  const [first, ...others] = JSON.stringify(value).split(`"${mark}`);
  // The next quote ends the marked string.
  return first + others.map(part => part.replace('"', '')).join('');
}

/** Fifteen digits are always kept. */
const isTooLong = (word: string): boolean =>
  (word.length > 15 || /e/i.test(word)) && NUMBER.test(word) && digitsOf(word) !== digitsOf(String(Number(word)));

/** One text for all ways to write a number. */
function digitsOf(number: string): string {
  const [, sign = '', whole = '', part = '', power = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e(.+))?$/i.exec(number) ?? [];
  const digits = (whole + part).replace(/^0+/, '');
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return end === 0 ? '' : `${sign}${digits.slice(0, end)}e${Number(power) - part.length + digits.length - end}`;
}
