/**
 * JSON numbers beyond ±2^53 without loss: RFC 8259 (section 6) allows integers of any size, JSON.parse rounds them. They are turned into
 * strings of digits before parsing. Of a body without sixteen digits in a row only every sixteenth character is looked at.
 *
 * Decimals are left to JSON.parse: a number with a fraction or an exponent was never exact.
 */

const INTEGER = /([:,[\s])(-?)(\d{16,})(?=[\s,\]}]|$)/g;
const MAY_BE_LARGE = /(?:^|[:,[\s])-?\d{16,}(?=[\s,\]}]|$)/;
/** A number that may go on in the next piece, with what stands before it. */
const UNDER_WAY = /(?:^|[:,[\s])-?(?:(?<=-)|\d[-+\d.eE]*)$/;
const LIMIT = '9007199254740992';

/** Parses JSON; integers beyond ±2^53 come out as strings of digits. @throws SyntaxError as JSON.parse does. */
export function parseJson(text: string): unknown {
  return JSON.parse(quoteLargeIntegers(text));
}

/** Puts integers beyond ±2^53 in quotes; all else, the inside of strings too, stays as it is. */
export function quoteLargeIntegers(json: string): string {
  if (!hasSixteenDigits(json)) return json;
  // What stands beside them tells of most digits within texts (ids, hashes in descriptions) that they are no number.
  if (!MAY_BE_LARGE.test(json)) return json;
  const quoter = createQuoter();
  return quoter.push(json) + quoter.flush();
}

/** The same for a text that comes in pieces, cut anywhere. */
export interface Quoter {
  /** Takes a piece and returns the part of the text that is certain by now. */
  push(piece: string): string;
  /** Gives the rest. */
  flush(): string;
}

/** Makes a quoter. Around JSON there may be other text without quotes, such as the headers and boundaries of a multipart body. */
export function createQuoter(): Quoter {
  let isInString = false;
  /** What the next piece may still change: the beginning of a number, or an escape. */
  let held = '';
  /** What stands before the next text: the beginning is a place for a number. */
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
      // Nothing else is held back: a reader waits for the end of a part, and the next piece may be long in coming.
      const cut = text.search(UNDER_WAY);
      const sure = cut < 0 ? text : text.slice(0, cut);
      held = cut < 0 ? '' : text.slice(cut);
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

/** True when sixteen digits stand in a row. A fourth of what a regular expression takes, which is felt in every event of a feed. */
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

/** Of a character's code; NaN, which is beyond the text, is none. */
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** `before`: the character before the text. */
function quoteIntegers(text: string, before: string): string {
  return text.length < LIMIT.length ? text : (before + text).replace(INTEGER, quoteIfLarge).slice(1);
}

function quoteIfLarge(whole: string, before: string, sign: string, digits: string): string {
  const isLarge = digits.length > LIMIT.length || digits > LIMIT;
  return isLarge ? `${before}"${sign}${digits}"` : whole;
}

/** Index behind the quote that ends the string which holds the place `from`; -1 when the text does not end it. */
export function endOfString(text: string, from = 0): number {
  let quote = text.indexOf('"', from);
  while (quote >= 0) {
    if (trailingBackslashes(text, quote) % 2 === 0) return quote + 1;
    quote = text.indexOf('"', quote + 1);
  }
  return -1;
}

/** How many backslashes stand directly before `end`. */
function trailingBackslashes(text: string, end: number): number {
  let count = 0;
  while (text[end - 1 - count] === '\\') count++;
  return count;
}
