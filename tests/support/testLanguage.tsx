/** The language of component tests: all English texts, UTC; and a render that puts what components expect around them. */
import { render } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { english } from '../../src/i18n/english';
import { LanguageProvider } from '../../src/i18n/LanguageProvider';
import { createLanguage, type Language } from '../../src/i18n/language';
import type { AnyLanguageTag } from '../../src/i18n/languages';
import { createStore, type Store } from '../../src/lib/store';
import { Announcer } from '../../src/ui/frame/Announcer';

/** English in UTC, or another tag with English words. */
export function testLanguage(tag: AnyLanguageTag = 'en'): Language {
  return createLanguage({ tag, english, timeZone: 'UTC' });
}

/** Renders with language and notes around; `language` can be set to another afterwards. */
export function renderWithLanguage(element: ReactElement, language: Store<Language> = createStore(testLanguage())) {
  const wrapper = ({ children }: { children: ReactNode }): ReactNode => (
    <LanguageProvider language={language}>
      <Announcer>{children}</Announcer>
    </LanguageProvider>
  );
  return { ...render(element, { wrapper }), language };
}
