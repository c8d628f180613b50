/** Finds a token in the result of an action that can be used to sign in, and masks secrets in results. */
import { isSecretName } from '../../../transport/secrets/isSecretName';

const TOKEN = /^(access_?|auth_?|id_?|api_?|bearer_?|session_?)?(token|jwt)(_?value)?$/i;
const SIGN_IN = /sign_?in|sign_?up|log_?in|auth|token|session|register/i;
/** A JSON Web Token. */
const JWT = /^eyJ[\w-]{1,4000}\.[\w-]{1,8000}\.[\w-]{0,4000}$/;
const DEPTH = 3;
const SHORTEST = 8;

/**
 * Returns the token in an action's result: a string whose field name says that it is a token, the result itself if the action's name
 * suggests a sign-in, or a JSON Web Token under a name that is not another secret's. Returns null if there is none.
 */
export function resultToken(action: string, value: unknown): string | null {
  if (typeof value === 'string') return SIGN_IN.test(action) && value.length >= 20 && !/\s/.test(value) ? value : null;
  return (
    tokenIn(value, DEPTH, (name, text) => TOKEN.test(name) && text.length >= SHORTEST) ??
    tokenIn(value, DEPTH, (name, text) => JWT.test(text) && !isSecretName(name))
  );
}

function tokenIn(value: unknown, depth: number, fits: (name: string, text: string) => boolean): string | null {
  if (typeof value !== 'object' || value === null || depth === 0) return null;
  const entries = Object.entries(value);
  for (const [name, inner] of entries) if (typeof inner === 'string' && fits(name, inner)) return inner;
  for (const [, inner] of entries) {
    const found = tokenIn(inner, depth - 1, fits);
    if (found !== null) return found;
  }
  return null;
}

/** Returns a copy for display, in which each secret string is replaced by `mask`. */
export function withoutSecrets(value: unknown, mask: string): unknown {
  if (Array.isArray(value)) return value.map(item => withoutSecrets(item, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      typeof inner === 'string' && inner !== '' && (isSecretName(name) || JWT.test(inner)) ? mask : withoutSecrets(inner, mask),
    ]),
  );
}
