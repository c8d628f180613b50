/**
 * Makes a text safe for a spreadsheet cell, in every copy and export. Spreadsheets evaluate a text that starts like a formula. Some split
 * cells at semicolons, tabs and line ends even inside quotes, and read full-width signs as plain ones. A leading apostrophe turns the cell
 * into text. Numbers are left unchanged, formatted ones too (`-1,234`, `-5 %`, `-€5.00`).
 */
export function guardFormula(text: string): string {
  if (NUMBER.test(text)) return text;
  const guarded = SIGN.test(text) ? text.replace(BEGINNING, (_, before: string, sign: string) => `${before}'${sign}`) : text;
  // Spreadsheets skip leading line ends and tabs.
  return /^[\t\r\n]/.test(guarded) ? `'${guarded}` : guarded;
}

/** The text that was guarded; any other text is returned unchanged. */
export function unguardFormula(text: string): string {
  if (!text.includes("'")) return text;
  const bare = text.replace(GUARDED, '$1$2');
  return [bare.replace(/^'/, ''), bare].find(plain => plain !== text && guardFormula(plain) === text) ?? text;
}

const SIGN = /[=+\-@|%＝＋－＠]/;
const NUMBER = /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|-(?:\p{Sc} ?)?\d[\d.,'’ \u00a0\u202f]{0,40}(?:%|\p{Sc})?)$/iu;
/**
 * A sign at the start, or after a character that may separate cells, perhaps with invisible characters before it. A number after a
 * semicolon or on its own line is guarded too.
 */
const BEGINNING = /((?:^|[;\t\r\n\u2028\u2029])[\s"'\p{Cc}\p{Cf}]{0,50})([=+\-@|%＝＋－＠])/gu;
const GUARDED = /((?:^|[;\t\r\n\u2028\u2029])[\s"'\p{Cc}\p{Cf}]{0,50})'([=+\-@|%＝＋－＠])/gu;
