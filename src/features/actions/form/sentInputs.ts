/**
 * Earlier inputs of actions, to put back into the form. They are stored in this browser, for each connection and action. Never stored:
 * files and secrets (passwords, codes, tokens, keys), which are recognised by their field names at any depth.
 */
import type { Clock } from '../../../lib/clock';
import type { DocumentStore } from '../../../lib/documentStore';
import { isSecretName } from '../../../transport/secrets/isSecretName';

/** One input as it was sent, without files and secrets. */
export interface SentInput {
  /** Milliseconds since the epoch. */
  at: number;
  variables: Record<string, unknown>;
}

/** The stored inputs of one connection. No method rejects. */
export interface SentInputs {
  /** The newest comes first. */
  list(action: string): Promise<readonly SentInput[]>;
  /**
   * Adds an input. An identical earlier input moves to the front; an input that is empty without its files and secrets is not stored.
   * Resolves with the new list.
   */
  add(action: string, variables: Readonly<Record<string, unknown>>): Promise<readonly SentInput[]>;
  /** Deletes the inputs of an action. */
  clear(action: string): Promise<void>;
}

/** Options of `createSentInputs`; a Session has these properties. */
export interface SentInputsOptions {
  documents: DocumentStore;
  documentKey(name: string): string;
  clock: Clock;
}

const KEPT = 20;
/** An input whose JSON is longer than this is not stored: the content of a pasted file would fill the store. */
const LARGEST_CHARACTERS = 100_000;

export function createSentInputs({ documents, documentKey, clock }: SentInputsOptions): SentInputs {
  const keyOf = (action: string): string => documentKey(`sent:${action}`);
  const list = async (action: string): Promise<SentInput[]> => readList(await documents.get(keyOf(action)));
  return {
    list,
    async add(action, variables) {
      const kept = withoutSecrets(variables);
      const before = await list(action);
      if (!isRecord(kept) || Object.keys(kept).length === 0) return before;
      const text = JSON.stringify(kept);
      if (text.length > LARGEST_CHARACTERS) return before;
      const others = before.filter(entry => JSON.stringify(entry.variables) !== text);
      const next = [{ at: clock.now(), variables: kept }, ...others].slice(0, KEPT);
      await documents.set(keyOf(action), next);
      return next;
    },
    clear: action => documents.delete(keyOf(action)),
  };
}

/** Returns a copy without files and secrets; undefined if nothing can be stored. */
function withoutSecrets(value: unknown): unknown {
  if (value === undefined || typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(withoutSecrets);
    // A list of files becomes undefined, not an array of nulls.
    return items.length > 0 && items.every(item => item === undefined) ? undefined : items.map(item => item ?? null);
  }
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value)
    .filter(([name]) => !isSecretName(name))
    .map(([name, inner]) => [name, withoutSecrets(inner)] as const)
    .filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(entries);
}

function readList(value: unknown): SentInput[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (entry): entry is SentInput => isRecord(entry) && typeof entry.at === 'number' && isRecord(entry.variables),
  );
}

/** True for a plain object, of this or another realm; false for a File or a Date. */
function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
