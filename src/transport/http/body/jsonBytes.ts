/**
 * JSON in UTF-8 bytes: validated once as a whole (RFC 8259) and then parsed value by value, so that unread values cost no JavaScript
 * objects. A response of 50 MB takes its bytes in memory and, for each large list or object, the offsets of its children.
 */
import { parseJson } from '../../../lib/text/largeIntegers';

/** A validated JSON text. All positions are byte offsets. */
export interface JsonBytes {
  readonly bytes: Uint8Array;
  /** Offset of the outermost value. */
  readonly root: number;
  /** The offset behind the last byte of the value at `at`. */
  endOf(at: number): number;
  /** Offsets of a list's items or of an object's names; empty for any other value. */
  childrenOf(at: number): Uint32Array;
  /** The type of the value at `at`. */
  kindOf(at: number): 'object' | 'list' | 'text' | 'number' | 'literal';
  /** The name at offset `at` of an object. */
  nameAt(at: number): string;
  /** The offset of the value that belongs to the name at `at`. */
  valueOfName(at: number): number;
  /** The parsed value; integers beyond ±2^53 become strings of digits. */
  valueAt(at: number): unknown;
}

/** A syntax error: its byte offset, and whether the text is only truncated. */
export class BrokenJsonError extends SyntaxError {
  override name = 'BrokenJsonError';
  readonly at: number;
  readonly endsEarly: boolean;
  constructor(at: number, endsEarly: boolean) {
    super(endsEarly ? `The JSON ends too early, after ${at} bytes` : `This is not JSON: byte ${at} is unexpected`);
    this.at = at;
    this.endsEarly = endsEarly;
  }
}

/** Lists and objects of more bytes are indexed during validation. Smaller ones are scanned when they are read. */
const INDEXED_FROM = 16_384;
/** Deeper nesting is refused, because only an attack nests so deep. */
const DEEPEST = 2000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Validates a text. @throws BrokenJsonError */
export function readJsonBytes(bytes: Uint8Array): JsonBytes {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const root = afterSpace(bytes, start);
  const index = new Map<number, { end: number; children: Uint32Array }>();
  const end = check(bytes, root, index);
  const rest = afterSpace(bytes, end);
  if (rest < bytes.length) throw new BrokenJsonError(rest, false);

  const endOf = (at: number): number => index.get(at)?.end ?? skipValue(bytes, at);
  const childrenOf = (at: number): Uint32Array => index.get(at)?.children ?? Uint32Array.from(childPlaces(bytes, at));
  const decoder = new TextDecoder();
  const text = (from: number, to: number): string => decoder.decode(bytes.subarray(from, to));
  const valueOfName = (at: number): number => afterSpace(bytes, afterSpace(bytes, skipText(bytes, at)) + 1);
  return {
    bytes,
    root,
    endOf,
    childrenOf,
    kindOf(at) {
      const first = bytes[at];
      if (first === OPEN_OBJECT) return 'object';
      if (first === OPEN_LIST) return 'list';
      if (first === QUOTE) return 'text';
      return first === 0x74 || first === 0x66 || first === 0x6e ? 'literal' : 'number';
    },
    nameAt: at => JSON.parse(text(at, skipText(bytes, at))) as string,
    valueOfName,
    valueAt: at => parseJson(text(at, endOf(at))),
  };
}

/** The offset of the first byte at or after `at` that is not whitespace. */
function afterSpace(bytes: Uint8Array, at: number): number {
  let place = at;
  for (;;) {
    const byte = bytes[place];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return place;
    place++;
  }
}

/** Validates a value with everything in it. @returns the offset of its end */
function check(bytes: Uint8Array, from: number, index: Map<number, { end: number; children: Uint32Array }>): number {
  const { length } = bytes;
  // The open containers: their offsets, and the index of their first child in `children`.
  const begins: number[] = [];
  const firsts: number[] = [];
  let children = new Uint32Array(4096);
  let count = 0;
  const note = (at: number): void => {
    if (count === children.length) {
      const larger = new Uint32Array(children.length * 2);
      larger.set(children);
      children = larger;
    }
    children[count++] = at;
  };
  let at = from;
  for (;;) {
    // A value starts at `at`.
    const byte = bytes[at];
    let closes = false;
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      if (begins.length >= DEEPEST) throw new BrokenJsonError(at, false);
      begins.push(at);
      firsts.push(count);
      const inside = afterSpace(bytes, at + 1);
      if (bytes[inside] === (byte === OPEN_OBJECT ? CLOSE_OBJECT : CLOSE_LIST)) {
        at = inside;
        closes = true;
      } else if (byte === OPEN_LIST) {
        note(inside);
        at = inside;
        continue;
      } else {
        note(inside);
        at = checkName(bytes, inside);
        continue;
      }
    } else if (byte === QUOTE) at = checkText(bytes, at);
    else at = checkPlain(bytes, at);
    // A value has ended; its container decides what may follow.
    for (;;) {
      if (closes) {
        closes = false;
        const begin = begins.pop() as number;
        const first = firsts.pop() as number;
        at += 1;
        if (at - begin > INDEXED_FROM) index.set(begin, { end: at, children: children.slice(first, count) });
        count = first;
      }
      const holder = begins.at(-1);
      if (holder === undefined) return at;
      at = afterSpace(bytes, at);
      const next = bytes[at];
      const isObject = bytes[holder] === OPEN_OBJECT;
      if (next === COMMA) {
        at = afterSpace(bytes, at + 1);
        note(at);
        if (isObject) at = checkName(bytes, at);
        break;
      }
      if (next !== (isObject ? CLOSE_OBJECT : CLOSE_LIST)) throw new BrokenJsonError(Math.min(at, length), at >= length);
      closes = true;
    }
  }
}

