/**
 * A text for a cell of a spreadsheet, for every copy and every export. Spreadsheets run what begins like a formula; some split cells at
 * semicolons, tabs and line ends inside quotes, and take full-width signs for the plain ones. An apostrophe makes text of it. Numbers stay.
 */
export function guardFormula(text: string): string {
  if (!SIGN.test(text) || NUMBER.test(text)) return text;
  return text.replace(BEGINNING, (_, before: string, sign: string) => `${before}'${sign}`);
}

const SIGN = /[=+\-@|%＝＋－＠]/;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
/** A sign at the beginning, or after what may part cells; a number after a semicolon or in a line of its own is guarded as well. */
const BEGINNING = /((?:^|[;\t\r\n\u2028\u2029])[\s"'\ufeff\u200b]{0,50})([=+\-@|%＝＋－＠])/g;
