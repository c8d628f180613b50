/** The language and time zone of a page (or of one request on the server), and functions that change them. */
import { createStore, type Readable } from '../lib/store';
import { isTimeZone } from './formats';
import { type CatalogueSource, createLanguage, type Language } from './language';
import type { AnyLanguageTag } from './languages';

/** The language as a store. */
export interface LanguageStore {
  current: Readable<Language>;
  /** The tag that is loading, or that could not be loaded. The current language stays until the new one has loaded. */
  change: Readable<{ loading: AnyLanguageTag | null; failed: AnyLanguageTag | null }>;
  /** Loads and applies a language; resolves to false if it could not be loaded, or if a later call replaced this one. */
  choose(tag: AnyLanguageTag): Promise<boolean>;
  /** Changes the time zone; null for the device's. Returns false for a zone that this platform does not support. */
  setTimeZone(zone: string | null): boolean;
}

/** Options of `createLanguageStore`. */
export interface LanguageStoreOptions {
  /** The initial language; `catalogue` must be its catalogue. Default 'en'. */
  tag?: AnyLanguageTag;
  /** The initial English messages. */
  english: CatalogueSource;
  catalogue?: CatalogueSource | undefined;
  /** The preferred initial language, if its catalogue could not be loaded. Default: none. */
  failed?: AnyLanguageTag | undefined;
  /** IANA name of the time zone; null or an unknown name selects the device's zone. */
  timeZone?: string | null;
  /** The user's languages in order (`navigator.languages`): 'en-GB' selects British dates and numbers for English. Default: none. */
  wishes?: readonly string[] | undefined;
  load: (tag: AnyLanguageTag) => Promise<CatalogueSource | undefined>;
}

/** Creates the store of one page or request. */
export function createLanguageStore(options: LanguageStoreOptions): LanguageStore {
  let catalogue = options.catalogue;
  let timeZone = options.timeZone ?? null;
  let latestTurn = 0;
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
      latestTurn += 1;
      const turn = latestTurn;
      change.set({ loading: tag, failed: null });
      try {
        const loaded = await options.load(tag);
        if (turn !== latestTurn) return false;
        catalogue = loaded;
        current.set(make(tag));
        change.set({ loading: null, failed: null });
        return true;
      } catch {
        if (turn === latestTurn) change.set({ loading: null, failed: tag });
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
