/**
 * A text for a cell of a spreadsheet, for every copy and every export. Spreadsheets run a text that begins like a formula. Some split cells at
 * semicolons, tabs and line ends inside quotes, and read full-width signs as plain ones. A leading apostrophe makes it text. Numbers stay, also as they are
 * shown (`-1,234`, `-5 %`, `-€5.00`).
 */
export function guardFormula(text: string): string {
  if (NUMBER.test(text)) return text;
  const guarded = SIGN.test(text) ? text.replace(BEGINNING, (_, before: string, sign: string) => `${before}'${sign}`) : text;
  // Leading line ends and tabs are skipped by spreadsheets.
  return /^[\t\r\n]/.test(guarded) ? `'${guarded}` : guarded;
}

const SIGN = /[=+\-@|%＝＋－＠]/;
const NUMBER = /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|-(?:\p{Sc} ?)?\d[\d.,'’ \u00a0\u202f]{0,40}(?:%|\p{Sc})?)$/iu;
/** A sign at the beginning, or after a character that may separate cells; a number after a semicolon or on its own line is guarded too. */
const BEGINNING = /((?:^|[;\t\r\n\u2028\u2029])[\s"'\ufeff\u200b]{0,50})([=+\-@|%＝＋－＠])/g;
