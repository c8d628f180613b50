/**
 * Masks secrets in the wire log. The tap already masks values by name, by form, and the token in use (transport/secrets/mask.ts). This file
 * masks what only the log knows: every earlier token of the session, the secret inputs of each operation, and all values of a sign-in, where
 * an access code or a new token can have any name and form.
 */
import type { Failure } from '../../transport/observe/failure';
import { isSecretName } from '../../transport/secrets/isSecretName';
import { MASK } from '../../transport/secrets/mask';
import { maskStructure } from '../../transport/secrets/maskStructure';
import { type SecretValues, secretValues } from '../../transport/secrets/secretValues';

const LITERAL = /"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|(?<![\w$])-?\d[\d.]*(?:[eE][+-]?\d+)?/g;

/** Maximum length of a text that is parsed for masking; more than any request with credentials has. A longer one is masked as a whole. */
const DETAIL_LIMIT = 200_000;

/** Removes known secrets from a text. */
export type KnownSecrets = Pick<SecretValues, 'remove'>;

/** The known secrets of a log. More can be added. */
export class GrowingSecrets implements KnownSecrets {
  readonly #all = new Set<string>();
  /** Compiled once and used for all texts, because there can be thousands of secrets and of texts. Reset by `add`. */
  #ready: SecretValues | undefined;
  add(secret: string): void {
    if (this.#all.has(secret)) return;
    this.#all.add(secret);
    this.#ready = undefined;
  }
  remove(text: string): string {
    this.#ready ??= secretValues(this.#all);
    return this.#ready.remove(text);
  }
}

/** The document with its string and number literals masked. */
export function maskLiterals(query: string): string {
  // Bounded: a longer text is masked as a whole.
  return query.length > DETAIL_LIMIT ? MASK : query.replace(LITERAL, literal => (literal.startsWith('"') ? `"${MASK}"` : MASK));
}

/** The variables of a sign-in with all values masked. */
export function maskValues(variables: string): string {
  return rewrite(variables, value => maskLeaves(value, 0));
}

/** The body of a sign-in's request or response: masks literals, variables, and all data that could be a token. */
export function maskCredentials(body: string): string {
  return rewrite(body, value => {
    if (typeof value !== 'object' || value === null) return MASK;
    const parts = { ...value } as Record<string, unknown>;
    if (typeof parts.query === 'string') parts.query = maskLiterals(parts.query);
    if (parts.variables) parts.variables = maskLeaves(parts.variables, 0);
    if (parts.data) parts.data = maskLeaves(parts.data, 8);
    return parts;
  });
}

/** Masks `secrets` in a failure, and what `hide` masks. Details that are too large to check are removed. */
export function maskFailure(failure: Failure, secrets: KnownSecrets, hide?: (text: string) => string): Failure {
  const clean = (text: string): string => secrets.remove(hide ? hide(text) : maskStructure(text));
  try {
    const text = JSON.stringify(failure);
    if (text.length <= DETAIL_LIMIT) return JSON.parse(clean(text)) as Failure;
  } catch {
    // Details that cannot be converted to JSON are removed below.
  }
  const message = clean(failure.message.slice(0, 1000));
  if ('errors' in failure) return { ...failure, message, errors: [] };
  if (failure.tag === 'parse') return { ...failure, message, bodyText: clean(failure.bodyText) };
  return { ...failure, message };
}

function rewrite(json: string, change: (value: unknown) => unknown): string {
  if (json.length > DETAIL_LIMIT) return MASK;
  try {
    return JSON.stringify(change(JSON.parse(json) as unknown));
  } catch {
    return MASK;
  }
}

/**
 * Masks every string of at least `length` characters without spaces, and every value whose field name (`name`) is secret. With `length` 0,
 * masks every string and number.
 */
function maskLeaves(value: unknown, length: number, name = ''): unknown {
  const isHidden = length === 0 || isSecretName(name);
  if (typeof value === 'string') return isHidden || (value.length >= length && !/\s/.test(value)) ? MASK : value;
  if (typeof value === 'number') return isHidden ? MASK : value;
  if (Array.isArray(value)) return value.map(item => maskLeaves(item, length, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskLeaves(item, length, key)]));
  return value;
}
