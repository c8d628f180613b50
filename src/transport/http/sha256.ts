/**
 * The SHA-256 of a text as lower-case hex (FIPS 180-4). Uses the platform's implementation if there is one, and a JavaScript one otherwise:
 * pages on plain HTTP have no `crypto.subtle`, and the fallback of the stock exchange is dynamic code that never settles (contract M7).
 */
import { encodePart } from '../../lib/text/encodePart';

/** SHA-256 of the UTF-8 bytes of `text`, 64 lower-case hex digits. Never rejects. */
export async function sha256(text: string): Promise<string> {
  const bytes = typeof TextEncoder === 'undefined' ? utf8Bytes(text) : new TextEncoder().encode(text);
  const subtle = globalThis.crypto?.subtle;
  if (subtle) {
    try {
      return hex(new Uint8Array(await subtle.digest('SHA-256', bytes)), 2);
    } catch {
      // The platform offers it but refuses. The implementation below returns the same hash.
    }
  }
  return sha256Bytes(bytes);
}

/** Encodes UTF-8 where TextEncoder is missing (jsdom). Like TextEncoder, it turns an unpaired surrogate into U+FFFD. */
function utf8Bytes(text: string): Uint8Array<ArrayBuffer> {
  const units = encodePart(text).replace(/%(..)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Uint8Array.from(units, unit => unit.charCodeAt(0));
}

/**
 * The first 32 fractional bits of the roots of the first `count` primes: cube roots are the round constants, square roots the initial
 * state.
 */
function primeRoots(count: number, exponent: number): Uint32Array {
  const roots = new Uint32Array(count);
  for (let candidate = 2, found = 0; found < count; candidate++) {
    let prime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) prime = false;
    if (prime) {
      const root = candidate ** exponent;
      roots[found++] = (root - Math.floor(root)) * 2 ** 32;
    }
  }
  return roots;
}

/** The JavaScript implementation of `sha256`, exported for its test. */
export function sha256Bytes(message: Uint8Array): string {
  const rounds = primeRoots(64, 1 / 3);
  const state = primeRoots(8, 1 / 2);
  const padded = new Uint8Array((((message.length + 8) >> 6) + 1) << 6);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, message.length << 3);
  const schedule = new Uint32Array(64);
  const word = (index: number): number => schedule[index] as number;
  const turn = (value: number, by: number): number => (value >>> by) | (value << (32 - by));
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) schedule[i] = view.getUint32(block + i * 4);
    for (let i = 16; i < 64; i++) {
      const near = word(i - 15);
      const far = word(i - 2);
      const small = turn(near, 7) ^ turn(near, 18) ^ (near >>> 3);
      const large = turn(far, 17) ^ turn(far, 19) ^ (far >>> 10);
      schedule[i] = word(i - 16) + small + word(i - 7) + large;
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const choice = (e & f) ^ (~e & g);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + (rounds[i] as number) + word(i)) | 0;
      const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    const added = [a, b, c, d, e, f, g, h];
    for (let i = 0; i < 8; i++) state[i] = (state[i] as number) + (added[i] as number);
  }
  return hex(state, 8);
}

const hex = (numbers: Iterable<number>, digits: number): string =>
  Array.from(numbers, each => each.toString(16).padStart(digits, '0')).join('');
