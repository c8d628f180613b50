/**
 * The SHA-256 of a text as lower-case hex (FIPS 180-4). Uses the platform's implementation if there is one, and @noble/hashes otherwise:
 * pages on plain HTTP have no `crypto.subtle`, and the fallback of the stock exchange is dynamic code that never settles.
 */
import { encodePart } from './encodePart';

/** SHA-256 of the UTF-8 bytes of `text`, 64 lower-case hex digits. Rejects only if the fallback cannot be loaded. */
export async function sha256(text: string): Promise<string> {
  const bytes = typeof TextEncoder === 'undefined' ? utf8Bytes(text) : new TextEncoder().encode(text);
  return Array.from(await hashOf(bytes), byte => byte.toString(16).padStart(2, '0')).join('');
}

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const subtle = globalThis.crypto?.subtle;
  if (subtle) {
    try {
      return new Uint8Array(await subtle.digest('SHA-256', bytes));
    } catch {
      // The platform has the function but refuses to run it.
    }
  }
  const { sha256: hash } = await import(/* webpackChunkName: "sha256" */ '@noble/hashes/sha2');
  return hash(bytes);
}

/** Encodes UTF-8 where TextEncoder is missing (jsdom). Like TextEncoder, it turns an unpaired surrogate into U+FFFD. */
function utf8Bytes(text: string): Uint8Array<ArrayBuffer> {
  const units = encodePart(text).replace(/%(..)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Uint8Array.from(units, unit => unit.charCodeAt(0));
}
