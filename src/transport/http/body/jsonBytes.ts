/**
 * JSON as bytes: checked once from end to end (RFC 8259) and then read piece by piece, without a JavaScript value for what is never read. An
 * answer of 50 MB costs its bytes and, for each list or object that is large, the places of what is in it.
 */
import { parseJson } from './largeIntegers';

/** A checked text. Places are offsets of bytes. */
export interface JsonBytes {
  readonly bytes: Uint8Array;
  /** Where the outermost value begins. */
  readonly root: number;
  /** Where the value that begins at a place ends (behind its last byte). */
  endOf(at: number): number;
  /** The places of what is in a list (its items) or object (its names); empty for anything else. */
  childrenOf(at: number): Uint32Array;
  /** What the value is. */
  kindOf(at: number): 'object' | 'list' | 'text' | 'number' | 'literal';
  /** The name at a place within an object. */
  nameAt(at: number): string;
  /** Where the value of the name at a place begins. */
  valueOfName(at: number): number;
  /** The value itself; integers beyond ±2^53 as strings of digits. */
  valueAt(at: number): unknown;
}

/** What is wrong with a text: at which byte, and whether it only ends too soon. */
export class BrokenJsonError extends SyntaxError {
  override name = 'BrokenJsonError';
  readonly at: number;
  readonly endsEarly: boolean;
  constructor(at: number, endsEarly: boolean) {
    super(
      endsEarly ? `The JSON ends in the middle, after ${at} bytes` : `This is no JSON: byte ${at} is not what can stand there`,
    );
    this.at = at;
    this.endsEarly = endsEarly;
  }
}

/** Lists and objects of more bytes than this are indexed while checking; smaller ones are looked through when they are asked for. */
const INDEXED_FROM = 16_384;
/** Deeper nesting is refused: only an attack nests so deep. */
const DEEPEST = 2000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Checks a text. @throws BrokenJsonError */
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

/** The first byte from `at` on that is no space. */
function afterSpace(bytes: Uint8Array, at: number): number {
  let place = at;
  for (;;) {
    const byte = bytes[place];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return place;
    place++;
  }
}

/** Checks one value with all in it. @returns where it ends. */
function check(bytes: Uint8Array, from: number, index: Map<number, { end: number; children: Uint32Array }>): number {
  const { length } = bytes;
  // The containers that are open: where each begins, and where its children begin in `children`.
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
    // A value begins here.
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
    // A value ended: what follows belongs to what holds it.
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

/** Checks a name and its colon. @returns where its value begins. */
function checkName(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== QUOTE) throw new BrokenJsonError(Math.min(at, bytes.length), at >= bytes.length);
  const colon = afterSpace(bytes, checkText(bytes, at));
  if (bytes[colon] !== COLON) throw new BrokenJsonError(Math.min(colon, bytes.length), colon >= bytes.length);
  return afterSpace(bytes, colon + 1);
}

/** Checks a text. @returns where it ends. */
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

/** `"`, `\`, `/`, b, f, n, r, t. */
const ESCAPES: ReadonlySet<number> = new Set([QUOTE, BACKSLASH, 0x2f, 0x62, 0x66, 0x6e, 0x72, 0x74]);

function isHex(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}

const PLAIN = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)$/;

/** Checks a number or literal. @returns where it ends. */
function checkPlain(bytes: Uint8Array, at: number): number {
  let end = at;
  // Digits alone need no second look.
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

/** Where a text of a checked JSON ends. */
function skipText(bytes: Uint8Array, at: number): number {
  let place = at + 1;
  for (;;) {
    const byte = bytes[place];
    if (byte === QUOTE || byte === undefined) return place + 1;
    place += byte === BACKSLASH ? 2 : 1;
  }
}

/** Where a value of a checked JSON ends. */
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
      // Of a plain value this is the end of what holds it.
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
