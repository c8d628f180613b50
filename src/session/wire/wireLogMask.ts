/**
 * The wire log's own guard against secrets. The tap masks what it shows by name, by shape and by the token in use (transport/mask.ts). Here
 * is the second lock, for what only the log can know: every token this session ever had, and all that is said while signing in, where
 * an access code or a fresh token may have any name and any shape.
 */
import type { Failure } from '../../transport/failure';
import { MASK, mask, withoutSecret } from '../../transport/mask';
import { isSecretName } from './isSecretName';
import { secretVariables } from './secretLiterals';

const STRING_LITERAL = /"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"/g;
const NUMBER_LITERAL = /(?<![\w$])-?\d[\d.]*(?:[eE][+-]?\d+)?/g;

/** Longer than any credential; a text beyond it is not taken apart. */
const DETAIL_LIMIT = 200_000;

/** Takes each of `secrets` out of `text`. */
export function maskSecrets(text: string, secrets: Iterable<string>): string {
  let masked = text;
  for (const secret of secrets) masked = withoutSecret(masked, secret);
  return masked;
}

/** A document without the texts and numbers written into it. */
export function maskLiterals(query: string): string {
  return query.replace(STRING_LITERAL, `"${MASK}"`).replace(NUMBER_LITERAL, MASK);
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

/** Variables of a document, without those it gives to what is secret by its name. */
export function maskGiven(variables: string, document: string): string {
  const names = secretVariables(document);
  return names.size === 0 ? variables : rewrite(variables, value => maskNamed(value, names));
}

/** The same for the body of a request; `document` where it may hold none. */
export function maskGivenIn(body: string, document: string): string {
  const names = secretVariables(document);
  return names.size === 0 ? body : rewrite(body, value => withMasked(value, names));
}

/** The same for a `subscribe` frame. */
export function maskGivenInFrame(frame: string): string {
  const names = secretVariables(frame);
  return names.size === 0
    ? frame
    : rewrite(frame, value => (isObject(value) ? { ...value, payload: withMasked(value.payload, names) } : value));
}

function withMasked(value: unknown, names: ReadonlySet<string>): unknown {
  return isObject(value) ? { ...value, variables: maskNamed(value.variables, names) } : value;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function maskNamed(variables: unknown, names: ReadonlySet<string>): unknown {
  if (!isObject(variables)) return variables;
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, names.has(name) ? maskLeaves(value, 0) : value]),
  );
}

/** A failure without `secrets`; details too large to be read are left out. */
export function maskFailure(failure: Failure, secrets: Iterable<string>): Failure {
  const clean = (text: string): string => maskSecrets(mask(text, ''), secrets);
  try {
    const text = JSON.stringify(failure);
    if (text.length <= DETAIL_LIMIT) return JSON.parse(clean(text)) as Failure;
  } catch {
    // Details that are no JSON: told without them, below.
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
