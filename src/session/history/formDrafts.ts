/**
 * Unsent input of forms. Stored in this tab (sessionStorage), so that it survives a reload, signing out and signing in. Secrets and files are
 * never stored.
 */
import { type KeyValueStorage, readJson } from '../../lib/storage';
import { isSecretName } from '../../transport/secrets/isSecretName';

/** The drafts of one connection at one address, by form name. */
export interface FormDrafts {
  /** The draft as an untrusted JSON value (another version may have written it); null if there is none. */
  read(name: string): unknown;
  /** Stores a draft without secrets and files; null or undefined removes it. A draft that is too large is removed too. */
  keep(name: string, draft: unknown): void;
}

/** Maximum length of a draft, in characters of JSON. */
const MOST = 700_000;
/** Maximum depth of nested values. Deeper ones are removed. */
const DEEPEST = 20;

/** Creates the drafts in `storage`. @param owner the connection with its address: on another server, the same key is another record */
export function createFormDrafts(storage: KeyValueStorage, owner: string): FormDrafts {
  const keyOf = (name: string): string => `oriel:draft:${owner}:${name}`;
  return {
    read: name => readJson(storage, keyOf(name)),
    keep(name, draft) {
      const json = draft === null || draft === undefined ? undefined : JSON.stringify(withoutSecrets(draft, DEEPEST));
      if (json === undefined || json.length > MOST) storage.removeItem(keyOf(name));
      else storage.setItem(keyOf(name), json);
    },
  };
}

/** The value without members that have a secret name, without files and without anything else that is not JSON. */
function withoutSecrets(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return undefined;
  if (Array.isArray(value)) return value.map(item => withoutSecrets(item, depth - 1) ?? null);
  if (Object.getPrototypeOf(value) !== Object.prototype && Object.getPrototypeOf(value) !== null) return undefined;
  const entries = Object.entries(value).filter(([name]) => !isSecretName(name));
  return Object.fromEntries(entries.map(([name, part]) => [name, withoutSecrets(part, depth - 1)]));
}
