/**
 * Parses JSON integers beyond ±2^53 without loss. RFC 8259 (section 6) allows integers of any size, but JSON.parse rounds them. Before
 * parsing, they are turned into strings of digits. To find out whether a body has such integers, only every sixteenth character is
 * examined.
 *
 * Decimals are left to JSON.parse: a number with a fraction or an exponent is not exact anyway.
 */
import { endOfString, trailingBackslashes } from './endOfString';

const INTEGER = /([:,[\s])(-?)(\d{16,})(?=[\s,\]}]|$)/g;
const MAY_BE_LARGE = /(?:^|[:,[\s])-?\d{16,}(?=[\s,\]}]|$)/;
/** A number at the end of a piece that may continue in the next one, with the character before it. */
const UNDER_WAY = /(?:^|[:,[\s])-?(?:(?<=-)|\d[-+\d.eE]*)$/;
const LIMIT = '9007199254740992';
/** Longer numbers are not joined across pieces, and are then no JSON: held back, they would be searched again with every piece. */
const LONGEST_HELD = 10_000;

/** Parses JSON; integers beyond ±2^53 become strings of digits. @throws SyntaxError like JSON.parse */
export function parseJson(text: string): unknown {
  return JSON.parse(quoteLargeIntegers(text));
}

/** Puts integers beyond ±2^53 in quotes. Everything else is unchanged, digits within strings included. */
export function quoteLargeIntegers(json: string): string {
  if (!hasSixteenDigits(json)) return json;
  // Most long runs of digits are within strings (ids, hashes in descriptions). The characters around them show that they are not numbers.
  if (!MAY_BE_LARGE.test(json)) return json;
  const quoter = createQuoter();
  return quoter.push(json) + quoter.flush();
}

/** Does the same for a text that arrives in pieces, cut anywhere. */
export interface Quoter {
  /** Takes a piece and returns the part of the text that later pieces cannot change. */
  push(piece: string): string;
  /** Returns the rest of the text. */
  flush(): string;
}

/** Creates a quoter. The JSON may be surrounded by text without quotes, such as the headers and boundaries of a multipart body. */
export function createQuoter(): Quoter {
  let isInString = false;
  /** Text that the next piece may still change: the start of a number, or of an escape sequence. */
  let held = '';
  /** The character before the next text. A line break allows a number to start there. */
  let before = '\n';

  const inside = (text: string): { done: string; rest: string } => {
    const end = endOfString(text);
    if (end < 0) {
      const isEscape = trailingBackslashes(text, text.length) % 2 === 1;
      held = isEscape ? '\\' : '';
      return { done: isEscape ? text.slice(0, -1) : text, rest: '' };
    }
    isInString = false;
    return { done: text.slice(0, end), rest: text.slice(end) };
  };

  const outside = (text: string): { done: string; rest: string } => {
    const quote = text.indexOf('"');
    if (quote < 0) {
      // Only an unfinished number is held back: a reader waits for the end of a part, and the next piece may take long.
      const cut = text.search(UNDER_WAY);
      const sure = cut < 0 || text.length - cut > LONGEST_HELD ? text : text.slice(0, cut);
      held = text.slice(sure.length);
      const done = quoteIntegers(sure, before);
      before = sure.at(-1) ?? before;
      return { done, rest: '' };
    }
    isInString = true;
    const done = `${quoteIntegers(text.slice(0, quote), before)}"`;
    before = '"';
    return { done, rest: text.slice(quote + 1) };
  };

  return {
    push(piece) {
      let rest = held + piece;
      held = '';
      let done = '';
      while (rest !== '') {
        const step = isInString ? inside(rest) : outside(rest);
        done += step.done;
        rest = step.rest;
      }
      return done;
    },
    flush() {
      const rest = isInString ? held : quoteIntegers(held, before);
      held = '';
      return rest;
    },
  };
}

/**
 * True if the text has sixteen digits in a row. It takes a fourth of the time of a regular expression, which matters for every event of a
 * feed.
 */
function hasSixteenDigits(text: string): boolean {
  for (let at = 15; at < text.length; at += 16) {
    if (!isDigit(text.charCodeAt(at))) continue;
    let first = at;
    let last = at;
    while (isDigit(text.charCodeAt(first - 1))) first--;
    while (isDigit(text.charCodeAt(last + 1))) last++;
    if (last - first >= 15) return true;
  }
  return false;
}

/** Takes a char code; false for NaN, the code beyond the end of a text. */
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** `before` is the character before the text. */
function quoteIntegers(text: string, before: string): string {
  return text.length < LIMIT.length ? text : (before + text).replace(INTEGER, quoteIfLarge).slice(1);
}

function quoteIfLarge(whole: string, before: string, sign: string, digits: string): string {
  const isLarge = digits.length > LIMIT.length || digits > LIMIT;
  return isLarge ? `${before}"${sign}${digits}"` : whole;
}
