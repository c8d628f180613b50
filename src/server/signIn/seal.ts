/**
 * Seals values for cookies: encrypted, so that a browser cannot read them, and authenticated, so that it cannot change them (AES-256-GCM).
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Seals and opens values with one secret. */
export interface Seal {
  /** @param purpose what the value is for; it cannot be opened for another purpose */
  close(value: unknown, purpose: string): string;
  /** The value; undefined if it was not sealed with this secret for this purpose. */
  open(sealed: string, purpose: string): unknown;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Creates a seal. Seals with the same secret and name can open each other's values.
 * @param name of the gateway, so that a token for one API cannot be used for another one that has the same secret
 */
export function createSeal(secret: string, name: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `oriel sign-in cookies, version 1, ${name}`, 32));
  return {
    close(value, purpose) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose));
      const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return Buffer.concat([iv, text, cipher.getAuthTag()]).toString('base64url');
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length <= IV_BYTES + TAG_BYTES) return undefined;
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
          .setAAD(Buffer.from(purpose))
          .setAuthTag(bytes.subarray(-TAG_BYTES));
        const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
        return JSON.parse(text.toString('utf8'));
      } catch {
        return undefined;
      }
    },
  };
}
