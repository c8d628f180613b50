/**
 * Manifests of trusted documents: Relay's and Hive's `{id: text}` (GraphQL Code Generator writes hashes as ids), and Apollo's
 * `{format: "apollo-persisted-query-manifest", operations: [{id, body}]}`. What cannot be read is left out and counted.
 */
import { parse } from 'graphql';
import { LONGEST_ID, MOST_CHARACTERS, MOST_DOCUMENTS } from '../../../session/connections/keptDocuments';
import { documentKey, type TrustedDocuments } from '../../../transport/exchanges/trustedDocumentExchange';

const APOLLO = 'apollo-persisted-query-manifest';

/** What a manifest holds. */
export interface Manifest {
  documents: TrustedDocuments;
  /** Documents that stood in it; more than were read where some are broken, or too many. */
  count: number;
}

/** Reads a manifest. @throws Error where the text is none, or nothing in it can be read */
export function readManifest(text: string): Manifest {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('This is no manifest');
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
  if (ids.size === 0) throw new Error('No document can be read');
  return { documents: { ids, form: isApollo ? 'extension' : 'documentId' }, count: entries.length };
}

function entryOf(operation: unknown): [unknown, unknown] {
  const { id, body } = (operation ?? {}) as { id?: unknown; body?: unknown };
  return [id, body];
}

/** The text as it is compared; null for what is no document of one operation with a usable id. */
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
