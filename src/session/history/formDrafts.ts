/**
 * What was typed into forms and not sent yet. It is kept in this tab (sessionStorage), so that it survives a reload, signing out and signing
 * in. Secrets and files are never kept.
 */
import { type KeyValueStorage, readJson } from '../../lib/storage';
import { isSecretName } from '../../transport/secrets/isSecretName';

/** Drafts of one connection, by the name of their form. */
export interface FormDrafts {
  /** The draft as JSON, untrusted: another version may have written it. null when there is none. */
  read(name: string): unknown;
  /** Keeps a draft without its secrets and files; null or undefined forgets it. One that is too large is not kept. */
  keep(name: string, draft: unknown): void;
}

/** The longest draft that is kept, in characters of its JSON. */
const MOST = 700_000;
/** Deeper values are left out. */
const DEEPEST = 20;

/** Drafts kept in `storage` for a connection. */
export function createFormDrafts(storage: KeyValueStorage, connectionId: string): FormDrafts {
  const keyOf = (name: string): string => `oriel:draft:${connectionId}:${name}`;
  return {
    read: name => readJson(storage, keyOf(name)),
    keep(name, draft) {
      const json = draft === null || draft === undefined ? undefined : JSON.stringify(withoutSecrets(draft, DEEPEST));
      if (json === undefined || json.length > MOST) storage.removeItem(keyOf(name));
      else storage.setItem(keyOf(name), json);
    },
  };
}

/** The value without what is secret by its name, without files, and without anything that is not JSON. */
function withoutSecrets(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return undefined;
  if (Array.isArray(value)) return value.map(item => withoutSecrets(item, depth - 1) ?? null);
  if (Object.getPrototypeOf(value) !== Object.prototype && Object.getPrototypeOf(value) !== null) return undefined;
  const entries = Object.entries(value).filter(([name]) => !isSecretName(name));
  return Object.fromEntries(entries.map(([name, part]) => [name, withoutSecrets(part, depth - 1)]));
}
