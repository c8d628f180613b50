/** Adds the English messages of a lazily loaded component to the language. */
import type { ComponentType, ReactNode } from 'react';
import { useLanguage } from './LanguageProvider';
import type { CatalogueSource } from './language';

/** Wraps a component so that the messages of `areas` are added before it renders: `withMessages({ query }, QueryScreen)`. */
export function withMessages<Props extends object>(areas: CatalogueSource, Screen: ComponentType<Props>): ComponentType<Props> {
  return function WithMessages(props: Props): ReactNode {
    // In every render, because after a change of language the new one needs the messages too. Repeated calls cost nothing.
    useLanguage().addMessages(areas);
    return <Screen {...props} />;
  };
}
