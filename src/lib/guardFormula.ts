/**
 * A text for a cell of a spreadsheet, for every copy and every export. Spreadsheets run what begins like a formula; some split cells at
 * semicolons, tabs and line ends inside quotes, and take full-width signs for the plain ones. An apostrophe makes text of it. Numbers stay.
 */
export function guardFormula(text: string): string {
  if (NUMBER.test(text)) return text;
  const guarded = SIGN.test(text) ? text.replace(BEGINNING, (_, before: string, sign: string) => `${before}'${sign}`) : text;
  // A cell that begins with a line end or a tab is read on from the next character.
  return /^[\t\r\n]/.test(guarded) ? `'${guarded}` : guarded;
}

const SIGN = /[=+\-@|%＝＋－＠]/;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
/** A sign at the beginning, or after what may part cells; a number after a semicolon or in a line of its own is guarded as well. */
const BEGINNING = /((?:^|[;\t\r\n\u2028\u2029])[\s"'\ufeff\u200b]{0,50})([=+\-@|%＝＋－＠])/g;