/** Validates a name and its colon. @returns the offset of the value */
function checkName(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== QUOTE) throw new BrokenJsonError(Math.min(at, bytes.length), at >= bytes.length);
  const colon = afterSpace(bytes, checkText(bytes, at));
  if (bytes[colon] !== COLON) throw new BrokenJsonError(Math.min(colon, bytes.length), colon >= bytes.length);
  return afterSpace(bytes, colon + 1);
}

/** Validates a string. @returns the offset of its end */
function checkText(bytes: Uint8Array, at: number): number {
  const { length } = bytes;
  for (let place = at + 1; place < length; place++) {
    const byte = bytes[place] as number;
    if (byte === QUOTE) return place + 1;
    if (byte < 0x20) throw new BrokenJsonError(place, false);
    if (byte !== BACKSLASH) continue;
    place++;
    if (place >= length) break;
    const escaped = bytes[place] as number;
    if (escaped === 0x75) {
      for (let digit = 1; digit <= 4; digit++) {
        if (place + digit >= length) throw new BrokenJsonError(length, true);
        if (!isHex(bytes[place + digit] as number)) throw new BrokenJsonError(place + digit, false);
      }
      place += 4;
    } else if (!ESCAPES.has(escaped)) throw new BrokenJsonError(place, false);
  }
  throw new BrokenJsonError(length, true);
}

/** The characters `"`, `\`, `/`, b, f, n, r, t. */
const ESCAPES: ReadonlySet<number> = new Set([QUOTE, BACKSLASH, 0x2f, 0x62, 0x66, 0x6e, 0x72, 0x74]);

function isHex(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}

const PLAIN = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)$/;

/** Validates a number or literal. @returns the offset of its end */
function checkPlain(bytes: Uint8Array, at: number): number {
  let end = at;
  // A number of digits alone is valid without the regular expression.
  let isDigits = true;
  for (;;) {
    const byte = bytes[end];
    if (byte === undefined || byte === COMMA || byte === CLOSE_OBJECT || byte === CLOSE_LIST || byte <= 0x20) break;
    if (byte < 0x30 || byte > 0x39) isDigits = false;
    end++;
  }
  if (end === at) throw new BrokenJsonError(Math.min(at, bytes.length), at >= bytes.length);
  if (isDigits && (bytes[at] !== 0x30 || end === at + 1)) return end;
  if (end - at > 10_000) throw new BrokenJsonError(at, false);
  let word = '';
  for (let place = at; place < end; place++) word += String.fromCharCode(bytes[place] as number);
  if (PLAIN.test(word)) return end;
  const isCut = end >= bytes.length && /^(-?[\d.eE+-]*|t(r(u)?)?|f(a(l(s)?)?)?|n(u(l)?)?)$/.test(word);
  throw new BrokenJsonError(isCut ? end : at, isCut);
}

/** The end of a string in validated JSON. */
function skipText(bytes: Uint8Array, at: number): number {
  let place = at + 1;
  for (;;) {
    const byte = bytes[place];
    if (byte === QUOTE || byte === undefined) return place + 1;
    place += byte === BACKSLASH ? 2 : 1;
  }
}

/** The end of a value in validated JSON. */
function skipValue(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  if (first === QUOTE) return skipText(bytes, at);
  let place = at;
  let depth = 0;
  for (;;) {
    const byte = bytes[place];
    if (byte === undefined) return place;
    if (byte === QUOTE) {
      place = skipText(bytes, place);
      continue;
    }
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      // At depth 0 this bracket closes the container of a plain value.
      if (depth === 0) return place;
      depth--;
      if (depth === 0) return place + 1;
    } else if (depth === 0 && (byte === COMMA || byte <= 0x20)) return place;
    place++;
  }
}

function childPlaces(bytes: Uint8Array, at: number): number[] {
  const first = bytes[at];
  if (first !== OPEN_OBJECT && first !== OPEN_LIST) return [];
  const places: number[] = [];
  let place = afterSpace(bytes, at + 1);
  while (bytes[place] !== CLOSE_OBJECT && bytes[place] !== CLOSE_LIST && place < bytes.length) {
    places.push(place);
    const value = first === OPEN_OBJECT ? afterSpace(bytes, afterSpace(bytes, skipText(bytes, place)) + 1) : place;
    place = afterSpace(bytes, skipValue(bytes, value));
    if (bytes[place] === COMMA) place = afterSpace(bytes, place + 1);
  }
  return places;
}
