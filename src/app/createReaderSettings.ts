/** Language, time zone and appearance of the person who uses the page: stored in this browser and passed on to the next server render. */
import { firstEnglish } from '../i18n/firstEnglish';
import { deviceTimeZone } from '../i18n/formats';
import type { CatalogueSource } from '../i18n/language';
import { createLanguageStore, type LanguageStore } from '../i18n/languageStore';
import { type AnyLanguageTag, knownLanguage, matchLanguage } from '../i18n/languages';
import { loadCatalogue } from '../i18n/loadCatalogue';
import type { Reader } from '../lib/reader';
import type { KeyValueStorage } from '../lib/storage';
import { createStore, type Readable } from '../lib/store';
import { type Appearance, type AppearanceState, createAppearance } from '../session/connections/appearance';

/** What `createReaderSettings` is made from. */
export interface ReaderSettingsOptions {
  /**
   * The language to begin with and its texts (`initialLanguage`, `loadCatalogue`). Default: English. `failed`: the one it should have been,
   * whose texts could not be loaded.
   */
  language?: { tag: AnyLanguageTag; catalogue?: CatalogueSource | undefined; failed?: AnyLanguageTag };
  /** The reader's languages in order (`navigator.languages`), for the variety of dates and numbers. */
  wishes?: readonly string[];
  /** Default: loadCatalogue. */
  loadLanguage?: (tag: AnyLanguageTag) => Promise<CatalogueSource | undefined>;
  /**
   * What the server render assumed about the reader. The page is shown in this way until `settle`. `isChosen`: the language was chosen,
   * not guessed.
   */
  rendered?: { timeZone: string; isChosen: boolean; appearance: AppearanceState };
  /** Keeps what the next server render has to know of the reader. Called by `settle` and after every change. Default: nothing. */
  keepReader?: (reader: Reader) => void;
}

/** The settings of one page. */
export interface ReaderSettings {
  language: LanguageStore;
  appearance: Appearance;
  /** The time zone that was chosen; null: the device's. */
  timeZone: Readable<string | null>;
  /** Takes a language and remembers it. */
  chooseLanguage(tag: AnyLanguageTag): Promise<boolean>;
  /** Takes a time zone (null: the device's) and remembers it; false for an unknown one. */
  chooseTimeZone(zone: string | null): boolean;
  /** Reads again what another tab may have changed. `key` is that of the `storage` event; null: everything was cleared. */
  storageChanged(key: string | null): void;
  /** Replaces what the server render assumed by what this browser knows. */
  settle(): void;
  dispose(): void;
}

const LANGUAGE_KEY = 'oriel:language';
const TIME_ZONE_KEY = 'oriel:time-zone';

/** The language to begin with: the one chosen before, else what fits the reader's wishes (`navigator.languages`) best. */
export function initialLanguage(storage: KeyValueStorage, wishes: readonly string[]): AnyLanguageTag {
  return chosenLanguage(storage) ?? matchLanguage(wishes);
}

/** The language that was chosen in this browser; undefined: none, or one that is not known any more. */
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
      // Where nothing is stored the cookie is all there is, and it is copied back.
      if (rendered?.isChosen && storage.getItem(LANGUAGE_KEY) === null) storage.setItem(LANGUAGE_KEY, before.tag);
      const chosen = initialLanguage(storage, wishes ?? []);
      if (chosen !== before.tag || (chosen !== 'en' && !options.language?.catalogue)) void language.choose(chosen);
      keepReader();
    },
    dispose: stopKeeping,
  };
}
