/** The user's language, time zone and appearance: stored in this browser and passed to the next server render. */
import { firstEnglish } from '../i18n/firstEnglish';
import { deviceTimeZone } from '../i18n/formats';
import type { CatalogueSource } from '../i18n/language';
import { createLanguageStore, type LanguageStore } from '../i18n/languageStore';
import { type AnyLanguageTag, knownLanguage, matchLanguage } from '../i18n/languages';
import { loadCatalogue } from '../i18n/loadCatalogue';
import type { Reader } from '../lib/page/reader';
import type { KeyValueStorage } from '../lib/storage';
import { createStore, type Readable } from '../lib/store';
import { type Appearance, type AppearanceState, createAppearance } from '../session/connections/appearance';

/** Options of `createReaderSettings`. */
export interface ReaderSettingsOptions {
  /**
   * The initial language and its catalogue (`initialLanguage`, `loadCatalogue`). Default: English. `failed`: the preferred language, if its
   * catalogue could not be loaded.
   */
  language?: { tag: AnyLanguageTag; catalogue?: CatalogueSource | undefined; failed?: AnyLanguageTag };
  /** The user's languages in order of preference (`navigator.languages`), for the regional formats of dates and numbers. */
  wishes?: readonly string[];
  /** Default: `loadCatalogue`. */
  loadLanguage?: (tag: AnyLanguageTag) => Promise<CatalogueSource | undefined>;
  /**
   * What the server render assumed about the user. The page uses it until `settle` is called. `isChosen`: the user has chosen the
   * language; it was not derived from the request.
   */
  rendered?: { timeZone: string; isChosen: boolean; appearance: AppearanceState };
  /** Stores the preferences that the next server render needs. Called by `settle` and after every change. Default: does nothing. */
  keepReader?: (reader: Reader) => void;
}

/** The settings of one page. */
export interface ReaderSettings {
  language: LanguageStore;
  appearance: Appearance;
  /** The chosen time zone; null for the device's. */
  timeZone: Readable<string | null>;
  /** Applies and stores a language. Resolves to false if it cannot be loaded. */
  chooseLanguage(tag: AnyLanguageTag): Promise<boolean>;
  /** Applies and stores a time zone (null for the device's). Returns false for an unknown one. */
  chooseTimeZone(zone: string | null): boolean;
  /** Reloads settings that another tab may have changed. `key` is from the `storage` event; null: the whole storage was cleared. */
  storageChanged(key: string | null): void;
  /** Replaces what the server render assumed by what this browser knows. */
  settle(): void;
  dispose(): void;
}

const LANGUAGE_KEY = 'oriel:language';
const TIME_ZONE_KEY = 'oriel:time-zone';

/** The initial language: the one chosen earlier, or the best match for the user's preferences (`navigator.languages`). */
export function initialLanguage(storage: KeyValueStorage, wishes: readonly string[]): AnyLanguageTag {
  return chosenLanguage(storage) ?? matchLanguage(wishes);
}

/** The language chosen in this browser; undefined if there is none or it does not exist any more. */
function chosenLanguage(storage: KeyValueStorage): AnyLanguageTag | undefined {
  return knownLanguage(storage.getItem(LANGUAGE_KEY) ?? '');
}

/** Reads the settings from `storage`. */
export function createReaderSettings(storage: KeyValueStorage, options: ReaderSettingsOptions): ReaderSettings {
  const { rendered, wishes } = options;
  const timeZone = createStore(storage.getItem(TIME_ZONE_KEY), null);
  const language = createLanguageStore({
    ...options.language,
    english: firstEnglish,
    timeZone: rendered?.timeZone ?? timeZone.get(),
    wishes,
    load: options.loadLanguage ?? loadCatalogue,
  });
  const appearance = createAppearance(storage, rendered?.appearance);
  const keepReader = (): void => {
    const chosen = chosenLanguage(storage);
    options.keepReader?.({
      ...(chosen ? { language: chosen } : {}),
      timeZone: language.current.get().formats.timeZone,
      ...appearance.get(),
    });
  };
  const stopKeeping = appearance.subscribe(keepReader);
  return {
    language,
    appearance,
    timeZone,
    async chooseLanguage(tag) {
      const taken = await language.choose(tag);
      if (!taken) return false;
      storage.setItem(LANGUAGE_KEY, tag);
      keepReader();
      return true;
    },
    chooseTimeZone(zone) {
      if (!language.setTimeZone(zone)) return false;
      if (zone === null) storage.removeItem(TIME_ZONE_KEY);
      else storage.setItem(TIME_ZONE_KEY, zone);
      timeZone.set(zone);
      keepReader();
      return true;
    },
    storageChanged(key) {
      if (key === null || key.startsWith('oriel:')) appearance.reload();
      if (key === null || key === LANGUAGE_KEY) {
        const chosen = chosenLanguage(storage);
        if (chosen && chosen !== language.current.get().tag) void language.choose(chosen);
      }
      if (key === null || key === TIME_ZONE_KEY) {
        const zone = storage.getItem(TIME_ZONE_KEY);
        if (zone !== timeZone.get() && language.setTimeZone(zone)) timeZone.set(zone);
      }
    },
    settle() {
      const zone = timeZone.get();
      const before = language.current.get();
      if ((zone ?? deviceTimeZone()) !== before.formats.timeZone) language.setTimeZone(zone);
      // If storage has no language, restore the chosen one from the cookie.
      if (rendered?.isChosen && storage.getItem(LANGUAGE_KEY) === null) storage.setItem(LANGUAGE_KEY, before.tag);
      const chosen = initialLanguage(storage, wishes ?? []);
      if (chosen !== before.tag || (chosen !== 'en' && !options.language?.catalogue)) void language.choose(chosen);
      keepReader();
    },
    dispose: stopKeeping,
  };
}
