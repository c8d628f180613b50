/** The trusted documents of a connection, as they were imported from a manifest: kept in this browser, read again with each visit. */
import type { Readable, Store } from '../../lib/store';
import type { TrustedDocuments } from '../../transport/exchanges/trustedDocumentExchange';
import type { Preferences } from './preferences';

/** Bounds of what is taken from a manifest. */
export const MOST_DOCUMENTS = 5000;
export const LONGEST_ID = 256;
/** Characters of all documents together: the browser keeps five million for everything. */
export const MOST_CHARACTERS = 1_500_000;

/** As it is stored. */
interface Stored {
  form: TrustedDocuments['form'];
  /** Text and id. */
  documents: (readonly [string, string])[];
}

/** What is kept; null: no manifest was imported. */
export interface KeptDocuments extends Readable<TrustedDocuments | null> {
  set(documents: TrustedDocuments | null): void;
}

/** The documents of a connection. */
export function keptDocuments(preferences: Preferences): KeptDocuments {
  const kept: Store<Stored | null> = preferences.value('trustedDocuments', readStored);
  let of: Stored | null = null;
  let made: TrustedDocuments | null = null;
  return {
    get() {
      const now = kept.get();
      if (now !== of) {
        of = now;
        made = now && { ids: new Map(now.documents), form: now.form };
      }
      return made;
    },
    rendered: () => null,
    subscribe: kept.subscribe,
    set: documents => kept.set(documents && { form: documents.form, documents: [...documents.ids] }),
  };
}

function readStored(stored: unknown): Stored | null {
  const { form, documents } = (stored ?? {}) as Partial<Stored>;
  if ((form !== 'documentId' && form !== 'extension') || !Array.isArray(documents)) return null;
  const isPair = (entry: unknown): boolean =>
    Array.isArray(entry) && entry.length === 2 && entry.every(part => typeof part === 'string');
  return documents.length > MOST_DOCUMENTS || !documents.every(isPair) ? null : { form, documents };
}
