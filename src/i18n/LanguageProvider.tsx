/** The language for components: `useText()` for words, `useFormats()` for values, `useLanguage()` for the rest. */
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { Readable } from '../lib/store';
import type { Formats } from './formats';
import type { Language, Text } from './language';

const LanguageContext = createContext<Language | null>(null);

/** Gives the language to everything inside; a change of the store renders it anew. */
export function LanguageProvider({ language, children }: { language: Readable<Language>; children: ReactNode }): ReactNode {
  const current = useSyncExternalStore(language.subscribe, language.get, language.rendered ?? language.get);
  return <LanguageContext.Provider value={current}>{children}</LanguageContext.Provider>;
}

/**
 * The language in use.
 * @throws Error outside a LanguageProvider.
 */
export function useLanguage(): Language {
  const language = useContext(LanguageContext);
  if (!language) throw new Error('A component that shows text has to be inside a LanguageProvider');
  return language;
}

/** Words of the language in use: `const text = useText(); text('ui.close')`. */
export function useText(): Text {
  return useLanguage().text;
}

/** Dates, numbers, lists in the language in use. */
export function useFormats(): Formats {
  return useLanguage().formats;
}
