/** The trusted documents of a connection, imported from a manifest and stored in this browser. */
import type { Readable, Store } from '../../lib/store';
import type { TrustedDocuments } from '../../transport/exchanges/trustedDocumentExchange';
import type { Preferences } from './preferences';

/** Limits for a manifest: number of documents, and characters of an id. */
export const MOST_DOCUMENTS = 5000;
export const LONGEST_ID = 256;
/** Characters of all documents together. The browser stores about five million for the whole origin. */
export const MOST_CHARACTERS = 1_500_000;

/** The stored form. */
interface Stored {
  form: TrustedDocuments['form'];
  /** Pairs of text and id. */
  documents: (readonly [string, string])[];
}

/** The stored documents; null if no manifest was imported. */
export interface KeptDocuments extends Readable<TrustedDocuments | null> {
  set(documents: TrustedDocuments | null): void;
}

/** The documents of a connection. */
export function keptDocuments(preferences: Preferences): KeptDocuments {
  const store: Store<Stored | null> = preferences.value('trustedDocuments', readStored);
  // The conversion of the latest stored value is cached, so that `get` returns the same object while nothing changes.
  let convertedFrom: Stored | null = null;
  let converted: TrustedDocuments | null = null;
  return {
    get() {
      const now = store.get();
      if (now !== convertedFrom) {
        convertedFrom = now;
        converted = now && { ids: new Map(now.documents), form: now.form };
      }
      return converted;
    },
    rendered: () => null,
    subscribe: store.subscribe,
    set: documents => store.set(documents && { form: documents.form, documents: [...documents.ids] }),
  };
}

function readStored(stored: unknown): Stored | null {
  const { form, documents } = (stored ?? {}) as Partial<Stored>;
  if ((form !== 'documentId' && form !== 'extension') || !Array.isArray(documents)) return null;
  const isPair = (entry: unknown): boolean =>
    Array.isArray(entry) && entry.length === 2 && entry.every(part => typeof part === 'string');
  return documents.length > MOST_DOCUMENTS || !documents.every(isPair) ? null : { form, documents };
}
