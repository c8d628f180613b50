/** Finds the end of a string in JSON text. */

/** Index after the quote that ends the string around index `from`; -1 if the text does not contain its end. */
export function endOfString(text: string, from = 0): number {
  let quote = text.indexOf('"', from);
  while (quote >= 0) {
    if (trailingBackslashes(text, quote) % 2 === 0) return quote + 1;
    quote = text.indexOf('"', quote + 1);
  }
  return -1;
}

/** The number of backslashes directly before `end`. */
export function trailingBackslashes(text: string, end: number): number {
  let count = 0;
  while (text[end - 1 - count] === '\\') count++;
  return count;
}
