/** Takes secrets out of a large answer. Most have none, and a look that tells so is many times as fast as reading all of it. */
import type { OperationMask } from '../../../../transport/secrets/documentSecrets';

/** Bytes. A longer text is no string of the engine: nothing of it can be masked, and it is shown as it came. */
const LONGEST = 500_000_000;

/** The bytes without secrets: the same ones where there are none. */
export function maskLarge(bytes: Uint8Array, hide: OperationMask): Uint8Array {
  if (bytes.length > LONGEST) return bytes;
  const text = new TextDecoder().decode(bytes);
  if (!hide.mayHoldSecrets(text)) return bytes;
  const masked = hide.got(text);
  return masked === text ? bytes : new TextEncoder().encode(masked);
}
