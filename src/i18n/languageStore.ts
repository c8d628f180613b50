/** Which language and time zone a page (or one request) is in, and how to change them. */
import { createStore, type Readable } from '../lib/store';
import { isTimeZone } from './formats';
import { type CatalogueSource, createLanguage, type Language } from './language';
import type { AnyLanguageTag } from './languages';

/** The language as state. */
export interface LanguageStore {
  current: Readable<Language>;
  /** The tag being fetched, or the one that could not be loaded; the language in use stays until the new one is there. */
  change: Readable<{ loading: AnyLanguageTag | null; failed: AnyLanguageTag | null }>;
  /** Fetches and takes a language; false when it could not be loaded. The last one asked for wins. */
  choose(tag: AnyLanguageTag): Promise<boolean>;
  /** Shows dates in another zone; null: the device's. False for a zone this platform does not know. */
  setTimeZone(zone: string | null): boolean;
}

/** What `createLanguageStore` is made from. */
export interface LanguageStoreOptions {
  /** The language to begin with; its catalogue has to be there already. Default 'en'. */
  tag?: AnyLanguageTag;
  /** The English texts to begin with. */
  english: CatalogueSource;
  catalogue?: CatalogueSource | undefined;
  /** The language that it should begin with, but whose catalogue could not be loaded. Default: none. */
  failed?: AnyLanguageTag | undefined;
  /** IANA name; null or unknown: the device's. */
  timeZone?: string | null;
  /** The reader's languages in order (`navigator.languages`): 'en-GB' sets dates and numbers of English. Default: none. */
  wishes?: readonly string[] | undefined;
  load: (tag: AnyLanguageTag) => Promise<CatalogueSource | undefined>;
}

/** Makes the store of one page or request. */
export function createLanguageStore(options: LanguageStoreOptions): LanguageStore {
  let catalogue = options.catalogue;
  let timeZone = options.timeZone ?? null;
  let asked = 0;
  const make = (tag: AnyLanguageTag): Language =>
    createLanguage({ tag, english: options.english, catalogue, timeZone, wishes: options.wishes });
  const current = createStore(make(options.tag ?? 'en'));
  const change = createStore<{ loading: AnyLanguageTag | null; failed: AnyLanguageTag | null }>({
    loading: null,
    failed: options.failed ?? null,
  });
  return {
    current,
    change,
    async choose(tag) {
      asked += 1;
      const turn = asked;
      change.set({ loading: tag, failed: null });
      try {
        const loaded = await options.load(tag);
        if (turn !== asked) return false;
        catalogue = loaded;
        current.set(make(tag));
        change.set({ loading: null, failed: null });
        return true;
      } catch {
        if (turn === asked) change.set({ loading: null, failed: tag });
        return false;
      }
    },
    setTimeZone(zone) {
      if (zone !== null && !isTimeZone(zone)) return false;
      timeZone = zone;
      current.set(make(current.get().tag));
      return true;
    },
  };
}
