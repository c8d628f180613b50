/**
 * Parses manifests of trusted documents: `{id: text}` of Relay and Hive (GraphQL Code Generator uses hashes as IDs), and Apollo's `{format:
 * "apollo-persisted-query-manifest", operations: [{id, body}]}`. Invalid entries are skipped and counted.
 */
import { parse } from 'graphql';
import { LONGEST_ID, MOST_CHARACTERS, MOST_DOCUMENTS } from '../../../session/connections/keptDocuments';
import { documentKey, type TrustedDocuments } from '../../../transport/exchanges/trustedDocumentExchange';

const APOLLO = 'apollo-persisted-query-manifest';

/** The content of a manifest. */
export interface Manifest {
  documents: TrustedDocuments;
  /** Number of entries in the manifest; larger than the number of `documents` if some are invalid or there are too many. */
  count: number;
}

/**
 * Parses a manifest.
 * @throws Error if the text is not a manifest or has no valid entry
 */
export function readManifest(text: string): Manifest {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('This is not a manifest');
  const { format, operations } = value as { format?: unknown; operations?: unknown };
  const isApollo = format === APOLLO && Array.isArray(operations);
  const entries = isApollo ? operations.map(entryOf) : Object.entries(value);
  const ids = new Map<string, string>();
  let characters = 0;
  for (const [id, body] of entries) {
    if (ids.size >= MOST_DOCUMENTS) break;
    const key = keyOf(id, body);
    if (key === null || characters + key.length > MOST_CHARACTERS) continue;
    characters += key.length;
    ids.set(key, id as string);
  }
  if (ids.size === 0) throw new Error('The manifest contains no valid document');
  return { documents: { ids, form: isApollo ? 'extension' : 'documentId' }, count: entries.length };
}

function entryOf(operation: unknown): [unknown, unknown] {
  const { id, body } = (operation ?? {}) as { id?: unknown; body?: unknown };
  return [id, body];
}

/** Returns the normalized document for lookups; null if it is not a document with one operation and a usable ID. */
function keyOf(id: unknown, body: unknown): string | null {
  if (typeof id !== 'string' || typeof body !== 'string' || !/^[\x21-\x7e]+$/.test(id) || id.length > LONGEST_ID) return null;
  try {
    const document = parse(body, { maxTokens: 50_000, noLocation: true });
    const operations = document.definitions.filter(({ kind }) => kind === 'OperationDefinition');
    return operations.length === 1 ? documentKey(document) : null;
  } catch {
    return null;
  }
}
