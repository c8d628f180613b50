/** Masks secrets in a large response. Most responses have none, and checking for them is many times faster than masking. */
import type { OperationMask } from '../../../../transport/secrets/documentSecrets';

/** In bytes. A longer text exceeds the maximum string length of the JavaScript engine, so it cannot be masked and is shown as received. */
const LONGEST = 500_000_000;

/** Returns the bytes without secrets; the same array if there are none. */
export function maskLarge(bytes: Uint8Array, hide: OperationMask): Uint8Array {
  if (bytes.length > LONGEST) return bytes;
  const text = new TextDecoder().decode(bytes);
  if (!hide.mayHoldSecrets(text)) return bytes;
  const masked = hide.got(text);
  return masked === text ? bytes : new TextEncoder().encode(masked);
}
