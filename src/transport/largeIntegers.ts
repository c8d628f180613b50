/**
 * JSON numbers beyond ±2^53 without loss: RFC 8259 (section 6) allows integers of any size, JSON.parse rounds them. They are turned into
 * strings of digits before parsing. A body without sixteen digits in a row is only looked through once, by one regular expression.
 *
 * Decimals are left to JSON.parse: a number with a fraction or an exponent was never exact.
 */

const SIXTEEN_DIGITS = /\d{16}/;
const INTEGER = /(^|[^\d.eE+-])(-?)(\d{16,})(?![\d.eE])/g;
const LIMIT = '9007199254740992';

/** Parses JSON; integers beyond ±2^53 come out as strings of digits. @throws SyntaxError as JSON.parse does. */
export function parseJson(text: string): unknown {
  return JSON.parse(quoteLargeIntegers(text));
}

/** Puts integers beyond ±2^53 in quotes; all else, the inside of strings too, stays as it is. */
export function quoteLargeIntegers(json: string): string {
  if (!SIXTEEN_DIGITS.test(json)) return json;
  let quoted = '';
  let from = 0;
  while (from < json.length) {
    const open = json.indexOf('"', from);
    const outside = open < 0 ? json.slice(from) : json.slice(from, open);
    quoted += outside.length < 16 ? outside : outside.replace(INTEGER, quoteIfLarge);
    if (open < 0) break;
    const close = endOfString(json, open);
    quoted += json.slice(open, close);
    from = close;
  }
  return quoted;
}

function quoteIfLarge(whole: string, before: string, sign: string, digits: string): string {
  const isLarge = digits.length > LIMIT.length || digits > LIMIT;
  return isLarge ? `${before}"${sign}${digits}"` : whole;
}

/** Index behind the string that opens at `open`; the end of the text when it is never closed. */
function endOfString(json: string, open: number): number {
  let close = json.indexOf('"', open + 1);
  while (close >= 0) {
    let backslashes = 0;
    while (json[close - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return close + 1;
    close = json.indexOf('"', close + 1);
  }
  return json.length;
}
