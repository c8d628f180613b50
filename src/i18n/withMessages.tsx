/** English texts that come with a lazily loaded screen. */
import type { ComponentType, ReactNode } from 'react';
import { useLanguage } from './LanguageProvider';
import type { CatalogueSource } from './language';

/** A component that makes sure that the texts of some areas are known before it renders: `withMessages({ query }, QueryScreen)`. */
export function withMessages<Props extends object>(areas: CatalogueSource, Screen: ComponentType<Props>): ComponentType<Props> {
  return function Knowing(props: Props): ReactNode {
    // Again for every language: each has to know what the catalogue may lack.
    useLanguage().addMessages(areas);
    return <Screen {...props} />;
  };
}
