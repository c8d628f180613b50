/**
 * The wire log's own guard against secrets. The tap masks what it shows by name, by form and by the token in use (transport/secrets/mask.ts). What
 * only the log knows is taken out here: every token this session ever had, what each operation submitted as secret, and everything that is
 * said while signing in, where an access code or a fresh token may have any name and any form.
 */
import type { Failure } from '../../transport/observe/failure';
import { isSecretName } from '../../transport/secrets/isSecretName';
import { MASK } from '../../transport/secrets/mask';
import { maskStructure } from '../../transport/secrets/maskStructure';
import { type SecretValues, secretValues } from '../../transport/secrets/secretValues';

const LITERAL = /"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|(?<![\w$])-?\d[\d.]*(?:[eE][+-]?\d+)?/g;

/** Longer than any credential; a text beyond it is not taken apart. */
const DETAIL_LIMIT = 200_000;

/** What takes known secrets out of a text. */
export type KnownSecrets = Pick<SecretValues, 'remove'>;

/** Secrets of a log, of which more become known. */
export class GrowingSecrets implements KnownSecrets {
  readonly #all = new Set<string>();
  /** Made ready once for all texts: there may be thousands of either. */
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

/** A document without the texts and numbers written into it. */
export function maskLiterals(query: string): string {
  // Bounded: documents about credentials are cut before they are long.
  return query.length > DETAIL_LIMIT ? MASK : query.replace(LITERAL, literal => (literal.startsWith('"') ? `"${MASK}"` : MASK));
}

/** Variables about credentials: their names without their values. */
export function maskValues(variables: string): string {
  return rewrite(variables, value => maskLeaves(value, 0));
}

/** The body of a request or an answer about credentials: variables without values, data without anything that could be a token. */
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

/** A failure without `secrets`, and without what `hide` takes out; details too large to be read are left out. */
export function maskFailure(failure: Failure, secrets: KnownSecrets, hide?: (text: string) => string): Failure {
  const clean = (text: string): string => secrets.remove(hide ? hide(text) : maskStructure(text));
  try {
    const text = JSON.stringify(failure);
    if (text.length <= DETAIL_LIMIT) return JSON.parse(clean(text)) as Failure;
  } catch {
    // Details that are no JSON are left out, below.
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
 * Replaces every text of at least `length` characters that holds no space, and what is secret by its name (`name`, of the field it stands in);
 * with 0 every text and number.
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
