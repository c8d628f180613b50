/** Finds the ends of tokens in JSON and GraphQL documents. Each function takes a text and a position, and runs in linear time. */

// A name with non-ASCII letters. Its length is bounded, because the regular expression engine would overflow its stack on millions of
// repeats.
const NAME = /[_\p{L}][\w\p{L}]{0,9999}/uy;
/** The end of a quoted string, or an escape in it. */
const TEXT_END = /["\\\n\r]/g;
/** Character codes. */
export const QUOTE = 34;
export const HASH = 35;
export const MINUS = 45;
export const COLON = 58;

/** True for the character code of an ASCII digit. */
export const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || isDigit(code);
/** Spaces, and commas, which GraphQL treats as spaces. */
export const isSpace = (code: number): boolean =>
  code === 32 ||
  code === 44 ||
  (code >= 9 && code <= 13) ||
  code === 0xfeff ||
  code === 0xa0 ||
  code === 0x2028 ||
  code === 0x2029;

/** The end of spaces and commas. */
export function endOfSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** The end of a number that starts at a position. */
export function endOfNumber(text: string, from: number): number {
  let at = from + 1;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (!isWord(code) && code !== 46 && code !== 43 && code !== MINUS) break;
  }
  return at;
}

/** The name that starts here; '' if there is none. */
export function nameAt(text: string, from: number): string {
  let at = from;
  while (at < text.length && isWord(text.charCodeAt(at))) at++;
  if (text.charCodeAt(at) < 128 || at === text.length) return isDigit(text.charCodeAt(from)) ? '' : text.slice(from, at);
  NAME.lastIndex = from;
  return NAME.exec(text)?.[0] ?? '';
}

/** Where a quoted string ends: after its closing quote, at the end of its line, or at the end of the text. */
export function endOfText(text: string, from: number): number {
  // Fast path: most strings contain neither an escape nor a line end.
  for (let at = from; at < from + 200; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === 92 || code === 10 || code === 13) break;
  }
  TEXT_END.lastIndex = from;
  for (let found = TEXT_END.exec(text); found; found = TEXT_END.exec(text)) {
    if (found[0] === '"') return found.index + 1;
    if (found[0] !== '\\') return found.index;
    TEXT_END.lastIndex = found.index + 2;
  }
  return text.length;
}

/** Where a block string ends. */
export function endOfBlock(text: string, from: number): number {
  let at = text.indexOf('"""', from);
  while (at > 0 && text[at - 1] === '\\') at = text.indexOf('"""', at + 3);
  return at < 0 ? text.length : at + 3;
}

/** True if the last quote closes the string, that is, if it is not escaped. */
export function isClosed(quoted: string): boolean {
  if (quoted.length < 2 || !quoted.endsWith('"')) return false;
  let backslashes = 0;
  for (let at = quoted.length - 2; at > 0 && quoted[at] === '\\'; at--) backslashes++;
  return backslashes % 2 === 0;
}

/** The value of a string literal; unchanged if its escapes are invalid. */
export function decode(content: string): string {
  if (!content.includes('\\')) return content;
  try {
    return JSON.parse(`"${content}"`) as string;
  } catch {
    return content;
  }
}
