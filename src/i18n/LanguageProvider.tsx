/** Provides the language to components: `useText()` for messages, `useFormats()` for values, `useLanguage()` for everything. */
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { Readable } from '../lib/store';
import type { Formats } from './formats';
import type { Language, Text } from './language';

const LanguageContext = createContext<Language | null>(null);

/** Provides the current language of the store, and re-renders when it changes. */
export function LanguageProvider({ language, children }: { language: Readable<Language>; children: ReactNode }): ReactNode {
  const current = useSyncExternalStore(language.subscribe, language.get, language.rendered ?? language.get);
  return <LanguageContext.Provider value={current}>{children}</LanguageContext.Provider>;
}

/**
 * Returns the current language.
 * @throws Error outside a LanguageProvider
 */
export function useLanguage(): Language {
  const language = useContext(LanguageContext);
  if (!language) throw new Error('A component that shows text has to be inside a LanguageProvider');
  return language;
}

/** Returns the function for messages in the current language: `const text = useText(); text('ui.close')`. */
export function useText(): Text {
  return useLanguage().text;
}

/** Returns the formats of dates, numbers and lists in the current language. */
export function useFormats(): Formats {
  return useLanguage().formats;
}
