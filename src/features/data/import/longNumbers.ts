/** Numbers in JSON with more digits than a JavaScript number can represent (64-bit ids, exact decimals) are read as marked strings. */
import { endOfString } from '../../../lib/text/endOfString';

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A prefix that no string of a file starts with: it is random and created after the file was written. */
export const createNumberMark = (): string => `number-${Math.random().toString(36).slice(2)}:`;

/** Returns the same JSON with such numbers as strings that start with `mark`. Text that is not JSON remains invalid. */
export function markLongNumbers(text: string, mark: string): string {
  // Matches the start of a string, or a bare token. A colon after a token is captured, because numbers that are keys must not be replaced.
  const token = /"|[^\s"[\]{}:,]+(?=(\s*:)?)/g;
  const parts: string[] = [];
  let from = 0;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [word, colon] = found;
    if (word === '"') {
      const end = endOfString(text, token.lastIndex);
      // A string without an end is invalid JSON: the rest is copied unchanged.
      token.lastIndex = end < 0 ? text.length : end;
    } else if (colon === undefined && isTooLong(word)) {
      parts.push(text.slice(from, found.index), `"${mark}${word}"`);
      from = token.lastIndex;
    }
  }
  return parts.join('') + text.slice(from);
}

/** The text of a value for a cell. Numbers keep their own digits, also inside lists and objects. */
export function cellText(value: unknown, mark: string): string {
  if (typeof value === 'string') return value.startsWith(mark) ? value.slice(mark.length) : value;
  if (typeof value !== 'object') return String(value);
  const [first, ...others] = JSON.stringify(value).split(`"${mark}`);
  // The next quote ends the marked string.
  return first + others.map(part => part.replace('"', '')).join('');
}

/** True for numbers that lose digits as a JavaScript number. Numbers of up to fifteen digits never do. */
const isTooLong = (word: string): boolean =>
  (word.length > 15 || /e/i.test(word)) && NUMBER.test(word) && digitsOf(word) !== digitsOf(String(Number(word)));

/** The same text for all notations of the same number. */
function digitsOf(number: string): string {
  const [, sign = '', whole = '', part = '', power = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e(.+))?$/i.exec(number) ?? [];
  const digits = (whole + part).replace(/^0+/, '');
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return end === 0 ? '' : `${sign}${digits.slice(0, end)}e${Number(power) - part.length + digits.length - end}`;
}
